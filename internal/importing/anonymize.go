package importing

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mockup/examples/media"
	"mockup/internal/importing/parse"
)

// anonymize gives everybody an invented name and face, and replaces names, numbers, addresses and links in the texts. The same
// is always replaced by the same. What is invented depends only on the order in which things appear, so that nothing of the
// original can be computed from it.
func anonymize(d *draft) {
	patterns := identifying()
	a := &anonymizer{words: map[string]string{}, seen: map[string]string{}, counts: map[string]int{}, patterns: patterns, match: anyOf(patterns)}
	a.rename(d)
	title := d.conversation.Title
	switch {
	case d.isGroup() && (d.platform == "slack" || d.platform == "discord"): // the name of a channel
		d.conversation.Title = "general"
	case d.isGroup():
		d.conversation.Title = "Our group"
	default:
		d.conversation.Title = d.people[1].Name
	}
	if d.isAI() {
		d.conversation.Title = "Conversation"
	}
	a.groups = map[string]string{title: d.conversation.Title}
	a.messages(d)
	d.giveIDs()
}

type anonymizer struct {
	words    map[string]string // invented names by the words of the real ones, in lower case
	phrases  *strings.Replacer // the same for scripts without blanks
	seen     map[string]string // what stands for a number, address or link
	counts   map[string]int    // how many there are of each kind
	groups   map[string]string // invented names of groups by the real ones
	files    int               // that were named
	contacts int               // that were named
	quoted   *regexp.Regexp    // what a line of the app quotes
	patterns []pattern
	match    *regexp.Regexp // any of them
}

// invented are names with faces of the examples, and then without. They are short, known in many countries, and differ in
// their first letters as far as possible.
func invented() (withFace, others []string) {
	return []string{"Mia", "Noah", "Zoe", "Omar", "Priya", "Lucas", "Emma", "Kenji", "Sofia", "Aisha"},
		[]string{"Ben", "Clara", "David", "Elif", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karin", "Leo", "Maya", "Nils", "Olga", "Paul", "Rosa", "Sam", "Tara", "Umar", "Vera", "Yuki", "Anton", "Bella", "Cem", "Dora", "Emil", "Finn", "Gina", "Hana", "Ivan"}
}

// rename gives everybody of the conversation a name, also those who only appear in texts.
func (a *anonymizer) rename(d *draft) {
	if d.format == "chatgpt" || d.format == "claude" {
		return // "You" and the assistant
	}
	real := map[string]bool{}
	everybody := slices.Clone(d.people)
	for _, p := range d.conversation.People {
		if !slices.ContainsFunc(everybody, func(e *person) bool { return e.Key == p.Key }) {
			everybody = append(everybody, &person{Person: p})
		}
		for _, word := range wordsOf(p.Name) {
			real[strings.ToLower(word)] = true
		}
	}
	withFace, others := invented()
	names := slices.DeleteFunc(slices.Concat(withFace, others), func(name string) bool { return real[strings.ToLower(name)] })
	var phrases []string
	for i, p := range everybody {
		name := names[i%len(names)]
		if round := i / len(names); round > 0 {
			name += " " + strconv.Itoa(round+1)
		}
		phrases = append(phrases, a.replaceName(p.Name, name)...)
		if p.Handle != "" {
			a.words[strings.ToLower(p.Handle)] = strings.ToLower(name)
		}
		p.Name, p.Handle = name, strings.ToLower(slug(name))
		if slices.Contains(withFace, name) {
			if data, err := fs.ReadFile(media.Avatars, "avatars/"+strings.ToLower(name)+".jpg"); err == nil {
				p.face = &picture{face: data, mime: "image/jpeg", bytes: int64(len(data))}
			}
		}
		for j := range d.conversation.People {
			if d.conversation.People[j].Key == p.Key {
				d.conversation.People[j] = parse.Person{Key: p.Key, Name: p.Name, Handle: p.Handle}
			}
		}
	}
	a.phrases = strings.NewReplacer(phrases...)
}

// replaceName notes what stands for the words of a name: for the first the invented name, for the others a letter.
func (a *anonymizer) replaceName(real, name string) (phrases []string) {
	words := wordsOf(real)
	for i, word := range words {
		lower := strings.ToLower(word)
		if utf8.RuneCountInString(word) < 2 || a.words[lower] != "" {
			continue
		}
		a.words[lower] = name
		if i > 0 {
			a.words[lower] = string([]rune(name)[0]) + "."
		}
		if hasNoBlanks(word) {
			phrases = append(phrases, word, name)
		}
	}
	return phrases
}

// wordsOf returns the words of a text: runs of letters and digits.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// hasNoBlanks reports whether a word is of a script that puts no blanks between words.
func hasNoBlanks(word string) bool {
	for _, r := range word {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Hangul) {
			return true
		}
	}
	return false
}

// text replaces what says who people are.
func (a *anonymizer) text(text string) string {
	var b strings.Builder
	for text != "" {
		place := a.match.FindStringSubmatchIndex(text)
		if place == nil {
			break
		}
		b.WriteString(a.plain(text[:place[0]]))
		for i, p := range a.patterns {
			if place[2*i+2] >= 0 {
				b.WriteString(a.replace(p, text[place[0]:place[1]]))
			}
		}
		text = text[place[1]:]
	}
	b.WriteString(a.plain(text))
	return b.String()
}

