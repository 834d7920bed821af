package scene

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"mockup/internal/schema"
)

// sources are the web pages that an answer rests on.
func (b *builder) sources(list []schema.AISource) []Source {
	var sources []Source
	for _, s := range list {
		host := s.URL.Host()
		name := siteName(host)
		sources = append(sources, Source{Title: strings.TrimSpace(s.Title), Host: host, Name: name, Icon: b.avatar(s.Icon, name, host)})
	}
	return sources
}

// siteName is what a site is called after its address: en.wikipedia.org is wikipedia, news.example.co.uk is example.
func siteName(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host // a number, or a name without dots
	}
	name, _, _ := strings.Cut(domain, ".")
	return name
}

func sourceNames(sources []Source) []string {
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	return names
}
