package render

import (
	"fmt"
	"strings"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// everyBlock is an answer with all that markdown has.
const everyBlock = "1. First\n   - inner\n\n     ```go\n     func main() {\n\n     \tfmt.Println(\"a line that is much too long for the card\")\n     }\n     ```\n   - [x] done\n\n" +
	"> A quote\n>\n> ```\n> its code\n> ```\n\n---\n\n| A | B | C | D |\n|---|---|---|---|\n| one long cell | another long cell | a third one | and more of them |\n\n" +
	"```js\nlet a = 1\n```\n```js\nlet b = 2\n```\n\n---\n\n" +
	"\\[\nx = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a} \\quad\\text{for}\\quad ax^2 + bx + c = 0\n\\]\n\nWith $\\frac{a}{b}$ in a line[^1], and \\(\\sum_{i=1}^n i = \\frac{n(n+1)}{2}\\)[1].\n\n" +
	"9. Nine\n10. Ten $x^2$\n\n```\nno language\n```\n\n|one<br>two|$x_1$|\n|-|-|\n|$\\frac12$|b|\n\n- [ ] פריט $x$\n- שני\n\n[^1]: A note."

// Answers of every build equal the page while they are written: each pair is a prompt and its answer.
func TestAnswersEqualPage(t *testing.T) {
	t.Parallel()
	r := Shared
	for name, talk := range map[string][]string{
		"nothing":         nil,
		"short":           {"Hello?", "", "?", "Yes"},
		"both directions": {"מה השעה?", "## שעה\n\nהשעה בירושלים היא **12:40**, וב-London היא `10:40`, more English here.\n\n- ראשון\n- with English שני inside\n"},
		"no spaces":       {"为什么天空是蓝色的?", "天空呈现蓝色是因为瑞利散射。太阳光进入大气层后,波长较短的蓝光比红光更容易被空气分子散射。\n\n" + strings.Repeat("x", 200)},
		"scrolled":        {strings.Repeat("A long prompt. ", 80), strings.Repeat("Many words of an answer. ", 120), "And then?", "Nothing."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareVideo(t, r, "../../examples/ai/chatgpt.yaml", func(p *schema.Payload) {
				var messages []schema.AIMessage
				for i, text := range talk {
					messages = append(messages, schema.AIMessage{ID: fmt.Sprint(i), Role: []string{"user", "assistant"}[i%2], Content: text})
				}
				p.Props.(*schema.AIProps).Messages = messages
			})
		})
	}
}

// Every app draws its blocks so that they can be uncovered line by line.
func TestBlocksEqualPage(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range templates.Available("ai") {
		t.Run(platform, func(t *testing.T) {
			if platform != "chatgpt" {
				OnlyLong(t)
			}
			t.Parallel()
			compareVideo(t, r, "../../examples/ai/"+platform+".yaml", func(p *schema.Payload) {
				p.Props.(*schema.AIProps).Messages = []schema.AIMessage{
					{ID: "q", Role: "user", Content: "Blocks?"},
					{ID: "a", Role: "assistant", Content: everyBlock, Sources: []schema.AISource{{Title: "A page", URL: "https://example.org/a"}}, Related: []string{"And then?"}},
				}
			})
		})
	}
}

// A picture in an answer is there before its first words, and its prompt's with the prompt.
func TestAnswerWithPictureEqualsPage(t *testing.T) {
	t.Parallel()
	r := Shared
	compareVideo(t, r, "../../examples/ai/chatgpt-images.yaml", func(p *schema.Payload) {
		messages := p.Props.(*schema.AIProps).Messages
		messages[1].Images = messages[0].Images[:1]
	})
}
