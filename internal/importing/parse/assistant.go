package parse

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The exports of ChatGPT and Claude: conversations.json, an array of all conversations. Whoever edits a question or asks
// for another answer makes a branch; the one that the app showed last is read.

// The keys of the two who talk.
const (
	userKey      = "user"
	assistantKey = "assistant"
)

func missingChatGPT(in *input) string {
	if in.assistantFile("mapping") == "" {
		return "no .json file is an array of conversations with the field mapping"
	}
	return ""
}

func missingClaude(in *input) string {
	if in.assistantFile("chat_messages") == "" {
		return "no .json file is an array of conversations with the field chat_messages"
	}
	return ""
}

// assistantFile returns the first file that is an array of objects with a field.
func (in *input) assistantFile(field string) string {
	for _, name := range in.filesNamed("*.json") {
		keys, isArray := in.jsonKeys(name)
		if isArray && hasAll(keys, field) {
			return name
		}
		// A conversation may be longer than what is looked at. Then the field is the last that was begun.
		if isArray && strings.Contains(string(in.head(name)), `"`+field+`"`) && (hasAll(keys, "title", "create_time") || hasAll(keys, "uuid", "name")) {
			return name
		}
	}
	return ""
}

func chatGPTChats(ctx context.Context, in *input) ([]Chat, error) {
	return assistantChats(ctx, in, "mapping")
}
func claudeChats(ctx context.Context, in *input) ([]Chat, error) {
	return assistantChats(ctx, in, "chat_messages")
}

// assistantHeader is what lists a conversation.
type assistantHeader struct {
	ID             text `json:"id"`
	ConversationID text `json:"conversation_id"`
	UUID           text `json:"uuid"`
	Title          text `json:"title"`
	Name           text `json:"name"`
}

func (h assistantHeader) chat() Chat {
	return Chat{ID: orElse(string(h.ConversationID), string(h.ID), string(h.UUID)), Title: orElse(string(h.Title), string(h.Name), "Untitled")}
}

func assistantChats(ctx context.Context, in *input, field string) ([]Chat, error) {
	var chats []Chat
	err := eachConversation(ctx, in, field, func(value jsontext.Value) error {
		var header assistantHeader
		err := decodeJSON(value, &header)
		chats = append(chats, header.chat())
		return err
	})
	return chats, err
}

// eachConversation goes through the conversations of a file.
func eachConversation(ctx context.Context, in *input, field string, do func(jsontext.Value) error) error {
	name := in.assistantFile(field)
	f, err := in.openJSON(ctx, name)
	if err != nil {
		return in.inFile(name, err)
	}
	defer f.close()
	return in.inFile(name, f.array(func() error {
		value, err := f.ReadValue()
		if err != nil {
			return wordJSON(err)
		}
		return do(value)
	}))
}

// pickConversation calls read for the conversation that is the chat.
func pickConversation(ctx context.Context, in *input, field string, chat Chat, read func(jsontext.Value) error) error {
	found := false
	return eachConversation(ctx, in, field, func(value jsontext.Value) error {
		var header assistantHeader
		if err := decodeJSON(value, &header); err != nil || found || header.chat() != chat {
			return err
		}
		found = true
		return read(value)
	})
}

// assistantConversation returns the conversation of a user with an assistant.
func assistantConversation(platform, name string, chat Chat) *Conversation {
	return &Conversation{
		Title: chat.Title, Platform: platform, Me: userKey,
		People: []Person{{Key: userKey, Name: "You"}, {Key: assistantKey, Name: name}},
	}
}

type chatGPTNode struct {
	Parent  text `json:"parent"`
	Message *struct {
		ID     text `json:"id"`
		Author struct {
			Role text `json:"role"`
		} `json:"author"`
		Time      number `json:"create_time"`
		Recipient text   `json:"recipient"`
		Content   struct {
			Type  text                 `json:"content_type"`
			Parts list[jsontext.Value] `json:"parts"`
			Text  text                 `json:"text"`
		} `json:"content"`
		Metadata struct {
			Hidden      bool `json:"is_visually_hidden_from_conversation"`
			Model       text `json:"model_slug"`
			Attachments list[struct {
				ID   text   `json:"id"`
				Name text   `json:"name"`
				Mime text   `json:"mime_type"`
				Size number `json:"size"`
			}] `json:"attachments"`
		} `json:"metadata"`
	} `json:"message"`
}

