package importing

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"mockup/internal/schema"
)

// The payload is written by hand and not by package yaml, which writes emoji as numbers and knows no comments at the end of a
// line of a flow.

// file returns the name of the payload's file.
func (d *draft) file() string {
	if d.opts.Output != "" && d.opts.Output != "-" {
		return d.opts.Output
	}
	return d.stem() + ".yaml"
}

// stem returns the name of the file without its ending: of the conversation, or of whom it is with.
func (d *draft) stem() string {
	if d.opts.Output != "" && d.opts.Output != "-" {
		base := filepath.Base(d.opts.Output)
		return strings.TrimSuffix(base, filepath.Ext(base))
	}
	title := d.conversation.Title
	if title == "" || !d.isGroup() && !d.isAI() {
		title = d.people[1].Name
	}
	var words []string
	for _, word := range strings.FieldsFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if part := slug(word); part != "user" || strings.EqualFold(word, part) {
			words = append(words, part)
		}
	}
	const most = 6
	stem := strings.Join(words[:min(len(words), most)], "-")
	if stem == "" || stem == "mockup" || stem == "batch" { // names of configurations
		return "conversation"
	}
	return stem
}

// text returns the payload in YAML.
func (d *draft) text() []byte {
	var b strings.Builder
	d.comments(&b)
	kind := schema.Chats
	if d.isAI() {
		kind = schema.AI
	}
	fmt.Fprintf(&b, "mockupType: %s\nplatform: %s\nrenderKind: image # or video: the messages arrive one by one\n", kind, d.platform)
	b.WriteString("resolutionScale: 2x\nrendererVersion: mockup-chromium-v1\n")
	if d.isReal() {
		b.WriteString("provenance: imported # the metadata of pictures and videos says so\n")
	}
	fmt.Fprintf(&b, "props:\n  platform: %s\n", d.platform)
	if d.isAI() {
		d.writeAI(&b)
	} else {
		d.writeChat(&b)
	}
	return []byte(b.String())
}

// comments says what the file is, and what was guessed.
func (d *draft) comments(b *strings.Builder) {
	fmt.Fprintf(b, "# A conversation imported from %s.", sourceName(d.format))
	switch {
	case d.opts.Anonymize:
		b.WriteString(" Names, faces, numbers, addresses and links are invented.\n# Read the texts nevertheless: they may say who it is.\n")
	case d.isReal() && d.isAI():
		b.WriteString(" Read what it says of you before you show it, or import it with --anonymize.\n")
	case d.isReal():
		b.WriteString(" The words of real people: ask them before you show it,\n# or import it with --anonymize.\n")
	default:
		b.WriteString("\n")
	}
	fmt.Fprint(b, "# \"mockup validate\" checks this file, \"mockup render\" draws it.\n")
	for _, guess := range append(d.guesses, d.conversation.Notes...) {
		fmt.Fprintf(b, "# %s\n", guess)
	}
	if left := d.left.list(); len(left) > 0 {
		fmt.Fprintf(b, "# Left out: %s.\n", strings.Join(left, ", "))
	}
}

// isReal reports whether the words are those of a real conversation. Those of a script are invented, unless it says otherwise.
func (d *draft) isReal() bool { return d.format != "script" || d.conversation.Imported }

// sourceName returns the name of a format for people.
func sourceName(format string) string {
	switch format {
	case "whatsapp":
		return "WhatsApp"
	case "imessage":
		return "iMessage"
	case "chatgpt":
		return "ChatGPT"
	case "sms":
		return "text messages"
	case "script":
		return "a script"
	}
	return strings.ToUpper(format[:1]) + format[1:]
}

func (d *draft) writeChat(b *strings.Builder) {
	fmt.Fprintf(b, "  sender: %s # on the right\n  receivers:\n", d.user(d.people[0], false))
	for i, p := range d.people[1:] {
		fmt.Fprintf(b, "    - %s\n", d.user(p, i == 0 && !d.isGroup()))
	}
	if d.isGroup() {
		name := d.conversation.Title
		if name == "" {
			name = "Group"
		}
		fmt.Fprintf(b, "  conversationType: group-chat\n  groupChatSettings: { name: %s }\n", scalar(name))
	}
	if d.zone != nil {
		fmt.Fprintf(b, "  timezone: %s\n", d.zone)
	}
	last := wall(d.messages[len(d.messages)-1].time, d.zone, d.wallClock)
	notation, layout := "24h", "15:04"
	if d.conversation.TwelveHour {
		notation, layout = "12h", "3:04"
	}
	fmt.Fprintf(b, "  timeNotation: %s\n  statusBarTime: %q # of the newest message\n", notation, last.Format(layout))
	if d.format == "sms" && d.platform == "imessage" {
		b.WriteString("  bubbleColor: green\n")
	}
	b.WriteString("  # mobileView: false # all of the conversation in place of its end\n  messages:\n")
	var day string
	for i, m := range d.messages {
		if today := wall(m.time, d.zone, d.wallClock).Format("Monday, 2 January 2006"); today != day {
			day = today
			fmt.Fprintf(b, "    # %s\n", day)
		}
		d.writeMessage(b, i, m)
	}
}

