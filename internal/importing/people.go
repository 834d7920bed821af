package importing

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mockup/internal/importing/parse"
	"mockup/internal/usage"
	"mockup/internal/wording"
)

// draft is a payload in the making.
type draft struct {
	opts         Options
	format       string
	conversation *parse.Conversation
	messages     []said
	wallClock    bool
	zone         *time.Location // nil: the clock of the export
	left         leftOut

	platform string
	people   []*person         // the sender first
	ids      map[string]string // by the keys of people
	guesses  []string          // for the comment at the beginning
}

// person is somebody in the payload.
type person struct {
	parse.Person
	id   string // in the payload
	face *picture
}

// guess notes for the reader of the payload what is a guess, once.
func (d *draft) guess(text string) {
	if !slices.Contains(d.guesses, text) {
		d.guesses = append(d.guesses, text)
	}
}

// chooseMe decides who is on the right, and who else takes part.
func (d *draft) chooseMe() error {
	c := d.conversation
	me, err := d.me()
	if err != nil {
		return err
	}
	byKey := map[string]parse.Person{}
	for _, p := range c.People {
		byKey[p.Key] = p
	}
	added := map[string]bool{}
	add := func(key string) {
		if !added[key] && key != "" {
			added[key] = true
			d.people = append(d.people, &person{Person: byKey[key]})
		}
	}
	byKey[me.Key] = me
	add(me.Key)
	d.attribute(me.Key)
	d.leaveOutFailures(me.Key)
	d.sayYou(me)
	for _, m := range d.messages {
		if m.event == nil || m.event.Kind != "text" { // else it may be about anybody
			add(m.from)
		}
		for _, r := range m.reactions {
			for _, key := range r.By {
				add(key)
			}
		}
		if m.event != nil {
			add(m.event.Who)
		}
	}
	if !c.Group || d.format == "script" && !d.isAI() { // the other may be silent in this part; a script has nobody but those whom it is about
		for _, p := range c.People {
			add(p.Key)
		}
	}
	if len(d.people) == 1 {
		name := c.Title
		if name == "" || name == me.Name {
			name = "Somebody"
			d.guess("The name of the other person is invented: the export does not have it.")
		}
		d.people = append(d.people, &person{Person: parse.Person{Key: "somebody else", Name: name}})
	}
	d.giveIDs()
	if d.isAI() && len(d.people) > 2 {
		return usage.Errorf("--platform %s draws a person and an assistant, but %d people speak in this conversation", d.platform, len(d.people))
	}
	return nil
}

// me returns the person on the right.
func (d *draft) me() (parse.Person, error) {
	c := d.conversation
	if d.opts.Me != "" {
		return d.named(d.opts.Me)
	}
	for _, p := range c.People {
		if p.Key == c.Me && c.Me != "" {
			return p, nil
		}
	}
	if c.Me != "" || len(c.People) == 1 && c.People[0].Name == c.Title {
		d.guess("The name on the right is not in the export.")
		return parse.Person{Key: "me", Name: "Me"}, nil
	}
	choice := &Choice{Flag: "--me", Text: "the export does not say who of these you are"}
	for _, p := range c.People {
		choice.Options = append(choice.Options, wording.Printable(p.Name))
		choice.Answers = append(choice.Answers, p.Name)
	}
	return parse.Person{}, choice
}

// named returns the person of a name.
func (d *draft) named(name string) (parse.Person, error) {
	var names []string
	for _, p := range d.conversation.People {
		if strings.EqualFold(p.Name, name) || p.Key == name || p.Handle != "" && strings.EqualFold(p.Handle, name) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	for _, p := range d.conversation.People {
		if p.Key == d.conversation.Me && (p.Name == "Me" || p.Name == "You") { // which is what the export calls everybody
			return parse.Person{Key: p.Key, Name: name}, nil
		}
	}
	if len(names) == 1 && !d.conversation.Group { // who has said nothing in this part
		return parse.Person{Key: "me", Name: name}, nil
	}
	return parse.Person{}, usage.Errorf("--me %s: nobody of this name is in the conversation; there are %s%s", name, wording.List(names), wording.DidYouMean(name, names))
}

// giveIDs gives everybody a short id: "me", and the first names of the others.
func (d *draft) giveIDs() {
	used := map[string]bool{"me": true}
	d.ids = map[string]string{d.people[0].Key: "me"}
	d.people[0].id = "me"
	for _, p := range d.people[1:] {
		base := slug(strings.Fields(p.Name + " ")...)
		id := base
		for n := 2; used[id]; n++ {
			id = base + strconv.Itoa(n)
		}
		used[id] = true
		p.id, d.ids[p.Key] = id, id
	}
}

// slug returns the first word that has letters of the Latin alphabet, in lower case and without accents.
func slug(words ...string) string {
	for _, word := range words {
		letters := strings.Map(func(r rune) rune {
			switch {
			case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
				return unicode.ToLower(r)
			}
			return -1
		}, norm.NFKD.String(word))
		if strings.Trim(letters, "0123456789") != "" {
			return letters[:min(len(letters), 20)]
		}
	}
	return "user"
}

// isGroup reports whether the payload is a group chat.
func (d *draft) isGroup() bool { return d.conversation.Group || len(d.people) > 2 }