func readChatGPT(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	c := assistantConversation("chatgpt", "ChatGPT", chat)
	err := pickConversation(ctx, in, "mapping", chat, func(value jsontext.Value) error {
		var tree struct {
			Current text                   `json:"current_node"`
			Mapping map[string]chatGPTNode `json:"mapping"`
		}
		if err := decodeJSON(value, &tree); err != nil {
			return err
		}
		var branch []chatGPTNode
		for id := string(tree.Current); id != "" && len(branch) <= len(tree.Mapping); { // a circle would have no end
			node, ok := tree.Mapping[id]
			if !ok {
				break
			}
			branch = append(branch, node)
			id = string(node.Parent)
		}
		for _, node := range slices.Backward(branch) {
			m, shown := in.chatGPTMessage(&node)
			if !shown {
				continue
			}
			if m.From == assistantKey {
				c.Model = orElse(string(node.Message.Metadata.Model), c.Model)
			}
			if err := emit(m); err != nil {
				return err
			}
		}
		return nil
	})
	return c, err
}

// chatGPTMessage returns a message of the tree, and false for what is no message at all.
func (in *input) chatGPTMessage(node *chatGPTNode) (Message, bool) {
	if node.Message == nil || node.Message.Metadata.Hidden || node.Message.Author.Role == "system" {
		return Message{}, false // the root, and instructions that the app does not show
	}
	source := node.Message
	m := Message{ID: string(source.ID), Time: unixTime(float64(source.Time)), From: assistantKey}
	if source.Author.Role == "user" {
		m.From = userKey
	}
	toTool := source.Recipient != "" && source.Recipient != "all"
	switch source.Content.Type {
	case "text", "multimodal_text":
	default:
		m.Kind = ToolStep
	}
	if source.Author.Role == "tool" || toTool {
		m.Kind = ToolStep
	}
	var texts []string
	for _, part := range source.Content.Parts {
		var plain text
		if part.Kind() == '"' {
			if decodeJSON(part, &plain) == nil && plain != "" {
				texts = append(texts, string(plain))
			}
			continue
		}
		var spoken struct {
			Type text `json:"content_type"`
			Text text `json:"text"`
		}
		if decodeJSON(part, &spoken) == nil && spoken.Type == "audio_transcription" && spoken.Text != "" {
			texts = append(texts, string(spoken.Text))
		}
		if a, ok := in.chatGPTAsset(part); ok {
			m.Attached = append(m.Attached, a)
		}
	}
	m.Text = withoutCitations(orElse(strings.Join(texts, "\n\n"), string(source.Content.Text)))
	for _, file := range source.Metadata.Attachments {
		if !strings.HasPrefix(string(file.Mime), "image/") { // pictures are parts of the content
			m.Attached = append(m.Attached, Attachment{Kind: File, Name: string(file.Name), Size: int64(file.Size)})
		}
	}
	if len(m.Attached) > 0 && source.Author.Role == "tool" {
		m.Kind = Said // a picture that was made
	}
	isInstruction := strings.HasSuffix(string(source.Content.Type), "_editable_context") // as those of the system
	return m, m.Text != "" || len(m.Attached) > 0 || m.Kind == ToolStep && !isInstruction
}

