package scene

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
)

// Keyboard is the view of a phone's keyboard. Go says where each key stands: lengths are CSS pixels from the corner of the
// board, which is as wide as the screen.
type Keyboard struct {
	Glass  bool // as apps of iOS 26 have it; else as before
	Globe  bool // the key below the others leads to other keyboards and, beside several languages, to emoji
	Video  bool // the keyboard is an item of the storyboard
	Planes []KeyPlane
	Rest   KeyPlane   // the one that shows while nothing is typed
	Start  []KeyPiece // the words that are suggested meanwhile, in their places, and the lines between them
	Pieces []KeyPiece
	Sheet  int // height of all pieces together, with room for shadows
}

// KeyPlane is a set of keys that show at the same time.
type KeyPlane struct {
	Kind   string // lower, upper, locked, shifted, pinyin, kana, numbers, symbols or emoji
	Keys   []KeyCap
	Labels keyLabels // of emoji
}

// KeyCap is a key.
type KeyCap struct {
	Kind string // letter; kana, which types several; function (shift, delete and the like), side and modifier among kana, space, return; emoji; category and section below emoji
	Name string // what it types, or what it does
	Text string // what is written on it; empty: its icon, or nothing
	Sub  string // what is written below that
	Icon string // name of a drawing
	Way  string // of kana that is pressed: left, up, right or down, where the finger moves
	On   bool   // the shift key of capitals, or the section that shows
	Thin bool   // of eleven or more letters in a row
	KeyBox
}

// KeyBox is where something stands on a keyboard.
type KeyBox struct{ X, Y, W, H float64 }

// KeyPiece is a part of a keyboard that shows for moments: a pressed key, which letters show above themselves, or a word in the
// strip. Its box is where it waits.
type KeyPiece struct {
	Kind  string // callout, flick, pressed, emoji, word, bars, candidates or pick
	Cap   KeyCap
	Words []string // the candidates
	Shape string   // of a callout: the path of its outline
	KeyBox
}

// The measures of a keyboard on a screen that is 402 wide, by a capture of iOS 26 at 3x: the board is 335 high, its strip 52;
// keys are 33.5 x 43 with 6.2 between them, and rows are 54.2 apart. That of earlier apps has the same places.
const (
	boardHeight  = 335
	keyMargin    = 5.6
	keyGap       = 6.2
	keyHeight    = 43
	rowPitch     = 54.2
	firstRow     = 52
	functionKey  = 45.4 // width of shift and delete
	cornerKey    = 93.2 // width of the keys beside the space bar
	bottomMiddle = 297
)

// hasKeyboard reports whether the keyboard is seen: the payload asks for it, and somebody types on a phone.
func (b *builder) hasKeyboard() bool {
	v, settings := b.scene.View, b.payload.Video
	return settings != nil && settings.Keyboard && v.Device.Phone && v.Lift != "lifted"
}

// typer is how the sender types.
type typer struct {
	keyboard bool // it is seen
	writing  writing
	turns    map[string][]int // of each text, see storyboard.Draft: those with the most keys, if it is typed more than once
}

// typerOf is how the sender types some texts.
func (b *builder) typerOf(texts []string) typer {
	if !b.hasKeyboard() {
		return typer{}
	}
	view, keyboard, writing := b.keyboardOf(texts)
	board := storyboard.Storyboard{Keyboard: keyboard}
	for _, text := range texts {
		draft := storyboard.Draft{Text: text}
		writing.write(&draft)
		board.Drafts = append(board.Drafts, draft)
	}
	p := pieceMaker{view: view, board: keyboard}
	p.addKeys(board.Drafts)
	board.FindTurns()
	t := typer{keyboard: true, writing: writing, turns: map[string][]int{}}
	for _, draft := range board.Drafts {
		if len(draft.Turns) > len(t.turns[draft.Text]) {
			t.turns[draft.Text] = draft.Turns
		}
	}
	return t
}