// user returns a person as a flow.
func (d *draft) user(p *person, first bool) string {
	text := fmt.Sprintf("{ id: %s, name: %s", p.id, scalar(p.Name))
	if p.face != nil {
		text += ", image: " + scalar(p.face.path)
	}
	if first && p.Handle != "" && schema.Shows(schema.Chats, d.platform, "handle") {
		text += ", handle: " + scalar(p.Handle)
	}
	return text + " }"
}

// longest is the longest message that stands on one line, in bytes.
const longest = 500

func (d *draft) writeMessage(b *strings.Builder, i int, m said) {
	fields := []string{
		"id: " + messageID(i), "userId: " + d.author(m), "type: " + m.kind(),
		fmt.Sprintf("timestamp: %q", instant(m.time, d.zone, d.wallClock).Format(time.RFC3339)),
	}
	if m.status != "" && !m.failed && schema.Shows(schema.Chats, d.platform, "status") {
		fields = append(fields, "status: "+m.status)
	}
	block, lines := literal(m.text, "        ")
	if m.text != "" && !lines {
		fields = append(fields, "text: "+quote(m.text))
	}
	talk := d.talk(m)
	if flow := strings.Join(slices.Concat(fields, talk), ", "); !lines && len(flow) <= longest && len(m.pictures) == 0 {
		fmt.Fprintf(b, "    - { %s }\n", flow)
		return
	}
	if lines {
		fields = append(fields, "text: "+block)
	}
	if m.thing != nil { // its picture is in it
		m.pictures = nil
	}
	writeFields(b, slices.Concat(fields, talk, pictureList(m.pictures)))
}

// writeFields writes an element of a list, a field on each line.
func writeFields(b *strings.Builder, fields []string) {
	for i, field := range fields {
		lead := "      "
		if i == 0 {
			lead = "    - "
		}
		fmt.Fprintf(b, "%s%s\n", lead, field)
	}
}

// pictureList returns the field of the pictures of a message; nothing if there are none.
func pictureList(pictures []*picture) []string {
	if len(pictures) == 0 {
		return nil
	}
	list := "images:"
	for i, p := range pictures {
		list += fmt.Sprintf("\n        - { id: p%d, filename: %s, data: %s, mimeType: %s, size: %d }", i+1, scalar(filepath.Base(p.path)), scalar(p.path), p.mime, p.bytes)
	}
	return []string{list}
}

func (d *draft) writeAI(b *strings.Builder) {
	fmt.Fprintf(b, "  model: %s\n", d.model())
	b.WriteString("  messages:\n")
	for i, m := range d.messages {
		role := "assistant"
		if m.from == d.people[0].Key {
			role = "user"
		}
		fields := []string{"id: " + messageID(i), "role: " + role}
		block, ok := literal(m.text, "        ")
		if !ok {
			block = quote(m.text)
		}
		writeFields(b, append(append(fields, "content: "+block), pictureList(m.pictures)...))
	}
}

// model returns the label of the header, and a comment where it is a guess.
func (d *draft) model() string {
	switch model := d.conversation.Model; {
	case d.format == "chatgpt" && model != "":
		return scalar(chatGPTLabel(model)) + " # from " + scalar(model)
	case model != "":
		return scalar(model)
	}
	name := map[string]string{"chatgpt": "ChatGPT", "claude": "Claude", "gemini": "Gemini", "grok": "Grok", "perplexity": "Perplexity"}[d.platform]
	return name + " # a guess: the export does not name the model"
}

// chatGPTLabel returns what the app's header says of a model such as gpt-5-2: ChatGPT 5.2.
func chatGPTLabel(model string) string {
	version := strings.TrimPrefix(model, "gpt-")
	if strings.HasPrefix(version, "text-") {
		return "ChatGPT"
	}
	return "ChatGPT " + regexp.MustCompile(`(\d)-(\d)`).ReplaceAllString(version, "$1.$2")
}

// scalar returns a text as it stands in a flow: as it is, or in quotes where YAML would read it otherwise.
func scalar(text string) string {
	plain := regexp.MustCompile(`^\p{L}[\p{L}\p{M}\p{N}/._-]*( [\p{L}\p{M}\p{N}._-]+)*$`)
	words := []string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
	if plain.MatchString(text) && !slices.Contains(words, strings.ToLower(text)) {
		return text
	}
	return quote(text)
}

// quote returns a text in double quotes. What shows stays as it is, also the joiners within emoji; the rest is escaped.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case isShown(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isShown reports whether a character may stand in a payload as it is.
func isShown(r rune) bool {
	const joiner = '\u200d'
	return r == ' ' || r == joiner || unicode.IsGraphic(r) && !unicode.IsSpace(r)
}

// literal returns a text of several lines as a block, each line behind the indent. ok is false for a text that has one line,
// or that a block cannot hold.
func literal(text, indent string) (block string, ok bool) {
	lines := strings.Split(text, "\n")
	if len(lines) < 2 {
		return "", false
	}
	for i, line := range lines {
		if strings.ContainsFunc(line, func(r rune) bool { return !isShown(r) }) || i == 0 && (line == "" || line[0] == ' ') || strings.HasSuffix(line, " ") {
			return "", false
		}
	}
	var b strings.Builder
	b.WriteString("|-")
	for _, line := range lines {
		b.WriteByte('\n')
		if line != "" {
			b.WriteString(indent + line)
		}
	}
	return b.String(), true
}
