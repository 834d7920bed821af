package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The tables of the interface, one line a field: name; type; then
//
//	!           required
//	=value      default
//	enum a|b    allowed values
//	1..40       range of a number
//	length 1..  length of a text, or of an array
//	each 0..4   range of the items
//	is name     format
//
// "User" and the like are objects whose table bears that name.
func interfaceTables() map[string]string {
	device := `
batteryLevel; number; =100; 0..100
showDeviceFrame; boolean; =false
showDeviceStatus; boolean; =true
statusBarTime; string; ="9:41"
timeNotation; string; ="24h"; enum 12h|24h`
	metrics := ""
	for _, name := range []string{"likes", "comments", "reposts", "shares", "views", "bookmarks", "saves", "reactions", "upvotes", "downvotes"} {
		metrics += name + "; number; 0..\n"
	}
	return map[string]string{
		"Canvas": `
aspectRatio; string; ="1:1"; enum 1:1|4:5|9:16|16:9
background; string; ="white"; is canvas-background
padding; number; =0; 0..200`,
		"ChatProps": device + `
platform; string; !; enum ` + strings.Join(Platforms(Chats), "|") + `
sender; ChatUser; !
receivers; ChatUser[]; !; length 1..
messages; ChatMessage[]; !
conversationType; string; ="direct-message"; enum direct-message|group-chat
groupChatSettings; GroupChatSettings
darkMode; boolean; =false
floatingMessages; boolean; =false
mobileView; boolean; =true
showHeader; boolean; =true
showFooter; boolean; =true
showReceiver; boolean; =false
showDates; boolean; =true
timezone; string; is time-zone
transparentBackground; boolean; =false
customTheme; CustomTheme
secondaryTextColor; string; is css-color
bubbleColor; string; ="blue"; enum blue|green
chatWallpaper; string; is chat-wallpaper`,
		"GroupChatSettings": `
name; string; !
image; string; is image`,
		"ChatMessage": `
id; string; !
userId; string; !
type; string; !; enum text|image|mixed
timestamp; string; !; is date-time
text; string
images; ChatImage[]
status; string; enum sent|delivered|read`,
		"ChatImage": `
id; string; !
filename; string; !
data; string; !; is image
mimeType; string; !
size; number; !
caption; string
thumbnail; string; is image`,
		"ChatUser": `
id; string; !
name; string; !
image; string; is image
username; string
verified; boolean
joinedDate; string; is month`,
		"CustomTheme": `
backgroundColor; string; !; is css-color
backgroundImage; string; is image
senderBubble; BubbleColors; !
receiverBubble; BubbleColors; !
fontSize; string; ="medium"; enum small|medium|large|xl`,
		"BubbleColors": `
background; string; !; is css-color
foreground; string; !; is css-color`,
		// transparentBackground is not in the table of stories, but video output names it for chats and stories.
		"StoryProps": device + `
platform; string; !; enum instagram|snapchat
author; StoryAuthor; !
slides; StorySlide[]; !; length 1..
currentSlide; integer; =0; 0..9007199254740991
timestamp; string; is date-time
transparentBackground; boolean; =false`,
		"StoryAuthor": `
username; string; !
verified; boolean; !
avatar; string; is image`,
		"StorySlide": `
id; string; !
image; string; is image`,
		"NotificationProps": device + `
platform; string; !; enum ios
notifications; NotificationItem[]; !
wallpaper; string; is wallpaper
wallpaperIsDark; boolean
cardStyle; string; ="classic"; enum classic|glass
carrier; string
dateLabel; string
timestamp; string; is date-time`,
		"NotificationItem": `
id; string; !
title; string; !
text; string; !
timeLabel; string; ="now"
iconPreset; string
icon; string; is image
thumbnail; string; is image`,
		"AIProps": device + `
platform; string; !; enum chatgpt|claude|gemini|grok|perplexity
model; string; !
messages; AIMessage[]; !
input; string; =""
darkMode; boolean; =false
showHeader; boolean; =true
showFooter; boolean; =true
timezone; string; is time-zone`,
		"AIMessage": `
id; string; !
role; string; !; enum user|assistant
content; string; !
images; ChatImage[]`,
		"PostProps": `
platform; string; !; enum x|instagram|facebook|linkedin|threads|bluesky|tiktok|pinterest
post; Post; !
darkMode; boolean; =false
transparentBackground; boolean; =false`,
		"Post": `
id; string; !
author; PostAuthor; !
content; string; !
title; string
image; string; is image
timestamp; string; !; is date-time
metrics; PostMetrics; !`,
		"PostAuthor": `
name; string; !
username; string
subtitle; string
community; string
image; string; is image
verified; boolean`,
		"PostMetrics": metrics,
		"CommentProps": device + `
platform; string; !; enum youtube|instagram|tiktok|x|facebook|linkedin|reddit|threads
postAuthor; CommentUser; !
currentUser; CommentUser; !
users; CommentUser[]; !
comments; Comment[]; !
commentCount; number; !; 0..
videoImage; string; is image
darkMode; boolean; =false
showHeader; boolean; =true`,
		"CommentUser": `
id; string; !
name; string; !
username; string; !
avatar; string; is image
isCreator; boolean`,
		"Comment": `
id; string; !
userId; string; !
text; string; !
likes; number; !; 0..
timestamp; string; !; is date-time
username; string
avatar; string; is image
replies; Comment[]
attachment; CommentAttachment`,
		"CommentAttachment": `
type; string; !; enum voice|poll
durationSeconds; integer; 1..60
options; PollOption[]; length 2..5
status; string; ="open"; enum open|closed
endsIn; string; length ..20`,
		"PollOption": `
id; string; !
text; string; !; length ..80
votes; integer; !; 0..9007199254740991`,
		"PopupProps": `
aspectRatio; string; ="9:16"; enum 9:16|16:9
background; string; ="brand"; is popup-background
comments; PopupComment[]; !; length 1..50
seed; integer; =1; -9007199254740991..9007199254740991
sound; boolean; =true
speed; string; ="normal"; enum slow|normal|fast`,
		"PopupComment": `
id; string; !
platform; string; !; enum youtube|x|instagram|tiktok
name; string
username; string; !; length 1..40
text; string; !; length 1..280
avatar; string; is image
x; number
y; number`,
		"EmailProps": device + `
platform; string; !; enum gmail|apple-mail|outlook|leaked
conversation; EmailConversation; !
darkMode; boolean; =false`,
		"EmailConversation": `
subject; string; !
participants; EmailParticipant[]; !
emails; Email[]; !
attachment; string; is image`,
		"EmailParticipant": `
id; string; !
name; string; !
email; string; !
avatar; string; is image
isNameRedacted; boolean; !
isEmailRedacted; boolean; !`,
		"Email": `
id; string; !
senderId; string; !
body; string; !
date; string; !; is date-time`,
		"ContributionProps": `
levels; number[]; !; length 1..400; each 0..4
year; integer; =2026; 1..9999
theme; string; ="light"; enum light|dark`,
		"DashboardProps": `
metric; string; ="MRR"; enum MRR|Net volume|Gross volume|New customers|Successful payments
points; number[]; !; length 2..60
comparePoints; number[]; length 2..60
currencyCode; string; ="USD"; is currency
startDate; string; ="2026-02-01"; is date
endDate; string; ="2026-06-28"; is date
updatedSeconds; number; =4; 0..
theme; string; ="light"; enum light|dark`,
	}
}

