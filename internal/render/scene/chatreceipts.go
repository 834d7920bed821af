package scene

import (
	"slices"

	"mockup/internal/schema"
	"mockup/templates"
)

// mostReaders bounds the members of a group whose faces say how far they have read.
const mostReaders = 20

// receipts knows which messages of a conversation carry a receipt: a delivery state that is written once, or the faces
// of those who have read so far. It is given each message as it comes and each state that one reaches, in a still all at
// once and in a video one after another. The methods return the messages that may have lost or got a receipt.
type receipts struct {
	options templates.ChatOptions
	seen    bool           // faces stand in place of the state "read"
	count   int            // of messages that are there
	sent    int            // the newest sent one
	reached map[string]int // by state: the newest sent message that has come so far, or further
	readers []string       // ids of the members whose faces are shown, in order
	faces   map[string]Avatar
	readTo  map[string]int // by reader: the newest message that this one has read
}

// deliveryStates are those of a sent message, in their order.
func deliveryStates() []string { return []string{"sent", "delivered", "read"} }

func (b *builder) newReceipts(p *schema.ChatProps) *receipts {
	r := &receipts{options: b.manifest.Options.Chat, reached: map[string]int{}, faces: map[string]Avatar{}, readTo: map[string]int{}}
	r.seen = r.options.Readers == "all" || r.options.Readers == "groups" && b.isGroup(p)
	if !r.seen {
		return r
	}
	shown := p.Receivers
	if !b.isGroup(p) {
		shown = shown[:1]
	}
	for _, u := range shown[:min(len(shown), mostReaders)] {
		r.readers = append(r.readers, u.ID)
		r.faces[u.ID] = b.avatar(u.Image, u.Name, u.ID)
	}
	return r
}

// come adds a message, which is the newest one.
func (r *receipts) come(i int, m timedMessage) []int {
	changed := []int{r.count - 1, r.sent, i}
	r.count = i + 1
	if m.view.Out && !m.view.Event {
		r.sent = i
	}
	if _, reads := r.faces[m.user]; reads && r.options.Readers == "all" { // who answers has read what stands above
		changed = append(changed, r.read(m.user, i)...)
	}
	return changed
}

// advance says that a sent message has come to a state.
func (r *receipts) advance(i int, state string) []int {
	changed := []int{i}
	states := deliveryStates()
	for _, s := range states[:slices.Index(states, state)+1] {
		before, ok := r.reached[s]
		if ok && before >= i {
			continue
		}
		r.reached[s] = i
		if ok {
			changed = append(changed, before)
		}
	}
	if state == "read" {
		for _, reader := range r.readers {
			changed = append(changed, r.read(reader, i)...)
		}
	}
	return changed
}

// read moves a reader's face down to a message.
func (r *receipts) read(reader string, i int) []int {
	before, ok := r.readTo[reader]
	if ok && before >= i {
		return nil
	}
	r.readTo[reader] = i
	if ok {
		return []int{before, i}
	}
	return []int{i}
}

// mark sets the receipts of a message, whose state advance was given.
func (r *receipts) mark(i int, m *Message) {
	newest, reached := r.reached[m.Status]
	furthest := reached && newest == i
	switch r.options.Receipts {
	case "each":
		m.StatusAt = furthest
	case "newest":
		m.StatusAt = furthest && (i == r.sent || m.Status == "read")
	case "last":
		m.StatusAt = furthest && i == r.count-1
	}
	m.StatusAt = m.StatusAt && !m.Event && !(r.seen && m.Status == "read")
	m.Readers = nil
	if _, seen := r.reached["read"]; !seen {
		return // the payload does not say that anything was read
	}
	for _, reader := range r.readers {
		if to, ok := r.readTo[reader]; ok && to == i {
			m.Readers = append(m.Readers, r.faces[reader])
		}
	}
}

// knownState returns a delivery state as the app knows it: one that it does not tell apart is the one before it, or none.
func (b *builder) knownState(state string) string {
	states := deliveryStates()
	for i := slices.Index(states, state); i >= 0; i-- {
		if slices.Contains(b.manifest.Options.Chat.States, states[i]) {
			return states[i]
		}
	}
	return ""
}

// markAll adds messages that are all there from the beginning, marks them, and returns the state of the newest sent one.
func (r *receipts) markAll(messages []timedMessage) string {
	last := ""
	for i, m := range messages {
		if m.view.gone() {
			continue
		}
		r.come(i, m)
		if m.view.Out && !m.view.Event {
			last = m.view.Status
			r.advance(i, m.view.Status)
		}
	}
	for i := range messages {
		r.mark(i, &messages[i].view)
	}
	return last
}
