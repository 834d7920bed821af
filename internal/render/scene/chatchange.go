package scene

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// What changes in a video beside the messages: what the app says of the other person, a notification that slides in from the top,
// and the clock and the battery of the status bar.

const (
	changeAfter = 1 * time.Second         // from a message to a change after it
	changeSeen  = 1500 * time.Millisecond // from the last change to the end at least
	bannerStays = 4 * time.Second         // that a notification stays, as iOS has it
	bannerGoes  = 500 * time.Millisecond
)

// changes lists the changes of the payload.
func (b *builder) changes() []schema.VideoChange {
	if v := b.payload.Video; v != nil && b.payload.RenderKind == schema.Video {
		return v.Changes
	}
	return nil
}

// atTheEnd returns the device with the time in its status bar that the last change has given it.
func (b *builder) atTheEnd(d schema.Device) schema.Device {
	for _, c := range b.changes() {
		if c.StatusBarTime != "" {
			d.StatusBarTime = c.StatusBarTime
		}
	}
	return d
}

// prepareChanges says which parts of the picture change, before they are drawn.
func (b *builder) prepareChanges(p *schema.ChatProps, chat *Chat) {
	device := &b.scene.View.Device
	chat.Presences = device.Follow && p.Receivers[0].LastSeen != "" && b.shows("lastSeen") && !chat.Group
	for _, c := range b.changes() {
		device.Changes = device.Changes || c.StatusBarTime != "" && device.Status
		device.Drains = device.Drains || c.BatteryLevel != nil && device.Status
		chat.Presences = chat.Presences || c.Presence != "" && b.shows("presence") && !chat.Group
		chat.Banner = chat.Banner || c.Notification != nil && device.Phone
	}
}

// changeAt is when something changes.
func (p *chatPlan) changeAt(c schema.VideoChange, messages []timedMessage, ids map[string]int) time.Duration {
	if c.At != nil {
		return time.Duration(*c.At * float64(time.Second))
	}
	after := changeAfter
	if c.Delay != nil {
		after = time.Duration(*c.Delay * float64(time.Second))
	}
	there := p.intro
	for i := p.onStage; i < len(messages) && messages[i].index <= ids[c.After]; i++ {
		there = p.moment(i).At
	}
	return there + after
}

// bannerFor is how long a notification stays.
func bannerFor(n *schema.Banner) time.Duration {
	if n.Hold != nil {
		return time.Duration(*n.Hold * float64(time.Second))
	}
	return bannerStays
}

// lastChange is until when the last message stays at least, for the last change to be seen.
func (b *builder) lastChange(props *schema.ChatProps, p *chatPlan, messages []timedMessage) (end time.Duration) {
	ids := messageIndexes(props)
	for _, c := range b.changes() {
		at := p.changeAt(c, messages, ids)
		if c.Notification != nil {
			at += bannerFor(c.Notification) + bannerGoes
		}
		end = max(end, at+changeSeen)
	}
	return end
}

// messageIndexes are the places of the messages in the payload, by their ids.
func messageIndexes(p *schema.ChatProps) map[string]int {
	indexes := map[string]int{}
	for i, m := range p.Messages {
		indexes[m.ID] = i
	}
	return indexes
}

// changeEvents lists what changes, in no order.
func (v *chatVideo) changeEvents() (events []chatEvent) {
	ids := messageIndexes(v.props)
	for i, c := range v.changes() {
		at := v.plan.changeAt(c, v.messages, ids)
		if at >= v.plan.Back {
			v.warn("too_late", "video.changes.%d: the video ends before this comes, after %.1f s; give it an earlier time, or its last message a longer timing.hold", i, v.plan.Back.Seconds())
			continue
		}
		events = append(events, chatEvent{at: at, becomes: "change", change: &c})
		if c.Notification == nil || !v.scene.View.Body.(*Chat).Banner {
			continue
		}
		if leaves := v.bannerEnd(at, c.Notification); leaves < v.plan.Back {
			events = append(events, chatEvent{at: leaves, becomes: "bannerGone", change: &c})
		}
	}
	return events
}

// bannerEnd is until when a notification that comes at a moment stays: the next one takes its place.
func (v *chatVideo) bannerEnd(at time.Duration, n *schema.Banner) time.Duration {
	ids, end := messageIndexes(v.props), at+bannerFor(n)
	later := false // in the payload
	for _, c := range v.changes() {
		if c.Notification == nil || c.Notification == n {
			later = later || c.Notification == n
			continue
		}
		if next := v.plan.changeAt(c, v.messages, ids); next > at || later && next == at {
			end = min(end, next)
		}
	}
	return end
}

// playChange applies a change and adds the step that shows it.
func (v *chatVideo) playChange(e chatEvent) error {
	step := storyboard.Step{At: e.at}
	chat, c := v.scene.View.Body.(*Chat), e.change
	if e.becomes == "bannerGone" {
		step.Drop = append(step.Drop, v.bannerKey(c.Notification))
		v.board.Steps = append(v.board.Steps, step)
		return nil
	}
	if c.Presence != "" && chat.Presences {
		v.state, v.lastThere = c.Presence, v.now
		if v.count > 0 {
			v.lastThere = v.messages[v.count-1].at
		}
		if c.LastSeen != "" {
			v.lastThere = v.instant(c.LastSeen)
		}
		chat.Presence = v.presenceOf(v.state, v.lastThere, v.props.TimeNotation)
	}
	if c.StatusBarTime != "" {
		v.time = c.StatusBarTime
	}
	if c.BatteryLevel != nil {
		v.charge = int(*c.BatteryLevel + 0.5)
	}
	if err := v.surroundings(&step); err != nil {
		return err
	}
	if c.Notification != nil && chat.Banner {
		if err := v.banner(&step, c.Notification); err != nil {
			return err
		}
	}
	v.board.Steps = append(v.board.Steps, step)
	return nil
}

