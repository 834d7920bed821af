package render

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
)

// pasted holds signs that people paste, by kind. A sign of several characters is drawn as one.
var pasted = map[string]string{
	"emoji of Unicode 15 to 17": "🩷 🪿 🫨 🪭 🫎 🐦‍🔥 🍋‍🟩 🙂‍↔️ ⛓️‍💥 🏃🏽‍♀️‍➡️ 👪 🧑‍🧑‍🧒 🫩 🫆 🪾 🫜 🪉 🪏 🫟 🇨🇶 🫪 🫯 🪎 🛘",
	"older emoji":               "😀 ❤️ ☺️ ✔️ ↗️ ©️ 1️⃣ #️⃣ 👩🏽‍🚀 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁷󠁬󠁳󠁿 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👩‍❤️‍💋‍👨 🧑🏿‍🤝‍🧑🏻 🇵🇹 🇺🇳",
	"box drawing and blocks":    "─ │ ┌ ┐ └ ┘ ├ ┤ ┼ ═ ║ ╔ ╗ ╚ ╝ ╭ ╮ ╯ ╰ ╱ ╲ ╳ ┻ ━ ▀ ▄ █ ░ ▒ ▓ ▖ ▟",
	"marks on letters":          "x̊ q̊ M̊ ẅ x̂ k̃ n̈ а́ ы́ я̆ ω̊ z̶ a̶ e͛ o͜ t͡ s̲ m̌ 5̊",
	"raised and lowered":        "₂ ₃ ₀ ₙ ₓ ⁴ ⁿ ⁱ ᵃ ᶻ ʰ ˢ ᴬ ℮ ½ ⅞ ⅓ Ⅷ",
	"phonetics":                 "ə ʃ ŋ ɹ ʁ ɸ ː ˈ ᴀ ʙ ꜰ ɢ",
	"currencies":                "€ ₹ ₿ ₺ ₽ ₴ ₦ ₱ ₫ ₩ ₪ ₡ ₮",
	"arrows and mathematics":    "→ ↯ ⇒ ⟶ ↺ ∀ ∃ ∅ ∈ ∑ √ ∞ ≈ ≠ ⊥ ⊹ ⋆ ℝ ℕ ℵ ∮ ⌘ ⌥ ⏎ ⎋",
	"letters as mathematics":    "𝓗 𝓮 𝕳 𝖊 𝔸 𝕒 𝐁 𝘪 𝙷 𝚎 𝟘 𝟗 ℋ ℯ",
	"letters in shapes":         "Ⓐ ⓩ ① ㊙ 🄰 🅐 🅰 🆎 ｆ Ｆ ﬁ ㎏ № ™",
	"stars, hearts and signs":   "★ ☆ ✦ ✧ ✩ ✮ ❥ ♡ ♥ ღ ☁ ☂ ☾ ☽ ☯ ☮ ☠ ♪ ♫ ♬ ♛ ♞ ✿ ❀ ❁ ✎ ✌ ✗ ✓ ☑ ⚘ ⚜ ⌛ ⏳ ◕ ● ◐ ▲ ▼ ◆ ◇ ❖ ꕥ ꕤ ᰔ ⚝ 🜲 🞇 🂡 🀄 🁢 ⠓ ䷀ 𝄞 𝄢",
	"frames of names":           "꧁ ꧂ ༺ ༻ 『 』 【 】 《 》 ❲ ❳ ⟦ ⟧ ꒰ ꒱ ໒ ৎ ౨ ᥫ ᭡ ᡣ 𐙚 𓆩 𓆪 𓂃 𓆏 ࿐ 𖦹 ꩜",
	"faces of letters":          "ツ ʕ ᴥ ʔ ಠ ಥ ლ ෆ ω ﾟ ｡ ╯ ° □ ︵ ¬ ₍ ₎ ˃ ᗜ ˂ ᵕ ⸜ ⸝ ⌒ ⊙ ♡ ˶ ᐢ ৻",
	"scripts of Europe":         "ž ő ș Ж ђ ґ Ω ώ ἄ Ա ն ა ჯ ᚠ ᛟ ⲁ Ⲱ",
	"scripts of the Near East":  "א ש م ﷽ ڤ ێ ܐ ܫ ހ ރ ߒ ߞ",
	"scripts of South Asia":     "अ ক ਅ અ ଅ அ అ ಅ അ අ ᱚ ꯀ བ ཨ",
	"scripts of South East":     "ก ກ ក က ꦗ ꦮ ꧏ ᬅ ᮃ ᨀ ꨀ ᥐ",
	"scripts of East Asia":      "你 龍 の カ 한 ㄅ ㄚ ꀀ ꆈ ᠮ ᠭ ꓮ ꓵ",
	"scripts of Africa":         "ሀ ኢ ⴰ ⵣ ꔀ ꕙ ꚠ 𞤀 𞤢",
	"scripts of America":        "Ꭰ Ᏼ ꭰ ᐃ ᓄ ᗩ ᗷ",
}

// tofuOf draws signs of one kind in the font of the text that holds them. It returns those that are drawn as what no font
// has is, those that show nothing, and those of several characters that are not drawn as one sign: emoji as wide as an emoji,
// letters with marks as wide as the letter.
const tofuOf = `(kinds) => {
	const texts = document.createTreeWalker(document.getElementById("root"), NodeFilter.SHOW_TEXT);
	while (texts.nextNode() && !texts.currentNode.data.includes("𒀀"));
	const context = new OffscreenCanvas(100, 80).getContext("2d", { willReadFrequently: true });
	context.font = "40px " + getComputedStyle(texts.currentNode.parentElement).fontFamily;
	const width = (text) => context.measureText(text).width;
	const ink = (text) => {
		context.clearRect(0, 0, 100, 80);
		context.fillText(text, 30, 50);
		return context.getImageData(0, 0, 100, 80).data.join();
	};
	const [nothing, ...boxes] = [" ", "\u{12000}", "\u{10FFFD}", "\u{378}"].map(ink);
	const apart = (sign, kind) => {
		if (kind.includes("emoji")) return Math.abs(width(sign) - width("😀")) > 1;
		return kind.includes("marks") && Math.abs(width(sign) - width([...sign][0])) > 8;
	};
	const bad = (sign, kind) => boxes.includes(ink(sign)) || ink(sign) === nothing || apart(sign, kind);
	return Object.entries(kinds).flatMap(([kind, signs]) => signs.split(" ").filter((sign) => bad(sign, kind)));
}`

// No sign that people paste is drawn as a box, in whatever font a platform has. What no font has is, so that this can fail.
func TestNoTofu(t *testing.T) {
	t.Parallel()
	r := Shared
	kinds := maps.Clone(pasted)
	kinds["in no font"] = "𒀀"
	for _, platform := range longtest.Sample(t, 3, []string{"whatsapp", "slack", "discord", "snapchat", "tiktok", "msn"}, longtest.Alike) {
		p := samplePayload(t, schema.Chats, platform)
		chat := p.Props.(*schema.ChatProps)
		message := schema.ChatMessage{ID: "one", Type: "text", UserID: chat.Sender.ID, Timestamp: chat.Messages[0].Timestamp}
		message.Text = strings.Join(slices.Collect(maps.Values(kinds)), " ")
		chat.Messages = []schema.ChatMessage{message}
		var tofu []string
		layOutPage(t, r, p, tofuOf, kinds, &tofu)
		if !slices.Equal(tofu, []string{"𒀀"}) {
			t.Errorf("%s: %q are not drawn, want only 𒀀", platform, tofu)
		}
	}
}