// plain replaces names in text without numbers, addresses and links.
func (a *anonymizer) plain(text string) string {
	if a.phrases != nil {
		text = a.phrases.Replace(text)
	}
	return a.names(text)
}

// names replaces the words of names. A name of three letters or fewer may be a word of the language; it is replaced only
// where it is written with a capital.
func (a *anonymizer) names(text string) string {
	var b strings.Builder
	for text != "" {
		end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
		switch {
		case end < 0:
			end = len(text)
		case end == 0:
			_, size := utf8.DecodeRuneInString(text)
			b.WriteString(text[:size])
			text = text[size:]
			continue
		}
		word := text[:end]
		text = text[end:]
		first, _ := utf8.DecodeRuneInString(word)
		name := a.words[strings.ToLower(word)]
		if name != "" && (utf8.RuneCountInString(word) > 3 || unicode.IsUpper(first) || !unicode.IsLower(first)) {
			word = name
		}
		b.WriteString(word)
	}
	return b.String()
}

// pattern matches what says who somebody is.
type pattern struct {
	kind  string
	match string // a regular expression without groups
	// invent returns the n-th replacement of its kind, counted from 0.
	invent func(found string, n int) string
}

// replace returns what stands for a text: always the same for the same.
func (a *anonymizer) replace(p pattern, found string) string {
	_, name, _ := strings.Cut(found, "@")
	switch {
	case p.kind == "handle" && slices.Contains([]string{"here", "channel", "everyone", "all"}, name):
		return found
	case p.kind == "handle" && a.words[strings.ToLower(name)] != "":
		return a.names(found)
	case p.kind == "digits" && (!isIdentifying(found) || isDate(found)):
		return found
	}
	key := p.kind + " " + strings.ToLower(found)
	if known, ok := a.seen[key]; ok {
		return known
	}
	replacement := p.invent(found, a.counts[p.kind])
	a.counts[p.kind]++
	a.seen[key] = replacement
	return replacement
}

// identifying returns the patterns. Where several match, the first does.
func identifying() []pattern {
	street := func(_ string, n int) string { return fmt.Sprintf("%d Example Street", n+1) }
	return []pattern{
		{"link", `(?i:\b(?:https?://|www\.)[^\s<>"]*[^\s<>".,;:!?)]|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|app|de|fr|es|it|nl|uk|eu|ch|at|me|co|tv|dev|info|biz|ru|pl|br|in|jp)\b/[^\s<>"]*)`,
			func(_ string, n int) string { return fmt.Sprintf("https://example.com/%d", n+1) }},
		{"mail", `[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`, func(_ string, n int) string { return fmt.Sprintf("name%d@example.com", n+1) }},
		{"street", `\b\d{1,5}[a-z]?,? (?:\p{Lu}[\pL'.-]+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Court|Ct|Place|Square|Terrace|Close)\b\.?`, street},
		{"street", `\p{Lu}[\pL-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|straat|laan|gatan|vägen) \d{1,4} ?[a-z]?\b`, street},
		{"street", `(?i:\b\d{1,4}(?: bis)?,? (?:rue|avenue|boulevard|chemin|allée|impasse) (?:d[eu]s? |de la |l')?[\pL'-]+)(?: \p{Lu}[\pL'-]+)*`, street},
		{"street", `\b(?:Calle|Avenida|Via|Viale|Piazza|Corso|Rua|Plaza|Paseo) (?:de |del |la |di |da |do )*\p{Lu}[\pL'-]*(?: \p{Lu}[\pL'-]*)*,? (?:nº ?|n\. ?)?\d{1,4}`, street},
		{"account", `\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b`, digits},
		{"handle", `(?:^|[^\pL\pN])@[a-z0-9_.]*[a-z0-9_]`, handle},
		{"phone", `\+\d[\d ()/.-]{6,}\d|\(?\b0\d[\d ()/-]{6,}\d|\(\d{3}\) ?\d{3}-\d{4}|\b\d{3}-\d{3}-\d{4}\b`,
			func(_ string, n int) string { return fmt.Sprintf("+1 555 01%02d", n%100) }}, // numbers that are kept free for films
		{"digits", `\d(?:[ -]?\d){4,}|\d+`, digits},
	}
}

// anyOf joins the patterns. The group of a pattern has its number, from 1.
func anyOf(patterns []pattern) *regexp.Regexp {
	var all []string
	for _, p := range patterns {
		all = append(all, "("+p.match+")")
	}
	return regexp.MustCompile(strings.Join(all, "|"))
}

// handle replaces @name. The character before it stays.
func handle(found string, n int) string {
	before, _, _ := strings.Cut(found, "@")
	return fmt.Sprintf("%s@someone%d", before, n+1)
}

// isIdentifying reports whether a number is long enough to say who somebody is.
func isIdentifying(found string) bool {
	count := 0
	for _, r := range found {
		if unicode.IsDigit(r) {
			count++
		}
	}
	return count >= 5
}

// isDate reports whether digits are a day, which stays.
func isDate(found string) bool {
	return regexp.MustCompile(`^(19|20)\d\d-[01]\d-[0-3]\d$`).MatchString(found)
}

// digits replaces the digits of a number by others.
func digits(found string, n int) string {
	draw := rand.New(rand.NewPCG(uint64(n), 20)) // the same every time
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return rune('0' + draw.IntN(10))
		}
		return r
	}, found)
}
