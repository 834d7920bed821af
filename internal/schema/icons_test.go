package schema

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// iconList is the list of icons in docs/payload.md.
func iconList() string {
	line := func(keys []string) string { return "`" + strings.Join(keys, "`, `") + "`" }
	return "- of the phone: " + line(systemIcons) + "\n- of other apps: " + line(appIcons) + "\n"
}

// The documentation lists every icon.
func TestIconsAreDocumented(t *testing.T) {
	const file = "../../docs/payload.md"
	const begin, end = "<!-- icons: go test ./internal/schema -run Icons -update writes them -->\n", "<!-- end -->"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(data), begin)
	list, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the list", file)
	}
	if want := iconList(); *update {
		if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if list != want {
		t.Errorf("%s does not have this list; run with -update:\n%s", file, want)
	}
}

// The schemas list every icon, once and in the order of the alphabet.
func TestIconsInSchema(t *testing.T) {
	for mt, name := range map[Type]string{Notifications: "NotificationItem", Chats: "Banner"} {
		field := schemaObject(t, mt)["$defs"].(jsonObject)[name].(jsonObject)["properties"].(jsonObject)["iconPreset"].(jsonObject)
		examples, _ := field["examples"].([]any)
		var keys []string
		for _, e := range examples {
			keys = append(keys, e.(string))
		}
		if !slices.Equal(keys, IconPresets()) || !slices.Contains(keys, "settings") || !slices.Contains(keys, "slack") {
			t.Errorf("%s of %s has the icons %q", name, mt, keys)
		}
	}
	if keys := IconPresets(); !slices.IsSorted(keys) || len(slices.Compact(keys)) != len(systemIcons)+len(appIcons) {
		t.Errorf("the icons are %q", keys)
	}
}
