package studio_test

import (
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/longtest"
)

// allNamed checks that a screen reader has a name for each control that is there, of which there are a number at least.
func (p *tab) allNamed(where string, least int) {
	p.t.Helper()
	tree, err := proto.AccessibilityGetFullAXTree{}.Call(p.Page)
	if err != nil {
		p.t.Fatal(err)
	}
	controls := 0
	for _, node := range tree.Nodes {
		if node.Ignored || node.Role == nil {
			continue
		}
		switch role := node.Role.Value.Str(); role {
		case "button", "textbox", "searchbox", "combobox", "switch", "checkbox", "slider", "spinbutton", "radio", "radiogroup", "dialog", "image", "group", "ColorWell",
			"tabpanel", "splitter", "menu", "menuitem", "menuitemcheckbox", "navigation", "progressbar", "toolbar":
			controls++
			if node.Name == nil || strings.TrimSpace(node.Name.Value.Str()) == "" {
				p.t.Errorf("%s: a %s has no name: node %d", where, role, node.BackendDOMNodeID)
			}
		}
	}
	if controls < least {
		p.t.Errorf("%s: only %d controls", where, controls)
	}
}

// A screen reader has a name for each control, in every view, menu and dialog, and where something is wrong.
func TestAccessible(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	p := newWorkspace(t, strings.Replace(chat, "renderKind: image", "renderKind: video", 1)).open()
	p.press("All fields of message 2")
	p.eval(`() => document.querySelectorAll(".section h2 [aria-expanded=false], .fold[aria-expanded=false]").forEach((one) => one.click())`)
	p.settle()
	p.allNamed("form", 60)
	p.press("Code")
	p.await(`() => document.querySelector(".cm-lineNumbers") !== null`)
	p.allNamed("code", 15)
	p.setCode("renderKind: video", "renderKind: vidio")
	p.await(`() => document.querySelector(".cm-lint-marker") !== null`)
	p.allNamed("violation", 15)
	p.press("Change to video")
	p.settle()
	for name, least := range map[string]int{"Start from": 40, "Variants": 3, "Export": 6} {
		p.press(name)
		p.await(`(name) => document.querySelector("dialog[open]")?.getAttribute("aria-label") === name`, name)
		p.allNamed(name, least)
		p.keys(input.Escape)
		p.await(`(name) => document.querySelector("dialog") === null && document.activeElement.textContent.includes(name)`, name)
	}
	p.eval(`() => void studio.files.saveAs()`)
	p.allNamed("Save as", 3)
	p.press("Save")
	p.await(`() => document.querySelector("dialog") === null`)
	p.eval(`() => studio.player.seek(studio.player.length - 1)`)
	p.await(`() => studio.player.shown === studio.player.length - 1`)
	p.clickOn("props.messages.1.text", proto.InputMouseButtonRight)
	p.await(`() => document.querySelector(".menu:popover-open") !== null`)
	p.allNamed("menu", 25)
}

// The Tab key leads through all controls and back to the first one; each shows that it has the focus. It leads out of the code as well.
func TestKeyboardReachesAll(t *testing.T) {
	t.Parallel()
	p := newWorkspace(t, chat).open()
	p.eval(`() => { document.activeElement.blur(); globalThis.seen = []; }`)
	look := `() => {
		const now = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(now);
		if (now === document.body || now === globalThis.seen[0]) return globalThis.seen.length > 0 ? "round" : "start";
		if (globalThis.seen.includes(now)) return "again: " + now.outerHTML.slice(0, 100);
		globalThis.seen.push(now);
		const shows = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || now.matches(".splitter");
		return shows && now.checkVisibility({ opacityProperty: true }) ? "" : "not seen: " + now.outerHTML.slice(0, 100);
	}`
	for range 200 {
		p.keys(input.Tab)
		switch found := p.eval(look); found {
		case "", "start":
			continue
		case "round":
		default:
			t.Fatal(found)
		}
		break
	}
	names := p.eval(`() => globalThis.seen.map((one) => one.getAttribute("aria-label") ?? one.textContent.trim()).join("; ")`)
	for _, name := range []string{"Form", "Export", "Text of message 1", "Add a message", "Delete message 3", "Platform", "Dark", "Picture of the payload: chats, whatsapp", "Width of the payload"} {
		if !strings.Contains(names, name) {
			t.Errorf("%s is not reached: %s", name, names)
		}
	}
	p.press("Code")
	p.await(`() => document.querySelector(".cm-lineNumbers") !== null`)
	p.eval(`() => studio.session.view.focus()`)
	p.keys(input.Escape, input.Tab)
	p.await(`() => !studio.session.view.hasFocus`)
	if p.code() != chat {
		t.Errorf("the code is\n%s", p.code())
	}
}
