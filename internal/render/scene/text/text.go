// Package text formats what payloads say: plain text, Markdown and code as safe markup, counters and amounts as apps write
// them, excerpts and masks. Its functions are pure.
package text

import (
	"cmp"
	"html/template"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Markup says what an app makes of plain text. The zero value escapes it and nothing more.
type Markup struct {
	Links    bool // addresses become <a class="link">
	Emails   bool // email addresses become <a class="link">
	Phones   bool // telephone numbers become <a class="link">
	Mentions bool // @name becomes <a class="mention">
	People   bool // only names in Names are mentions
	Hashtags bool // #tag becomes <a class="hashtag">
	WideTags bool // "＃" begins hashtags, too
	LongTags bool // hashtags stand behind a space and go on to the next one
	Commands bool // /start becomes <a class="command">, as what one says to a bot
	Places   bool // r/name and u/name become <a class="place">, a community and a person
	Times    bool // 4:32 becomes <a class="time">, a place in a video
	Cashtags bool // $TSLA becomes <a class="cashtag">
	ASCII    bool // names in mentions are handles of ASCII
	Plain    bool // they have no dots and hyphens, and mentions stand behind letters that are not of ASCII, too
	Domains  bool // mentions are handles that are domains, such as @mia.example.org
	Bare     bool // mentions are written without their "@"

	// Styles are delimiters and the elements that they stand for, as *bold* is b; with any, a fence of three backticks
	// makes a block of code, of which Language leaves out the name of a language on its first line.
	Styles   []Style
	Lines    bool // what stands between two delimiters may have several lines
	Language bool
	flat     bool // a fence makes code within its line
	Within   bool // styles begin and end within words, too, but those of "_"
	Literal  bool // a delimiter behind a backslash makes nothing
	Escapes  bool // so it is with any sign, and the backslash is not shown

	Quotes   bool // lines that begin with "> " become <blockquote>
	quotes   int  // how many a text stands in
	Lists    bool // lines that begin with "- ", "* " or "1. " become <div class="item">
	Headings bool // lines that begin with "# " to "### " become <h1> to <h3>, and with "-# " <small>
	Titles   bool // [Mia](https://example.org) and <https://example.org> become <a class="link">

	Markdown bool // blocks are those of Markdown: quotes need no space and stand in each other, and there are rules, tables and indented code
	Raised   bool // ^word and ^(words) become <sup>

	LinkPath  int  // characters of an address behind its host; 0 shows addresses as they are, otherwise without scheme
	LinkWhole int  // characters behind the host that are still shown whole, where that is more than LinkPath
	LinkWWW   bool // shortened addresses keep their "www."

	Emoticons Emoticons // typed signs that become drawings

	Handles map[string]string // the names of those whose handles are known, which stand for them where mentions are bare
	Names   Names             // people whose whole names are mentions, although they have spaces
	Self    string            // the viewer: mentions of this name, its first word and of everybody have the class "self" as well

	Everybody []string // names that mention all people of a group
}

// Rich writes text as markup: escaped, with what m names made into elements. Line breaks stay as they are; the
// style sheet keeps them with white-space: pre-wrap.
func Rich(text string, m Markup) template.HTML {
	var out strings.Builder
	last := ' ' // the character before text
	whole := text
	for len(text) > 0 {
		if n := writeBlock(&out, whole[:len(whole)-len(text)], text, m); n > 0 {
			text, last = text[n:], '\n'
			continue
		}
		if n := writeEscaped(&out, text, m); n > 0 {
			text, last = text[n:], '.'
			continue
		}
		if n := writeRaised(&out, text, m); n > 0 {
			text, last = text[n:], ')'
			continue
		}
		if n := m.Emoticons.write(&out, text, last); n > 0 {
			text, last = text[n:], ')'
			continue
		}
		if n := m.restOfWord(text, last); n > 0 && isWord(last) { // no token begins inside a word
			out.WriteString(text[:n])
			last, _ = utf8.DecodeLastRuneInString(text[:n])
			text = text[n:]
			continue
		}
		if n := writeToken(&out, whole[:len(whole)-len(text)], text, m, last); n > 0 {
			last = 'x'
			if text[n-1] == '\n' { // behind a block of code a line begins
				last = '\n'
			}
			text = text[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(text)
		out.WriteString(template.HTMLEscapeString(string(r)))
		text, last = text[n:], r
	}
	return template.HTML(out.String())
}

// writeToken writes the token that text begins with and returns its length, 0 when there is none. What
// stands before decides whether one may begin here.
func writeToken(out *strings.Builder, before, text string, m Markup, last rune) int {
	if isWord(last) && !m.linksBehind(text, last) && (text[0] != '@' || !m.mentionsBehind(before)) {
		if m.Within && text[0] != '_' {
			return writeStyled(out, text, m)
		}
		return 0
	}
	if name := m.mention(text); name != "" {
		class := "mention"
		if m.isSelf(name) {
			class = "mention self"
		}
		shown := "@" + name
		if m.Bare {
			shown = cmp.Or(m.Handles[name], name)
		}
		out.WriteString(`<a class="` + class + `">` + template.HTMLEscapeString(shown) + `</a>`)
		return 1 + len(name)
	}
	digit := text[0] >= '0' && text[0] <= '9'
	letter := text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z'
	phone := func(text string) string { return findPhone(before, text) }
	for _, token := range []struct {
		on    bool
		find  func(string) string
		class string
	}{
		{m.Emails && (letter || digit) && !strings.ContainsRune("@./+%", last), findEmail, "link"},
		{m.Phones && (digit || text[0] == '+' || text[0] == '('), phone, "link"},
		{m.Links && (letter || digit) && !strings.ContainsRune("@./-", last), findLink, "link"},
		{m.Hashtags && m.beginsTag(text, last), m.findTag, "hashtag"},
		{m.Cashtags && text[0] == '$', findCashtag, "cashtag"},
		{m.Commands && text[0] == '/' && unicode.IsSpace(last), findCommand, "command"},
		{m.Places && last != '/' && (text[0] == '/' || letter), findPlace, "place"},
		{m.Times && digit, findTime, "time"},
	} {
		if !token.on {
			continue
		}
		if found := token.find(text); found != "" {
			shown := found
			if token.class == "link" {
				shown = m.shortLink(found)
			}
			out.WriteString(`<a class="` + token.class + `">` + template.HTMLEscapeString(shown) + `</a>`)
			return len(found)
		}
	}
	if n := writeTitle(out, text, m); n > 0 {
		return n
	}
	if m.Literal && last == '\\' {
		return 0
	}
	return writeStyled(out, text, m)
}

// writeEscaped writes the sign behind a backslash that a text begins with, and a shrug, which the app knows, with its backslash.
func writeEscaped(out *strings.Builder, text string, m Markup) int {
	const shrug = `¯\_(ツ)_/¯`
	if !m.Escapes {
		return 0
	}
	if strings.HasPrefix(text, shrug) {
		out.WriteString(shrug)
		return len(shrug)
	}
	if len(text) < 2 || text[0] != '\\' || text[1] > unicode.MaxASCII || !unicode.IsPunct(rune(text[1])) && !unicode.IsSymbol(rune(text[1])) {
		return 0
	}
	out.WriteString(template.HTMLEscapeString(text[1:2]))
	return 2
}

// shortLink writes an address as networks show it: the host, and at most LinkPath characters of what follows.
func (m Markup) shortLink(address string) string {
	if m.LinkPath == 0 {
		return address
	}
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	if !m.LinkWWW {
		address = strings.TrimPrefix(address, "www.")
	}
	host, rest, found := strings.Cut(address, "/")
	letters := []rune(rest)
	switch {
	case !found || rest == "":
		return host
	case len(letters) >= max(m.LinkPath, m.LinkWhole):
		return host + "/" + string(letters[:m.LinkPath-1]) + "…"
	}
	return address
}

// mention returns the name that a text beginning with a mention mentions, and "" for any other text.
func (m Markup) mention(text string) string {
	rest, ok := strings.CutPrefix(text, "@")
	if !ok || !m.Mentions && !m.People {
		return ""
	}
	if m.People {
		return m.Names.find(rest)
	}
	name := findMention(rest, m.ASCII)
	if handle := findMention(rest, true); m.Handles[name] == "" && m.Handles[handle] != "" {
		name = handle // in "@miaさん", where a handle may have other letters
	}
	if m.Domains && !strings.Contains(name, ".") {
		return ""
	}
	if m.Plain {
		name = name[:wordEnd(name)]
	}
	whole := m.Names.find(rest)
	next, _ := utf8.DecodeRuneInString(rest[len(whole):])
	if len(whole) > len(name) || whole != "" && unspaced(next) {
		return whole
	}
	return name
}

// mentionsBehind reports whether a mention may begin directly behind a letter, as in Japanese, on X for any name and elsewhere for one
// of the conversation.
func (m Markup) mentionsBehind(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return m.Plain && r > unicode.MaxASCII || m.People && unspaced(r)
}

// linksBehind reports whether an address begins directly behind a letter: so it does in scripts that put no space before it.
func (m Markup) linksBehind(text string, last rune) bool {
	return m.Links && unspaced(last) && beginsAddress(text)
}

// restOfWord is the length of the rest of a word, up to an address that begins directly behind its letters.
func (m Markup) restOfWord(text string, last rune) int {
	end := wordEnd(text)
	for _, scheme := range []string{"https", "http", "www"} {
		rest, ok := strings.CutSuffix(text[:end], scheme)
		if !ok {
			continue
		}
		before, n := utf8.DecodeLastRuneInString(rest)
		if n == 0 {
			before = last
		}
		if m.linksBehind(text[len(rest):], before) {
			return len(rest)
		}
	}
	return end
}

// beginsTag reports whether a hashtag may begin where a text does.
func (m Markup) beginsTag(text string, last rune) bool {
	sign := text[0] == '#' || m.WideTags && strings.HasPrefix(text, "＃")
	return sign && (!m.LongTags || unicode.IsSpace(last))
}

func (m Markup) findTag(text string) string {
	if m.LongTags {
		return findLongHashtag(text)
	}
	return findHashtag(text)
}

// isSelf reports whether a mentioned name is the viewer's, or stands for everybody.
func (m Markup) isSelf(name string) bool {
	if m.Self == "" {
		return false
	}
	first, _, _ := strings.Cut(m.Self, " ")
	return name == m.Self || name == first || slices.Contains(m.Everybody, name)
}

// wordEnd is the length of the word, or the rest of one, that a text begins with.
func wordEnd(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return !isWord(r) })
	if end < 0 {
		return len(text)
	}
	return end
}

// isWord reports characters that continue a word: no link, mention, hashtag or style begins behind one.
func isWord(r rune) bool { return r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N) }

