package scene

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mockup/internal/render/storyboard"
)

// pieceMaker makes what of a keyboard shows for moments.
type pieceMaker struct {
	view  *Keyboard
	board *storyboard.Keyboard
}

// The measures of callouts, by eye beside iOS, and of words in the strip.
const (
	calloutWing  = 11.0 // how much wider than its key it is, on each side
	calloutUp    = 53.0 // how far it reaches above its key
	piecePad     = 8.0  // room for shadows
	screenMargin = 2.5
	wordWidth    = 124.0
	wordHeight   = 30.0
	stripMiddle  = 27.0
	mostWords    = 2400 // of all texts together: more than a quarter of an hour of them
)

// addKeys adds the pressed keys that drafts need: each letter of them, wrong ones too, and those that lead to other planes.
func (p *pieceMaker) addKeys(drafts []storyboard.Draft) {
	added := map[string]bool{}
	for _, draft := range drafts {
		for _, letter := range letters(draft.Text) {
			if added[letter] {
				continue
			}
			added[letter] = true
			p.addLetter(letter)
			p.addLetter(strings.ToLower(letter)) // for a capital whose plane would show for too short a time
		}
		for _, typo := range draft.Typos {
			p.addLetter(typo.Wrong)
		}
		for _, spelling := range draft.Spelled {
			for _, key := range spelling.Keys {
				if key.Key == smallKey {
					p.addNamed(key.Key)
				} else {
					p.addLetter(key.Key)
				}
			}
			if !spelling.Composed {
				p.addChoice(spelling.Choose)
			}
		}
		if draft.Erased || len(draft.Typos) > 0 {
			p.addNamed(storyboard.DeleteKey)
		}
	}
	if len(p.view.Planes) > 1 {
		for _, plane := range p.board.Planes {
			for _, name := range plane.Switch {
				p.addNamed(name)
			}
		}
	}
}

// addLetter adds the key of a letter on each plane that has it.
func (p *pieceMaker) addLetter(letter string) {
	for i, plane := range p.view.Planes {
		key, there := plane.keyFor(letter)
		if _, known := p.board.Planes[i].Keys[letter]; there && !known {
			key.Text = letter
			if key.Kind != "letter" && key.Kind != "emoji" && key.Kind != "kana" {
				key, _ = plane.keyFor(letter)
			}
			p.board.Planes[i].Keys[letter] = p.addKey(key)
		}
	}
}

// addNamed adds a key that types nothing, on each plane that has it.
func (p *pieceMaker) addNamed(name string) {
	for i, plane := range p.view.Planes {
		for _, key := range plane.Keys {
			if _, known := p.board.Planes[i].Keys[name]; key.Name == name && !known {
				p.board.Planes[i].Keys[name] = p.addKey(key)
			}
		}
	}
	if name == storyboard.GlobeKey || name == "emoji" && !p.view.Globe { // it stands on the board, below the planes
		key := KeyCap{Kind: "bottom", Name: name, Icon: name, KeyBox: KeyBox{18, bottomMiddle - 22, 44, 44}}
		piece := p.addKey(key)
		for i, plane := range p.view.Planes {
			if _, known := p.board.Planes[i].Keys[name]; plane.Kind != "emoji" && !known {
				p.board.Planes[i].Keys[name] = piece
			}
		}
	}
}

// addKey adds the piece of a pressed key, and returns its number. The same key on two planes is one piece.
func (p *pieceMaker) addKey(key KeyCap) int {
	piece := KeyPiece{Kind: "pressed", Cap: key, KeyBox: key.KeyBox}
	switch key.Kind {
	case "letter":
		piece = callout(key, p.view.Glass)
	case "kana":
		piece = flick(key)
	case "emoji":
		piece.Kind = "emoji"
	}
	at := storyboard.Piece{X: piece.X, Y: piece.Y}
	for i, known := range p.view.Pieces {
		if known.Cap == key && known.Kind == piece.Kind && p.board.Pieces[i] == at {
			return i
		}
	}
	return p.add(piece, at)
}

func (p *pieceMaker) add(piece KeyPiece, at storyboard.Piece) int {
	p.view.Pieces, p.board.Pieces = append(p.view.Pieces, piece), append(p.board.Pieces, at)
	return len(p.view.Pieces) - 1
}

// addWords adds the words that are suggested while nothing is typed and while drafts are, as long as they are not too many.
func (p *pieceMaker) addWords(drafts []storyboard.Draft) {
	p.board.Words, p.board.Strips, p.board.Slots = map[string]int{}, map[string]int{}, wordSlots()
	p.addEach(p.board.Start)
	for _, draft := range drafts {
		for _, typed := range draft.Stages() {
			words := p.board.Suggest(draft, typed)
			p.addEach(words[:])
		}
		for _, spelling := range draft.Spelled {
			if !spelling.Composed {
				p.addStrips(spelling)
			}
		}
	}
	p.board.Bars = p.add(KeyPiece{Kind: "bars", KeyBox: KeyBox{W: phoneWidth, H: wordHeight}}, storyboard.Piece{Y: stripMiddle - wordHeight/2})
}

// pickKey begins the name of what is pressed when the first candidate is picked. The number of its letters follows.
const pickKey = "pick"

// The measures of candidates, by eye beside iOS.
const (
	candidateSize = 19.0 // of a letter
	candidateEdge = 14.0 // from the edge of the screen to the first one
	mostStrips    = 800  // lists of candidates of all texts together; each is as wide as three words
)

