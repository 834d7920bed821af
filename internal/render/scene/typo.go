package scene

import (
	"math/rand/v2"
	"slices"
	"strings"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// typoApart is how many letters lie at least between two typos of a text.
const typoApart = 5

// letterPlace is a letter of a message, with those whose keys are beside its own.
type letterPlace struct {
	message, letter int
	beside          []string
}

// makeTypos gives the messages that are typed the typos that the payload asks for. They are spread over all that is typed,
// and are the same each time.
func (b *builder) makeTypos(p *schema.ChatProps, messages []timedMessage) {
	settings := b.payload.Video
	if settings == nil || settings.Typos == 0 || !p.ShowFooter {
		return
	}
	var places []letterPlace
	var texts []string
	for i := b.chatOnStage(messages); i < len(messages); i++ {
		text := messages[i].view.Plain
		if _, pasted := storyboard.Keys(text); messages[i].view.Out && !messages[i].view.Unsent && !pasted {
			texts = append(texts, text)
			places = append(places, typoPlaces(i, text)...)
		}
	}
	random := rand.New(rand.NewPCG(hash(strings.Join(texts, "\n")), uint64(settings.Typos)))
	for n := range settings.Typos {
		part := places[n*len(places)/settings.Typos : (n+1)*len(places)/settings.Typos]
		part = slices.DeleteFunc(slices.Clone(part), func(at letterPlace) bool {
			typos := messages[at.message].typos
			return len(typos) > 0 && at.letter-typos[len(typos)-1].Letter < typoApart
		})
		if len(part) == 0 {
			continue
		}
		at := part[random.IntN(len(part))]
		typos := &messages[at.message].typos
		*typos = append(*typos, storyboard.Typo{Letter: at.letter, Wrong: at.beside[random.IntN(len(at.beside))]})
	}
}

// typoPlaces lists the letters of a text in whose place a wrong one may be typed: small ones within a word.
func typoPlaces(message int, text string) (places []letterPlace) {
	rows := layoutsOf([]string{text})[0].rows // of letters that are spelled, none is among them
	list := letters(text)
	for i := 1; i+1 < len(list); i++ {
		if strings.TrimSpace(list[i-1]) == "" {
			continue
		}
		for _, row := range rows {
			keys := strings.Split(row, "")
			at := slices.Index(keys, list[i])
			if at < 0 {
				continue
			}
			beside := slices.Concat(keys[max(0, at-1):at], keys[at+1:min(len(keys), at+2)])
			places = append(places, letterPlace{message, i, beside})
		}
	}
	return places
}