// EmojiCount returns how many emoji a text consists of, and 0 when there is anything else in it but spaces.
func EmojiCount(text string) int {
	count := 0
	for rest, state := strings.TrimSpace(text), -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if strings.TrimSpace(cluster) == "" {
			continue
		}
		if !isEmoji(cluster) {
			return 0
		}
		count++
	}
	return count
}

// isEmoji reports whether a grapheme cluster shows as an emoji.
func isEmoji(cluster string) bool {
	first, _ := utf8.DecodeRuneInString(cluster)
	return isEmojiRune(first) || first > 0x7F && strings.ContainsRune(cluster, 0xFE0F) || strings.ContainsRune(cluster, 0x20E3)
}

// isEmojiRune reports characters that are emoji by themselves (Emoji_Presentation of Unicode's emoji-data).
func isEmojiRune(r rune) bool {
	if r >= 0x1F000 {
		return r <= 0x1FAFF
	}
	for _, b := range [...][2]rune{{0x231A, 0x231B}, {0x23E9, 0x23EC}, {0x23F0, 0x23F0}, {0x23F3, 0x23F3}, {0x25FD, 0x25FE},
		{0x2614, 0x2615}, {0x2648, 0x2653}, {0x267F, 0x267F}, {0x2693, 0x2693}, {0x26A1, 0x26A1}, {0x26AA, 0x26AB}, {0x26BD, 0x26BE},
		{0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4}, {0x26EA, 0x26EA}, {0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26FA, 0x26FA},
		{0x26FD, 0x26FD}, {0x2705, 0x2705}, {0x270A, 0x270B}, {0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E}, {0x2753, 0x2755},
		{0x2757, 0x2757}, {0x2795, 0x2797}, {0x27B0, 0x27B0}, {0x27BF, 0x27BF}, {0x2B1B, 0x2B1C}, {0x2B50, 0x2B50}, {0x2B55, 0x2B55}} {
		if b[0] <= r && r <= b[1] {
			return true
		}
	}
	return false
}
