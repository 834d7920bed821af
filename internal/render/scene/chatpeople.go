package scene

import (
	"cmp"
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// person returns somebody of a conversation as the app shows them.
func (b *builder) person(u schema.ChatUser) Person {
	p := Person{
		Name: u.Name, Called: b.called(u.Name), Given: cmp.Or(text.GivenName(u.Name), u.Name), Drawn: b.drawn(u.Name),
		Username: b.handle(b.givenHandle(u), u.Name, u.ID), Avatar: b.avatar(u.Image, u.Name, u.ID),
	}
	p.Verified = b.manifest.Options.Chat.Verified
	switch {
	case u.Seal != nil && b.shows("seal"):
		p.Verified = *u.Seal
	case u.Verified != nil && b.shows("verified"):
		p.Verified = *u.Verified
	}
	if b.shows("headline") {
		p.Headline = u.Headline
	}
	joined := b.joined(u)
	switch {
	case u.Joined != "" && b.shows("joined"):
		joined = u.Joined.Time()
	case u.JoinedDate != "" && b.shows("joinedDate"):
		joined = u.JoinedDate.Time()
	}
	p.Joined = joined.Format("January 2006")
	return p
}

// called is a name as the app writes it in the conversation.
func (b *builder) called(name string) string {
	if b.manifest.Options.Chat.GivenNames {
		return cmp.Or(text.GivenName(name), name)
	}
	return name
}

// givenHandle is what the payload gives as a person's handle, in one of the two fields that the app shows; empty where
// it gives none.
func (b *builder) givenHandle(u schema.ChatUser) string {
	switch {
	case u.Handle != "" && b.shows("handle"):
		return u.Handle
	case b.shows("username"):
		return u.Username
	}
	return ""
}

// joined makes up the month in which somebody joined: in the twelve years before the first message, and not before the app
// was there.
func (b *builder) joined(u schema.ChatUser) time.Time {
	const years = 12
	last := time.Date(b.began.Year(), b.began.Month()-1, 1, 0, 0, 0, 0, time.UTC)
	months := 12 * years
	if since := b.manifest.Options.Chat.Since.Time(); !since.IsZero() {
		months = min(months, 12*(last.Year()-since.Year())+int(last.Month()-since.Month())+1)
	}
	if months < 1 { // the conversation is older than the app
		return b.began
	}
	return last.AddDate(0, -int(hash(u.ID, u.Name)%uint64(months)), 0)
}