// envelopeTable is the table of the top level for one type.
func envelopeTable(t Type, props string) string {
	kinds := map[Type]string{Chats: "image|video", AI: "image|video", Stories: "image|video", Notifications: "image|video",
		Posts: "image", Comments: "image", CommentPopup: "video", Emails: "image", ContributionChart: "image", DashboardChart: "image"}
	table := `
$schema; string
mockupType; string; !
renderKind; string; !; enum ` + kinds[t] + `
resolutionScale; string; !; enum 1x|2x|4x
rendererVersion; string; !; is renderer-version
render3D; boolean; =false
cameraPosition; number[]; length 3..3
canvas; Canvas
props; ` + props + `; !`
	switch t {
	case CommentPopup, ContributionChart, DashboardChart:
		return table
	}
	return table + "\nplatform; string; !; enum " + strings.Join(Platforms(t), "|")
}

type jsonObject = map[string]any

func schemaObject(t *testing.T, mt Type) jsonObject {
	t.Helper()
	data, err := JSONSchema(mt)
	if err != nil {
		t.Fatal(err)
	}
	var root jsonObject
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// Every field and limit of the interface is in the schema, and nothing else is.
func TestSchemaIsTheInterface(t *testing.T) {
	tables := interfaceTables()
	seen := map[string]bool{}
	for _, mt := range Types() {
		root := schemaObject(t, mt)
		defs := root["$defs"].(jsonObject)
		props := strings.TrimPrefix(root["properties"].(jsonObject)["props"].(jsonObject)["$ref"].(string), "#/$defs/")
		compareTable(t, string(mt), root, envelopeTable(mt, props))
		for name := range definitionsOf(root, defs, map[string]bool{}) {
			if formatOfDefinition(name) != "" {
				continue
			}
			seen[name] = true
			compareTable(t, string(mt)+" "+name, defs[name].(jsonObject), tables[name])
		}
	}
	for name := range tables {
		if !seen[name] {
			t.Errorf("no type's schema has %s", name)
		}
	}
}

// definitionsOf adds the definitions that the interface's part of a schema refers to.
func definitionsOf(s any, defs jsonObject, found map[string]bool) map[string]bool {
	switch s := s.(type) {
	case []any:
		for _, item := range s {
			definitionsOf(item, defs, found)
		}
	case jsonObject:
		if ref, ok := s["$ref"].(string); ok && s["$comment"] != BeyondMark {
			if name := strings.TrimPrefix(ref, "#/$defs/"); !found[name] {
				found[name] = true
				definitionsOf(defs[name], defs, found)
			}
		}
		for name, value := range s {
			if name != "$defs" && s["$comment"] != BeyondMark {
				definitionsOf(value, defs, found)
			}
		}
	}
	return found
}

func compareTable(t *testing.T, where string, object jsonObject, table string) {
	t.Helper()
	if object["additionalProperties"] != false {
		t.Errorf("%s: additional properties are allowed", where)
	}
	if object["title"] == nil {
		t.Errorf("%s: no title", where)
	}
	properties := object["properties"].(jsonObject)
	required, _ := object["required"].([]any)
	var names []string
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		parts := strings.Split(line, "; ")
		names = append(names, parts[0])
		property, ok := properties[parts[0]].(jsonObject)
		if !ok {
			t.Errorf("%s: %s is missing", where, parts[0])
			continue
		}
		want := strings.Join(parts[1:], "; ")
		if got := describe(property, slices.Contains(required, any(parts[0]))); got != want {
			t.Errorf("%s: %s: got %q, want %q", where, parts[0], got, want)
		}
		if property["description"] == nil {
			t.Errorf("%s: %s has no description", where, parts[0])
		}
	}
	for name, property := range properties {
		marked := property.(jsonObject)["$comment"] == BeyondMark
		switch of := slices.Contains(names, name); {
		case of && marked:
			t.Errorf("%s: %s is of the interface, and marked as beyond it", where, name)
		case !of && !marked:
			t.Errorf("%s: %s is not in the interface, and not marked as beyond it", where, name)
		case marked && (property.(jsonObject)["description"] == nil || slices.Contains(required, any(name)) || property.(jsonObject)["default"] != nil):
			t.Errorf("%s: %s is beyond the interface; it needs a description, and cannot be required or have a default", where, name)
		}
	}
}