// surroundings puts what stands around the messages as it is now.
func (v *chatVideo) surroundings(step *storyboard.Step) error {
	var typing *Person
	if v.typing >= 0 {
		typing = &v.messages[v.typing].view.Person
	}
	if err := v.presence(step, typing); err != nil {
		return err
	}
	if err := v.clock(step); err != nil {
		return err
	}
	if err := v.battery(step); err != nil {
		return err
	}
	return v.states(step)
}

// states puts what the header says of the receiver, where that has a place of its own.
func (v *chatVideo) states(step *storyboard.Step) error {
	chat := v.scene.View.Body.(*Chat)
	if !chat.Presences || !chat.Header {
		return nil
	}
	header, err := v.scene.Template.Partial("header", v.scene.View)
	if err != nil {
		return err
	}
	for _, slot := range []string{"state", "dot"} {
		if !strings.Contains(string(header), fmt.Sprintf(`data-slot="%s"`, slot)) {
			continue
		}
		html, err := v.scene.Template.Partial(slot, chat)
		if err != nil {
			return err
		}
		if err := v.showState(step, slot, html); err != nil {
			return err
		}
	}
	return nil
}

// showState puts one of the places in the header that say how the receiver is, or leaves it empty.
func (v *chatVideo) showState(step *storyboard.Step, slot string, html template.HTML) error {
	before, shown := v.stateItems[slot]
	if strings.TrimSpace(string(html)) == "" {
		if shown {
			step.Drop = append(step.Drop, slot)
			delete(v.stateItems, slot)
		}
		return nil
	}
	item, err := v.addItem(v.board, storyboard.Item{Slot: slot, Key: slot, Snap: true}, "state-item", map[string]any{"Slot": slot, "HTML": html})
	if err != nil || shown && item == before {
		return err
	}
	step.Put, v.stateItems[slot] = append(step.Put, item), item
	return nil
}

// battery puts the battery of the status bar, where it changes.
func (v *chatVideo) battery(step *storyboard.Step) error {
	device := v.scene.View.Device
	if !device.Drains {
		return nil
	}
	device.Battery = v.charge
	item, err := v.addItem(v.board, storyboard.Item{Slot: "battery", Key: "battery", Snap: true}, "battery-item", device)
	if err == nil && item != v.chargeItem {
		step.Put, v.chargeItem = append(step.Put, item), item
	}
	return err
}

// bannerKey is the key of a notification that drops in.
func (v *chatVideo) bannerKey(n *schema.Banner) string {
	return fmt.Sprint("banner ", slices.IndexFunc(v.changes(), func(c schema.VideoChange) bool { return c.Notification == n }))
}

// banner puts a notification, drawn as a lock screen draws it.
func (v *chatVideo) banner(step *storyboard.Step, n *schema.Banner) error {
	t, err := v.set.Lookup(string(schema.Notifications), "ios")
	if err != nil {
		return err
	}
	lock := *v.builder
	lock.manifest = t.Manifest
	card, err := t.Partial("card", lock.notification(schema.NotificationItem{
		Title: n.Title, Text: n.Text, TimeLabel: n.TimeLabel, IconPreset: n.IconPreset, Icon: n.Icon, Face: n.Face, Thumbnail: n.Thumbnail,
	}, newToday("", v.lockDay(""), v.scene.View.Device.Time)))
	if err != nil {
		return err
	}
	view := map[string]any{"Dark": v.scene.View.Dark, "Card": card}
	look := storyboard.Item{Slot: "banner", Key: v.bannerKey(n), Snap: true, Over: true, Enter: "banner", Leave: "banner"}
	item, err := v.addItem(v.board, look, "banner", view)
	if err == nil {
		step.Put = append(step.Put, item)
	}
	return err
}

// withBanner gives the template the styles of notifications.
func (b *builder) withBanner() error {
	t, err := b.set.Lookup(string(schema.Notifications), "ios")
	if err == nil {
		b.scene.Template = b.scene.Template.Within(".banner", t)
	}
	return err
}

// changeCues lists what is seen of the changes when.
func (v *chatVideo) changeCues(events []chatEvent) (cues []storyboard.Cue) {
	for _, e := range events {
		if e.becomes != "change" {
			continue
		}
		c := e.change
		if c.Presence != "" && v.scene.View.Body.(*Chat).Presences {
			cues = append(cues, storyboard.Cue{At: e.at, End: e.at, Kind: storyboard.CuePresence, Sender: v.props.Receivers[0].Name, Text: c.Presence})
		}
		if n := c.Notification; n != nil && v.scene.View.Body.(*Chat).Banner {
			end := min(v.bannerEnd(e.at, n), v.plan.Back)
			cues = append(cues, storyboard.Cue{At: e.at, End: end, Kind: storyboard.CueBanner, Sender: strings.TrimSpace(n.Title), Text: strings.TrimSpace(n.Text)})
		}
	}
	return cues
}