// typing is how long a draft of so many letters is typed. Where the keyboard is seen, all keys that are pressed for it count.
func (t typer) typing(draft storyboard.Draft, letters int) time.Duration {
	if !t.keyboard {
		return pace.Typed(letters, pace.TypeRate)
	}
	t.writing.write(&draft)
	draft.Turns = t.turns[draft.Text]
	return storyboard.TapPause + draft.FirstTurns() + pace.Typed(draft.KeyCount(), pace.KeyRate)
}

// keyboardOf returns the keyboard for some texts, its storyboard, of which the item is not known yet, and their writing.
func (b *builder) keyboardOf(texts []string) (*Keyboard, *storyboard.Keyboard, writing) {
	options := b.manifest.Options.Keyboard
	k := keyboardMaker{view: &Keyboard{Glass: options.Look == "glass"}, board: &storyboard.Keyboard{}, texts: texts, writing: b.writingOf(texts)}
	k.addPlanes(k.layouts(), options.ReturnKey)
	k.view.Rest = k.view.Planes[k.board.Rest]
	k.addStart()
	k.board.Stock = storyboard.Stock(k.english(unicode.L))
	return k.view, k.board, k.writing
}

// keyboardMaker makes the view of a keyboard and its storyboard side by side.
type keyboardMaker struct {
	view    *Keyboard
	board   *storyboard.Keyboard
	texts   []string
	writing writing
	used    map[string]bool // letters of the texts
	layout  int             // of the planes that are added, as storyboard.Plane says
	back    string          // the key that leads to letters from planes that all layouts share
	several bool            // letters of several languages are typed: each has planes of its own for numbers, signs and emoji
}

// layouts returns the layouts that the texts need beside that of a writing whose letters are spelled.
func (k *keyboardMaker) layouts() []layout {
	list := layoutsOf(k.texts)
	if k.writing != "" {
		used := k.letters()
		list = slices.DeleteFunc(list, func(l layout) bool {
			return !slices.ContainsFunc(used, func(letter string) bool { return l.weight(letter) > 0 })
		})
	}
	return list
}

// addPlanes adds the planes that the texts need.
func (k *keyboardMaker) addPlanes(layouts []layout, returns string) {
	k.used = map[string]bool{}
	for _, text := range k.texts {
		for _, letter := range letters(text) {
			k.used[letter] = true
		}
	}
	common := layoutsOf(nil)[0]
	if len(layouts) > 0 {
		common = layouts[0]
	}
	k.back = common.letterKey()
	if k.several = len(layouts) > 1 || len(layouts) > 0 && k.writing != ""; k.several {
		k.view.Globe = true
	}
	for i, l := range layouts {
		k.layout = i
		k.addLetters(l, returns)
	}
	if len(layouts) > 0 && layouts[0].cased && capitals(k.texts) {
		k.board.Rest = 1
	}
	if k.writing != "" {
		k.layout = len(layouts)
		k.addSpelling(returns)
	}
	if k.several {
		k.addOwnPlanes(layouts, returns)
	} else {
		k.addSharedPlanes(common, layouts, returns)
	}
}

// addSharedPlanes adds the planes of numbers, signs and emoji of the one language that is typed.
func (k *keyboardMaker) addSharedPlanes(common layout, layouts []layout, returns string) {
	k.layout = -1
	common.numbers, common.symbols = [3]string{}, [3]string{}
	k.addSigns(common, returns)
	for i, l := range layouts {
		if k.layout = i; l.hasSigns() {
			k.addSigns(l, returns)
		}
	}
	k.layout = -1
	labels := k.writing.labels()
	if k.writing == "" {
		labels.Letters = k.back
	}
	k.addEmoji(labels, "emoji")
}

