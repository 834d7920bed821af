package text

import "testing"

func TestGivenName(t *testing.T) {
	for name, want := range map[string]string{
		"Mia": "Mia", "Noah Lindqvist": "Noah", "  Ana  Maria ": "Ana", "": "", " ": "", "林美玲": "林美玲", "محمد بن عبد الرحمن": "محمد", "4 Paws": "4",
		"Dr. Ada King": "Ada", "Prof. Dr. Ada King": "Ada", "د. سارة العتيبي": "سارة", "Dr.": "Dr.", "Dr Ada King": "Ada", "Drew King": "Drew",
		"A. King": "A.", "Dr. A. King": "A.", "J.R. King": "J.R.", "А. Петров": "А.",
		"King, Ada": "King", "Dr. King, Ada": "King", "حسن، ليلى": "حسن", ",": "",
		"+44 7700 900142": "+44 7700 900142", "(555) 010-0199": "(555) 010-0199", "12345": "12345", "12 34": "12",
		"🌸 King, Ada":   "🌸 King",
		"🌸 Lina Berg 🌸": "🌸 Lina", "🌸 🌸": "🌸", "Lina 🌸": "Lina", "✨🌸 Dr. Lina": "✨🌸 Lina",
	} {
		if got := GivenName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
