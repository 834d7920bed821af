package scene

import (
	"cmp"
	"html/template"
	"strings"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
	"mockup/internal/wording"
)

// AI is the view of a conversation with an assistant. templates.AIOptions are its options.
type AI struct {
	Name        string // of the app
	Model       string // its label beside the name; may be empty
	Header      bool
	Footer      bool
	Placeholder string
	Opening     string // the placeholder before the first message
	Greeting    string
	Turns       []Turn
	Empty       bool     // there are no turns, and never will be
	Video       bool     // the turns come one by one, as items of a storyboard
	Mark        bool     // the app's mark stands below the thread: the newest message is an answer, or the assistant thinks
	Busy        bool     // the assistant thinks or writes
	Note        bool     // below the mark, what the app says of an answer and suggests after it
	Related     []string // questions that the app suggests below the newest answer
	Mode        string   // the model as a name of its own: "Expert", "Grok 4"; may be empty
	Scroll      string   // the end of the conversation that is in view, start or end; a turn may be instead
}

// Turn is one message: a prompt of the user, or an answer.
type Turn struct {
	ID       string
	User     bool
	Prompt   string        // of the user, plain
	Answer   template.HTML // of the assistant, see Markdown; empty while it still thinks
	Pictures []Picture
	Last     bool // the newest message
	Target   bool // the conversation is scrolled to it
	Sources  []Source
	Related  []string // questions that the app suggests below it while it is the newest
}

// Source is a web page that an answer rests on.
type Source struct {
	Title string
	Host  string // "en.wikipedia.org"
	Name  string // "wikipedia"
	Icon  Avatar
}

// ai builds the view of a conversation with an assistant.
func (b *builder) ai(p *schema.AIProps) error {
	b.setZone(p.Timezone)
	b.phone(p.Device, false)
	b.scene.View.Dark = p.DarkMode
	ai := &AI{
		Name: b.manifest.Name, Model: trimModel(p.Model, b.manifest.Name, b.manifest.Options.AI.ModelTrim),
		Header: p.ShowHeader, Footer: p.ShowFooter,
		Placeholder: p.Input, Opening: p.Input, Greeting: b.manifest.Options.AI.Greeting, Empty: len(p.Messages) == 0,
	}
	if strings.TrimSpace(p.Input) == "" {
		ai.Placeholder = b.manifest.Options.AI.Placeholder
		ai.Opening = cmp.Or(b.manifest.Options.AI.PlaceholderNew, ai.Placeholder)
	}
	if ai.Empty {
		ai.Placeholder = ai.Opening
	}
	ai.Mode = modeName(ai)
	ai.Scroll = scrollEnd(p.ScrollTo)
	b.maths = &text.Typesetter{Context: b.ctx}
	markdown := 0
	for i, message := range p.Messages {
		markdown += len(message.Content)
		turn, err := b.turn(i, message, markdown > text.MostMarkdown)
		if err != nil {
			return err
		}
		turn.Last, turn.Target = i == len(p.Messages)-1, isTarget(p.ScrollTo, message.ID)
		ai.Turns = append(ai.Turns, turn)
	}
	if last := len(ai.Turns) - 1; last >= 0 && b.payload.RenderKind != schema.Video {
		ai.Mark = !ai.Turns[last].User
		ai.Busy = ai.Turns[last].thinks()
		ai.Note = ai.Mark && !ai.Busy
		ai.Related = ai.Turns[last].Related
	}
	b.scene.View.Body = ai
	if b.payload.RenderKind != schema.Video {
		if ai.Footer && b.hasKeyboard() {
			b.scene.View.Keyboard, _, _ = b.keyboardOf(prompts(ai.Turns))
		}
		return nil
	}
	var err error
	ai.Video = true
	b.scene.Storyboard, err = b.aiVideo(p.Messages, ai.Turns)
	ai.Turns = nil
	return err
}

// prompts lists what the user types.
func prompts(turns []Turn) (texts []string) {
	for _, turn := range turns {
		if turn.User && turn.Prompt != "" {
			texts = append(texts, turn.Prompt)
		}
	}
	return texts
}

// turn reads a message; plain keeps an answer from being read as markdown.
func (b *builder) turn(index int, m schema.AIMessage, plain bool) (Turn, error) {
	turn := Turn{ID: m.ID, User: m.Role == "user"}
	for _, image := range m.Images {
		turn.Pictures = append(turn.Pictures, Picture{Image: b.image(image.Data), Name: image.Filename})
	}
	if turn.User {
		turn.Prompt = strings.TrimSpace(m.Content)
		return turn, nil
	}
	if b.shows("sources") {
		turn.Sources = b.sources(m.Sources)
	}
	if b.shows("related") {
		turn.Related = m.Related
	}
	notes := text.MarkdownNotes{Plain: plain}
	turn.Answer = text.Plain(m.Content)
	if !plain {
		var err error
		turn.Answer, notes, err = text.Markdown(m.Content, text.MarkdownOptions{
			CodeTag: b.manifest.Options.AI.CodeLabel == "tag", CodeUntitled: b.manifest.Options.AI.CodeUntitled, Maths: b.maths, Sources: sourceNames(turn.Sources),
			LineBreaks: b.manifest.Options.AI.LineBreaks,
		})
		if err != nil {
			return turn, err
		}
	}
	if notes.Pictures > 0 {
		b.warn("markdown_image", "props.messages.%d.content: pictures in markdown are not loaded, their descriptions stand in for them; use images", index)
	}
	if notes.Formulas > 0 {
		b.warn("maths_plain", "props.messages.%d.content: %d formulas are shown as they are written; the first is %s: %s", index, notes.Formulas, wording.Quote(notes.Formula), notes.Reason)
	}
	if notes.Plain {
		b.warn("markdown_plain", "props.messages.%d.content: too much or too deeply nested for markdown, set as plain text", index)
	}
	return turn, nil
}

// trimModel cuts from a model's label what the header says already: the app's name, and one of the words.
func trimModel(model, name string, words []string) string {
	model = strings.TrimSpace(model)
	for _, word := range append([]string{name}, words...) {
		if n := len(word); n > 0 && len(model) >= n && strings.EqualFold(model[:n], word) {
			model = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(model[n:]), "-")) // as in grok-4
		}
	}
	return model
}

// modeName is the model's label where the app's name does not stand before it: a number is none.
func modeName(ai *AI) string {
	if ai.Model != "" && strings.ContainsAny(ai.Model[:1], "0123456789") {
		return ai.Name + " " + ai.Model
	}
	return ai.Model
}