// addOwnPlanes adds the planes of numbers, signs and emoji of each of several languages: the key that leads back to letters says which these
// are. A writing has added those of its signs.
func (k *keyboardMaker) addOwnPlanes(layouts []layout, returns string) {
	labels := k.writing.labels()
	for i, l := range layouts {
		k.layout = i
		k.addSigns(l, returns)
		if l.hasSigns() { // other texts may have those of Latin beside it
			l.numbers, l.symbols = [3]string{}, [3]string{}
			k.addSigns(l, returns)
		}
		own := labels
		own.Letters = l.letterKey()
		k.addEmoji(own, "emoji", storyboard.GlobeKey)
	}
	if k.writing != "" {
		k.layout = len(layouts)
		k.addEmoji(labels, "emoji", storyboard.GlobeKey)
	}
}

// addEmoji adds a plane of emoji if the texts have any.
func (k *keyboardMaker) addEmoji(labels keyLabels, leads ...string) {
	if emoji := slices.DeleteFunc(k.letters(), func(l string) bool { return !isEmoji(l) }); len(emoji) > 0 {
		k.addPlane(emojiPlane(emoji, labels), leads...)
	}
}

// addLetters adds the planes of letters of a layout. Capitals rest if those texts begin with one that are typed with it.
func (k *keyboardMaker) addLetters(l layout, returns string) {
	leads := []string{"shift", k.back}
	if own := l.letterKey(); k.several {
		leads = []string{"shift", own, storyboard.GlobeKey}
	} else if own != k.back {
		leads = append(leads, own)
	}
	k.addPlane(l.plane("lower", returns, k.view.Glass), leads...)
	rests := len(k.board.Planes) - 1
	if l.cased {
		k.addPlane(l.plane("upper", returns, k.view.Glass), leads...)
		if capitals(slices.DeleteFunc(slices.Clone(k.texts), l.foreign)) {
			rests++
		}
		if slices.ContainsFunc(k.texts, l.locks) {
			k.addPlane(l.plane("locked", returns, k.view.Glass), leads...)
		}
	}
	k.board.Planes[rests].Rests = true
	if l.shifted != "" && slices.ContainsFunc(k.texts, needsShift) {
		k.addPlane(l.plane("shifted", returns, k.view.Glass), leads...)
	}
}

// addSigns adds the planes of numbers and signs of a layout that the texts need.
func (k *keyboardMaker) addSigns(l layout, returns string) {
	for _, kind := range []string{"numbers", "symbols"} {
		if plane := l.plane(kind, returns, k.view.Glass); k.types(plane) {
			k.addPlane(plane, map[string][]string{"numbers": {"123"}, "symbols": {"#+=", "123"}}[kind]...)
		}
	}
}

// english reports whether the texts could be in English, as far as they have letters of a script: there are some, and all are ASCII.
func (k *keyboardMaker) english(script *unicode.RangeTable) bool {
	all := strings.Join(k.texts, "")
	found := strings.ContainsFunc(all, func(r rune) bool { return unicode.Is(script, r) && unicode.IsLetter(r) })
	return found && !strings.ContainsFunc(all, func(r rune) bool { return unicode.Is(script, r) && r > unicode.MaxASCII })
}

// addStart adds the words that iOS suggests in English while nothing is typed. In a picture they show where no other language is typed.
func (k *keyboardMaker) addStart() {
	rests := slices.IndexFunc(k.view.Planes, func(p KeyPlane) bool {
		return slices.ContainsFunc(p.Keys, func(c KeyCap) bool { return c.Name == "a" || c.Name == "A" })
	})
	if rests < 0 || !k.english(unicode.Latin) {
		return
	}
	if !k.board.Planes[rests].Rests {
		rests++
	}
	k.board.Start, k.board.StartIn = []string{"I", "the", "I’m"}, k.board.Planes[rests].Layout
	if k.view.Planes[rests].Kind == "upper" {
		k.board.Start[1] = "The"
	}
	if !k.english(unicode.L) {
		return
	}
	for i, x := range wordSlots() {
		box := KeyBox{x, stripMiddle - wordHeight/2, wordWidth, wordHeight}
		k.view.Start = append(k.view.Start, KeyPiece{Kind: "word", Cap: KeyCap{Text: k.board.Start[i]}, KeyBox: box})
	}
	k.view.Start = append(k.view.Start, KeyPiece{Kind: "bars", KeyBox: KeyBox{0, stripMiddle - wordHeight/2, phoneWidth, wordHeight}})
}

