package scene

import (
	"cmp"
	"html/template"
	"strings"

	"mockup/internal/schema"
)

// AI is the view of a conversation with an assistant. Options of the type:
//
//	modelTrim    words that the header leaves off the front of the model's label, separated by "|", because the
//	             app's name already says them: with "GPT-" the model "GPT-5" is headed "ChatGPT 5"
//	placeholder  of the composer, where the payload has none
//	placeholderNew  the same before the first message; empty: placeholder
//	greeting     over a conversation without messages
//	codeLabel    over a code block: "name" of the language (Python), or the "tag" that the answer wrote (python)
//	codeUntitled over a code block without a language
type AI struct {
	Name        string // of the app
	Model       string // its label beside the name; may be empty
	Header      bool
	Footer      bool
	Placeholder string
	Greeting    string
	Turns       []Turn
	Film        bool // the turns come one by one, as a film's items
	Mark        bool // the app's mark stands below the thread: the newest message is an answer, or the assistant thinks
	Busy        bool // the assistant thinks or writes
	Note        bool // below the mark, what the app says of an answer
}

// Turn is one message: a prompt of the user, or an answer.
type Turn struct {
	ID       string
	User     bool
	Prompt   string        // of the user, plain
	Answer   template.HTML // of the assistant, see Markdown; empty while it still thinks
	Pictures []Picture
	Last     bool // the newest message
}

// ai builds the view of a conversation with an assistant.
func (b *builder) ai(p *schema.AIProps) error {
	b.setZone(p.Timezone)
	b.phone(p.Device, false)
	b.scene.View.Dark = p.DarkMode
	ai := &AI{
		Name: b.manifest.Name, Model: trimModel(p.Model, b.manifest.Name, b.option("modelTrim")),
		Header: p.ShowHeader, Footer: p.ShowFooter,
		Placeholder: p.Input, Greeting: b.option("greeting"),
	}
	if strings.TrimSpace(ai.Placeholder) == "" {
		ai.Placeholder = b.option("placeholder")
		if len(p.Messages) == 0 {
			ai.Placeholder = cmp.Or(b.option("placeholderNew"), ai.Placeholder)
		}
	}
	markdown := 0
	for i, message := range p.Messages {
		markdown += len(message.Content)
		turn, err := b.turn(message, markdown > mostMarkdown)
		if err != nil {
			return err
		}
		turn.Last = i == len(p.Messages)-1
		ai.Turns = append(ai.Turns, turn)
	}
	if last := len(ai.Turns) - 1; last >= 0 && b.payload.RenderKind != schema.Video {
		ai.Mark = !ai.Turns[last].User
		ai.Busy = ai.Turns[last].thinks()
		ai.Note = ai.Mark && !ai.Busy
	}
	b.scene.View.Body = ai
	if b.payload.RenderKind != schema.Video {
		return nil
	}
	var err error
	b.scene.Film, err = b.aiFilm(p.Messages, ai.Turns)
	ai.Film = len(ai.Turns) > 0
	ai.Turns = nil
	return err
}

// turn reads one message; plain keeps an answer from being read as markdown.
func (b *builder) turn(m schema.AIMessage, plain bool) (Turn, error) {
	turn := Turn{ID: m.ID, User: m.Role == "user"}
	for _, image := range m.Images {
		turn.Pictures = append(turn.Pictures, Picture{Image: b.image(image.Data), Name: image.Filename})
	}
	if turn.User {
		turn.Prompt = strings.TrimSpace(m.Content)
		return turn, nil
	}
	notes := MarkdownNotes{Plain: plain}
	turn.Answer = plainAnswer(m.Content)
	if !plain {
		var err error
		turn.Answer, notes, err = Markdown(m.Content, CodeLabels{
			Tag: b.option("codeLabel") == "tag", Untitled: b.option("codeUntitled"),
		})
		if err != nil {
			return turn, err
		}
	}
	if notes.Pictures > 0 {
		b.warn("markdown_image", "message %q: pictures in markdown are not loaded, their descriptions stand in for them; use images", m.ID)
	}
	if notes.Plain {
		b.warn("markdown_plain", "message %q: too much or too deeply nested for markdown, set as plain text", m.ID)
	}
	return turn, nil
}

// trimModel cuts from a model's label what the header says already: the app's name, and one of the words.
func trimModel(model, name, words string) string {
	model = strings.TrimSpace(model)
	for _, word := range append([]string{name}, strings.Split(words, "|")...) {
		if n := len(word); n > 0 && len(model) >= n && strings.EqualFold(model[:n], word) {
			model = strings.TrimSpace(model[n:])
		}
	}
	return model
}
