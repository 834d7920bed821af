package text

import (
	"strings"
	"testing"
)

// Email addresses and telephone numbers are links, whole and without the signs around them.
func TestContacts(t *testing.T) {
	all := Markup{Links: true, Emails: true, Phones: true, Mentions: true}
	for text, want := range map[string]string{
		"mail ana.berg+x@mail.example.com!": "ana.berg+x@mail.example.com",
		"(a_b@b.io)":                        "a_b@b.io",
		"sam.co@example.museum.":            "sam.co@example.museum",
		"שלחו ל-dana@example.org תודה":      "dana@example.org",
		"+44 7700 900142":                   "+44 7700 900142",
		"ring +44 (0)7700 900142.":          "+44 (0)7700 900142",
		"+15550142222, thanks":              "+15550142222",
		"+1 (212) 555-0142":                 "+1 (212) 555-0142",
		"+1 555 0142":                       "+1 555 0142",
		"+49 30 901820 - urgent":            "+49 30 901820",
		"+972-54-123-4567":                  "+972-54-123-4567",
		"+39 06 6982 1234":                  "+39 06 6982 1234",
		"call (212) 555-0142 now":           "(212) 555-0142",
		"(212-555-0142)":                    "212-555-0142",
		"1-800-555-0199":                    "1-800-555-0199",
		"my number: 212.555.0142. 5 pm?":    "212.555.0142",
		"555-0142":                          "555-0142",
		"07700 900142":                      "07700 900142",
		"020 7946 0958":                     "020 7946 0958",
		"06 12 34 56 78":                    "06 12 34 56 78",
		"090-1234-5678":                     "090-1234-5678",
		"054-1234567":                       "054-1234567",
		"03-123-4567":                       "03-123-4567",
		"0412 345 678":                      "0412 345 678",
		"(11) 91234-5678":                   "(11) 91234-5678",
		"138 0013 8000":                     "138 0013 8000",
		"התקשרו 054-123-4567":               "054-123-4567",
	} {
		if got := string(Rich(text, all)); strings.Count(got, "<a ") != 1 || !strings.Contains(got, `<a class="link">`+want+"</a>") {
			t.Errorf("%q: %s, want the link %s", text, got, want)
		}
		if got := string(Rich(text, Markup{Links: true})); strings.Contains(got, "<a ") {
			t.Errorf("without contacts: %q: %s", text, got)
		}
	}
}

// Prices, years, dates, times, amounts, numbers of orders and cards, addresses of machines and versions are no telephone
// numbers, and half an address is none.
func TestNoContacts(t *testing.T) {
	all := Markup{Links: true, Emails: true, Phones: true}
	for _, text := range []string{
		"$2125550142", "€ 0800 123 4567", "¥020 7946 0958", "1,250,000", "1 250 000", "+250 000 000", "+10 000 000 views", "+260 500 000", "250 500 1000",
		"2019-2020", "2019 2020 2021", "01.02.2025", "01-02-2025 10:30", "01-02-2025 10 Uhr", "2025-01-02", "09 12 2025", "05/16/2026 07:30",
		"9:30-10:45", "12:30", "7700 900142", "2125550142", "07700900142", "#212-555-0142", "order 212-555-0142", "Order no. 0171 1234567",
		"tracking number: 090-1234-5678", "Invoice #0412 345 678", "114-1234567-1234567", "978-3-16-148410-0", "4111 1111 1111 1111", "0123 4567 8901 2345",
		"DE89 3704 0044 0532 0130 00", "12345 0171 1234567", "192.168.1.10", "1.24.3", "v212.555.0142", "x555-0142", "555-01422", "555-0142-7", "212-555-0142/7",
		"+39 points", "UTC+2 555", "555 0142", "212-555-0142%", "Psalm 119:105", "1-0", "+", "(", "()", "a@b", "@ana", "a@b@c.com", "ana@b.", "ana@-b.com", "user@1.2",
	} {
		if got := string(Rich(text, all)); strings.Contains(got, "<a ") {
			t.Errorf("%q: %s, want no link", text, got)
		}
	}
}

// Where handles are domains, other names are not mentioned.
func TestMentionsOfDomains(t *testing.T) {
	got := string(Rich("@mia.example.org and @Mia Berg, @Mia", Markup{Mentions: true, Domains: true, Names: NewNames([]string{"Mia Berg"})}))
	if want := `<a class="mention">@mia.example.org</a> and @Mia Berg, @Mia`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Where only people are mentioned, all other names are text.
func TestMentionsOfPeople(t *testing.T) {
	people := Markup{People: true, Names: NewNames([]string{"Leo Martins", "Leo", "Ravi", "נועה לוי", "نور الدين"})}
	for text, want := range map[string]string{
		"@Ravi, ok":         `<a class="mention">@Ravi</a>, ok`,
		"hi @Leo Martins!":  `hi <a class="mention">@Leo Martins</a>!`,
		"@Leo M":            `<a class="mention">@Leo</a> M`,
		"@Leonie":           "@Leonie",
		"תודה @נועה לוי על": `תודה <a class="mention">@נועה לוי</a> על`,
		"شكرا @نور الدين":   `شكرا <a class="mention">@نور الدين</a>`,
		"@everyone a@Ravi":  "@everyone a@Ravi",
	} {
		if got := string(Rich(text, people)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