// chatGPTAsset returns a picture of a message. Its file begins with the name that the pointer ends with.
func (in *input) chatGPTAsset(part jsontext.Value) (Attachment, bool) {
	var asset struct {
		Type    text   `json:"content_type"`
		Pointer text   `json:"asset_pointer"`
		Size    number `json:"size_bytes"`
	}
	if decodeJSON(part, &asset) != nil || asset.Pointer == "" {
		return Attachment{}, false
	}
	a := Attachment{Kind: Picture, Size: int64(asset.Size)}
	if strings.HasPrefix(string(asset.Type), "audio") || strings.HasPrefix(string(asset.Type), "real_time") {
		a.Kind = Voice
	}
	prefix := path.Base(string(asset.Pointer))
	for _, name := range in.filesBeside() {
		if strings.HasPrefix(path.Base(name), prefix) {
			a.Path, a.Name = name, path.Base(name)
			break
		}
	}
	return a, true
}

// filesBeside lists the files of the export, also where the user named only one of them.
func (in *input) filesBeside() []string {
	if len(in.files) > 1 {
		return in.files
	}
	found, err := in.names()
	if err != nil {
		return nil
	}
	return found
}

// withoutCitations drops the marks that ChatGPT shows as small buttons: private characters around their number, or 【…】.
func withoutCitations(s string) string {
	if !strings.ContainsAny(s, "\ue200【") {
		return s
	}
	s = regexp.MustCompile(`\x{e200}[^\x{e200}\x{e201}]*\x{e201}`).ReplaceAllString(s, "")
	return regexp.MustCompile(`【\d+[^】\n]*†[^】\n]*】`).ReplaceAllString(s, "")
}

type claudeMessage struct {
	UUID    text `json:"uuid"`
	Parent  text `json:"parent_message_uuid"`
	Text    text `json:"text"`
	Sender  text `json:"sender"`
	Time    text `json:"created_at"`
	Content list[struct {
		Type text `json:"type"`
		Text text `json:"text"`
	}] `json:"content"`
	Attachments list[claudeFile] `json:"attachments"`
	Files       list[claudeFile] `json:"files"`
}

type claudeFile struct {
	Name text   `json:"file_name"`
	Size number `json:"file_size"`
}

func readClaude(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	c := assistantConversation("claude", "Claude", chat)
	err := pickConversation(ctx, in, "chat_messages", chat, func(value jsontext.Value) error {
		var whole struct {
			Model    text                `json:"model"`
			Messages list[claudeMessage] `json:"chat_messages"`
		}
		if err := decodeJSON(value, &whole); err != nil {
			return err
		}
		c.Model = string(whole.Model)
		for _, m := range claudeBranch(whole.Messages) {
			for _, message := range m.messages() {
				if err := emit(message); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return c, err
}

// claudeBranch returns the messages that lead to the last one. Older exports do not say which message answers which, and
// have one branch.
func claudeBranch(all []claudeMessage) []claudeMessage {
	byID := map[text]int{}
	linked := false
	for i, m := range all {
		byID[m.UUID] = i
		linked = linked || m.Parent != ""
	}
	if !linked || len(all) == 0 {
		return all
	}
	var branch []claudeMessage
	for i := len(all) - 1; len(branch) <= len(all); {
		branch = append(branch, all[i])
		next, ok := byID[all[i].Parent]
		if !ok || next == i {
			break
		}
		i = next
	}
	slices.Reverse(branch)
	return branch
}

// messages returns what a message says, and a step for each use of a tool and each thought.
func (m *claudeMessage) messages() []Message {
	message := Message{ID: string(m.UUID), From: assistantKey, Time: isoTime(string(m.Time))}
	if m.Sender == "human" {
		message.From = userKey
	}
	var texts []string
	var found []Message
	for _, part := range m.Content {
		if part.Type == "text" {
			texts = append(texts, string(part.Text))
		} else {
			found = append(found, Message{From: message.From, Time: message.Time, Kind: ToolStep})
		}
	}
	message.Text = strings.TrimSpace(orElse(strings.Join(texts, "\n\n"), string(m.Text)))
	for _, file := range slices.Concat(m.Attachments, m.Files) {
		message.Attached = append(message.Attached, Attachment{Kind: kindOfFile(string(file.Name)), Name: string(file.Name), Size: int64(file.Size)})
	}
	if message.Text == "" && len(message.Attached) == 0 {
		return found
	}
	return append(found, message)
}