// describe writes a property the way the tables do.
func list(value any) []any {
	items, _ := value.([]any)
	return items
}

func describe(p jsonObject, required bool) string {
	for _, branch := range list(p["oneOf"]) { // one of them is that of v1
		if one := branch.(jsonObject); one["$comment"] != BeyondMark {
			one["default"] = p["default"]
			p = one
		}
	}
	parts := []string{typeName(p)}
	if required {
		parts = append(parts, "!")
	}
	if d, ok := p["default"]; ok {
		text, _ := json.Marshal(d)
		parts = append(parts, "="+string(text))
	}
	if e, ok := p["enum"].([]any); ok {
		beyond := strings.TrimPrefix(fmt.Sprint(p["$comment"]), BeyondMark+": ")
		e = slices.DeleteFunc(e, func(value any) bool { return slices.Contains(strings.Split(beyond, ", "), fmt.Sprint(value)) })
		parts = append(parts, "enum "+strings.Trim(strings.Join(strings.Split(fmt.Sprintf("%q", e), `" "`), "|"), `[]"`))
	}
	for _, r := range []struct {
		prefix, least, most string
		in                  any
	}{{"", "minimum", "maximum", p}, {"length ", "minLength", "maxLength", p}, {"length ", "minItems", "maxItems", p}, {"each ", "minimum", "maximum", p["items"]}} {
		in, _ := r.in.(jsonObject)
		if in[r.least] != nil || in[r.most] != nil {
			parts = append(parts, r.prefix+bound(in[r.least])+".."+bound(in[r.most]))
		}
	}
	if f := formatOfDefinition(reference(p)); f != "" {
		parts = append(parts, "is "+f)
	}
	return strings.Join(parts, "; ")
}

// formatOfDefinition returns the format that a definition is the public form of; "" for that of an object.
func formatOfDefinition(name string) string {
	for format, f := range publicFormats() {
		if f.name == name {
			return format
		}
	}
	return ""
}

func reference(p jsonObject) string {
	ref, _ := p["$ref"].(string)
	return strings.TrimPrefix(ref, "#/$defs/")
}

func typeName(p jsonObject) string {
	switch name := reference(p); {
	case formatOfDefinition(name) != "":
		return "string"
	case name != "":
		return name
	}
	if items, ok := p["items"].(jsonObject); ok {
		return typeName(items) + "[]"
	}
	return fmt.Sprint(p["type"])
}

func bound(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%.0f", v)
}

// The platforms and types are those of the interface.
func TestPlatforms(t *testing.T) {
	want := map[Type]string{
		Chats: "whatsapp imessage instagram discord telegram slack linkedin microsoftTeams messenger snapchat x reddit " +
			"signal wechat tinder bumble bluesky msn line tiktok onlyfans custom",
		AI:            "chatgpt claude gemini grok perplexity",
		Stories:       "instagram snapchat",
		Notifications: "ios",
		Posts:         "x instagram facebook linkedin threads bluesky tiktok pinterest",
		Comments:      "youtube instagram tiktok x facebook linkedin reddit threads",
		CommentPopup:  "youtube x instagram tiktok",
		Emails:        "gmail apple-mail outlook leaked",
	}
	if len(Types()) != 10 {
		t.Errorf("%d types, want 10", len(Types()))
	}
	for _, mt := range Types() {
		if got := strings.Join(Platforms(mt), " "); got != want[mt] {
			t.Errorf("%s: got %s, want %s", mt, got, want[mt])
		}
	}
}