// addStrips adds the candidates of a part that is spelled, as long as they are not too many.
func (p *pieceMaker) addStrips(spelling storyboard.Spelling) {
	for _, key := range spelling.Keys {
		if _, known := p.board.Strips[key.Strip]; known || len(p.board.Strips) == mostStrips {
			continue
		}
		piece := KeyPiece{Kind: "candidates", Words: strings.Split(key.Strip, stripBetween), KeyBox: KeyBox{W: phoneWidth, H: wordHeight}}
		p.board.Strips[key.Strip] = p.add(piece, storyboard.Piece{Y: stripMiddle - wordHeight/2})
	}
}

// addChoice adds what is pressed when candidates are chosen.
func (p *pieceMaker) addChoice(name string) {
	length, picks := strings.CutPrefix(name, pickKey)
	if !picks {
		p.addNamed(name)
		return
	}
	n, _ := strconv.Atoi(length)
	keys := p.board.Planes[p.board.Choosing].Keys
	if _, known := keys[name]; !known {
		box := KeyBox{W: float64(n)*candidateSize + candidateEdge, H: wordHeight + 4}
		keys[name] = p.add(KeyPiece{Kind: "pick", KeyBox: box}, storyboard.Piece{X: candidateEdge / 2, Y: stripMiddle - box.H/2})
	}
}

// flick is a key of kana that is pressed, and beside it the letter to which the finger moves.
func flick(key KeyCap) KeyPiece {
	const across, down = kanaColumn + keyGap, rowPitch
	box := KeyBox{key.X - piecePad, key.Y - piecePad, key.W + 2*piecePad, key.H + 2*piecePad}
	switch key.Way {
	case "left":
		box.X, box.W = box.X-across, box.W+across
	case "right":
		box.W += across
	case "up":
		box.Y, box.H = box.Y-down, box.H+down
	case "down":
		box.H += down
	}
	return KeyPiece{Kind: "flick", Cap: key, KeyBox: box}
}

// addEach adds those of some suggested words that are not there yet.
func (p *pieceMaker) addEach(words []string) {
	for _, word := range words {
		if _, known := p.board.Words[word]; known || word == "" || len(p.board.Words) == mostWords {
			continue
		}
		piece := KeyPiece{Kind: "word", Cap: KeyCap{Text: word}, KeyBox: KeyBox{W: wordWidth, H: wordHeight}}
		p.board.Words[word] = p.add(piece, storyboard.Piece{Y: stripMiddle - wordHeight/2})
	}
}

// wordSlots returns where suggested words begin in the strip: each is in the middle of a third.
func wordSlots() (slots [3]float64) {
	for i := range slots {
		slots[i] = math.Round((float64(i)+0.5)*phoneWidth/3 - wordWidth/2)
	}
	return slots
}

// pieceGap is the distance of pieces: a shadow below one, and the room that the one behind it is captured with.
const pieceGap = 2

// pack puts the pieces side by side, in rows below each other. Each stands clear of the others, and of what follows them.
func (p *pieceMaker) pack() {
	x, y, high := 0.0, 0.0, 0.0
	for i := range p.view.Pieces {
		box := &p.view.Pieces[i].KeyBox
		if x+box.W > phoneWidth {
			x, y, high = 0, y+high+pieceGap, 0
		}
		box.X, box.Y = x, y
		x, high = math.Ceil(x+box.W)+pieceGap, max(high, math.Ceil(box.H))
	}
	p.view.Sheet = int(y + high + pieceGap)
}

// callout is what shows above a key that is pressed: the key itself, and the letter large above it. At the edges of the
// screen it reaches inwards only.
func callout(key KeyCap, glass bool) KeyPiece {
	corner, large := 5.0, 10.0
	if glass {
		corner, large = 8.4, 15
	}
	left := min(calloutWing, key.X-screenMargin)
	right := min(2*calloutWing-left, phoneWidth-screenMargin-key.X-key.W)
	left = 2*calloutWing - right
	if left > key.X-screenMargin {
		left = key.X - screenMargin
	}
	const o = piecePad
	w, x0, x1, bottom := left+key.W+right, o+left, o+left+key.W, o+calloutUp+key.H
	shape := fmt.Sprintf("M%.2f %.2fH%.2fa%.1f %.1f 0 0 1 %.1f %.1fV%.2fC%.2f %.2f %.2f %.2f %.2f %.2fV%.2fa%.1f %.1f 0 0 1 -%.1f %.1fH%.2fa%.1f %.1f 0 0 1 -%.1f -%.1fV%.2fC%.2f %.2f %.2f %.2f %.2f %.2fV%.2fa%.1f %.1f 0 0 1 %.1f -%.1fZ",
		o+large, o, o+w-large, large, large, large, large,
		o+38.0, o+w, o+49.0, x1, o+47.0, x1, o+61.0,
		bottom-corner, corner, corner, corner, corner, x0+corner, corner, corner, corner, corner,
		o+61.0, x0, o+47.0, o, o+49.0, o, o+38.0,
		o+large, large, large, large, large)
	return KeyPiece{
		Kind: "callout", Cap: key, Shape: shape,
		KeyBox: KeyBox{key.X - left - o, key.Y - calloutUp - o, math.Ceil(w + 2*o), calloutUp + key.H + 2*o},
	}
}