// types reports whether the texts need a plane: none of those before has one of its letters that they use; of several languages none of the same.
func (k *keyboardMaker) types(plane KeyPlane) bool {
	var before []KeyPlane
	for i, p := range k.view.Planes {
		if !k.several || k.board.Planes[i].Layout == k.layout {
			before = append(before, p)
		}
	}
	for _, c := range plane.Keys {
		known := slices.ContainsFunc(before, func(p KeyPlane) bool {
			return slices.ContainsFunc(p.Keys, func(other KeyCap) bool {
				return other.Name == c.Name || other.Kind == "kana" && strings.Contains(other.Name, c.Name)
			})
		})
		if c.Kind == "letter" && k.used[c.Name] && !known {
			return true
		}
		if c.Kind == "kana" && !known && strings.ContainsFunc(c.Name, func(r rune) bool { return k.used[string(r)] }) {
			return true
		}
	}
	return false
}

// capitals reports whether most texts begin with a capital, as they do where the keyboard sees to it. It does not for the letters
// of Chinese and Japanese, which have none.
func capitals(texts []string) bool {
	small := 0
	for _, text := range texts {
		if first := letters(text); len(first) > 0 && (isLower(first[0]) || isSpelled(first[0])) {
			small++
		}
	}
	return 2*small <= len(texts)
}

// letters lists the letters that the texts use, each once, in their order.
func (k *keyboardMaker) letters() (list []string) {
	seen := map[string]bool{}
	for _, text := range k.texts {
		for _, letter := range letters(text) {
			if !seen[letter] {
				seen[letter], list = true, append(list, letter)
			}
		}
	}
	return list
}

// addPlane adds a plane, and says which keys of others lead to it.
func (k *keyboardMaker) addPlane(plane KeyPlane, leads ...string) {
	k.view.Planes = append(k.view.Planes, plane)
	k.board.Planes = append(k.board.Planes, storyboard.Plane{Kind: plane.Kind, Layout: k.layout, Keys: map[string]int{}, Switch: leads})
}

// keyboardKey is the key of the item that is the keyboard.
const keyboardKey = "keyboard"

// addKeyboard makes the keyboard an item of a storyboard, with the pieces that its drafts need.
func (b *builder) addKeyboard(board *storyboard.Storyboard, step *storyboard.Step) error {
	if !b.hasKeyboard() || board.Field == nil {
		return nil
	}
	texts := make([]string, len(board.Drafts))
	for i, draft := range board.Drafts {
		texts[i] = draft.Text
	}
	view, keyboard, writing := b.keyboardOf(texts)
	for i := range board.Drafts {
		writing.write(&board.Drafts[i])
	}
	view.Video = true
	p := pieceMaker{view: view, board: keyboard}
	p.addWords(board.Drafts)
	p.addKeys(board.Drafts) // callouts reach over the strip
	p.pack()
	item, err := b.addItem(board, storyboard.Item{Slot: "keyboard", Key: keyboardKey, Pinned: true}, "keys", view)
	if err != nil {
		return err
	}
	step.Put = append(step.Put, item)
	keyboard.Item = item
	board.Keyboard, b.scene.View.Keyboard = keyboard, view
	return nil
}

// ownTexts are those that the sender types.
func ownTexts(messages []timedMessage) (texts []string) {
	for _, m := range messages {
		if m.view.Out && m.view.Plain != "" {
			texts = append(texts, m.view.Plain)
		}
	}
	return texts
}
