package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mockup/internal/pattern"
)

const topLevels = `(?:com|org|net|io|dev|app|co|ai|me|gg|tv|shop|uk|de|fr|es|it|nl|eu)`

// tagLetter is what hashtags consist of: letters with their marks, as the vowels of Thai, digits, and the signs inside words that X's
// twitter-text allows, such as the joiners of Persian, the middle dots of Catalan and Japanese, and the dots between syllables of Tibetan.
const tagLetter = `[\pL\pM\pN_\x{200c}\x{200d}\x{b7}\x{5be}\x{5f3}\x{5f4}\x{f0b}\x{f0c}\x{30a0}\x{30fb}\x{ff5e}\x{301c}]`

// notAddress is what no address goes on with: spaces, quotation marks, punctuation of other scripts, and all of Chinese, Japanese and
// Korean, which put no space behind an address. Browsers copy such letters of an address as "%E8%8C%B6".
const notAddress = `\s<>"«»‘’“”„‹›—،؛؟।\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\x{3000}-\x{303f}\x{30fb}\x{30fc}\x{ff00}-\x{ffef}`

// addressRest is the rest of an address, which ends before the punctuation of the sentence.
const addressRest = `[^` + notAddress + `]*[^` + notAddress + `.,;:!?)\]}'…]`

var (
	linkPattern    = pattern.Lazy(`^(?:(?:https?://|www\.)` + addressRest + `|(?:[a-zA-Z0-9-]+\.)+` + topLevels + `(?:/` + addressRest + `)?\b)`)
	hostPattern    = pattern.Lazy(`^(?:[a-zA-Z0-9-]+\.)+` + topLevels + `\b`)
	mentionPattern = pattern.Lazy(`^[\pL\pM\pN_](?:[\pL\pM\pN_.-]*[\pL\pM\pN_])?`)
	placePattern   = pattern.Lazy(`^/?[ru]/[a-zA-Z0-9_-]{2,21}\b`)
	timePattern    = pattern.Lazy(`^\d{1,2}(?::[0-5]\d){1,2}\b`)
	cashtagPattern = pattern.Lazy(`^\$[a-zA-Z]{1,6}(?:[._][a-zA-Z]{1,2})?\b`)      // as X's twitter-text has it
	commandPattern = pattern.Lazy(`^/[a-zA-Z0-9_]{1,32}(?:@[a-zA-Z0-9_]{5,32})?$`) // as the Bot API has commands and names of bots
	hashtagPattern = pattern.Lazy(`^[#＃]` + tagLetter + `*[\pL\pM_]` + tagLetter + `*`)
)

// Bounds of tokens in bytes. A pattern costs time in proportion to the text that it is given, even where it fails on the
// first character, so each is given no more than it can match.
const (
	longestToken   = 4096 // of addresses, names and tags; browsers give up on addresses at half of that
	longestPlace   = 32
	longestCommand = 72
	longestTime    = 16
	longestCash    = 16
)

// window returns the part of a text that a token may be in: no token has a space.
func window(text string, most int) string {
	text = text[:min(len(text), most)]
	if end := strings.IndexAny(text, " \t\r\n"); end >= 0 {
		return text[:end]
	}
	return text
}

// findLink returns the address that a text begins with. Most words are no address, which their first characters show.
func findLink(text string) string {
	if beginsAddress(text) {
		return findAddress(text)
	}
	end := strings.IndexFunc(text, func(r rune) bool { return !isHost(r) })
	if end < 0 {
		end = len(text)
	}
	// A character more, for the end of the word.
	_, more := utf8.DecodeRuneInString(text[end:])
	end = min(end+more, longestToken, len(text))
	if strings.IndexByte(text[:end], '.') < 0 {
		return ""
	}
	host := hostPattern().FindString(text[:end])
	if host != "" && strings.HasPrefix(text[len(host):], "/") {
		return findAddress(text)
	}
	if strings.HasPrefix(text[len(host):], "@") { // the beginning of an email address
		return ""
	}
	return host
}

// beginsAddress reports whether a text begins as nothing but an address does.
func beginsAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "www.")
}

// findAddress returns an address with its path. A bracket at its end belongs to it if it was opened in it.
func findAddress(text string) string {
	word := window(text, longestToken)
	found := linkPattern().FindString(word)
	open := strings.Count(found, "(") - strings.Count(found, ")")
	for open > 0 && strings.HasPrefix(word[len(found):], ")") {
		found, open = word[:len(found)+1], open-1
	}
	return found
}

func isHost(r rune) bool {
	return r == '.' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// findMention returns the name that a text begins with, which stands behind an "@". A handle of ASCII ends before the title in
// "@miaさん".
func findMention(text string, ascii bool) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !isWord(r) && r != '.' && r != '-' || ascii && r > unicode.MaxASCII })
	if end < 0 {
		end = len(text)
	}
	return mentionPattern().FindString(text[:min(end, longestToken)])
}

func findHashtag(text string) string {
	_, sign := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[sign:]); !isWord(next) {
		return ""
	}
	return hashtagPattern().FindString(window(text, longestToken))
}

// findLongHashtag returns the hashtag that a text begins with on Bluesky, as the TAG_REGEX of its library has it: all up to the next
// space or invisible sign, without the punctuation at its end.
func findLongHashtag(text string) string {
	word := window(text, longestToken)
	_, sign := utf8.DecodeRuneInString(word)
	name := word[sign:]
	if end := strings.IndexFunc(name, endsLongHashtag); end >= 0 {
		name = name[:end]
	}
	name = strings.TrimRightFunc(name, unicode.IsPunct)
	says := func(r rune) bool { return !unicode.IsPunct(r) && (r < '0' || r > '9') }
	if strings.HasPrefix(name, "\ufe0f") || !strings.ContainsFunc(name, says) { // "#️⃣", "#1"
		return ""
	}
	return word[:sign+len(name)]
}

func endsLongHashtag(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\u00ad\u2060\u200a\u200b\u200c\u200d\u20e2", r)
}

func findCashtag(text string) string { return cashtagPattern().FindString(window(text, longestCash)) }

// findCommand returns the command that a text begins with, which ends with its word: "/home/mia" is a path.
func findCommand(text string) string {
	word := window(text, longestCommand)
	return commandPattern().FindString(strings.TrimRight(word, ".,;:!?)"))
}

func findPlace(text string) string { return placePattern().FindString(window(text, longestPlace)) }

func findTime(text string) string { return timePattern().FindString(window(text, longestTime)) }
