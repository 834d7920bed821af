package scene

import (
	"fmt"

	"mockup/internal/render/storyboard"
)

// addItem draws an item with a partial of the template and returns its index. Each look of what a field shows is kept once.
func (b *builder) addItem(board *storyboard.Storyboard, item storyboard.Item, partial string, data any) (int, error) {
	html, err := b.scene.Template.Partial(partial, data)
	if err != nil {
		return 0, err
	}
	item.HTML = string(html)
	for _, i := range b.looks[item.Key] {
		if board.Items[i].HTML == item.HTML && board.Items[i].Path == item.Path {
			return i, nil
		}
	}
	board.Items = append(board.Items, item)
	index := len(board.Items) - 1
	if b.looks == nil {
		b.looks = map[string][]int{}
	}
	b.looks[item.Key] = append(b.looks[item.Key], index)
	return index, nil
}

// messagePath is the field of the payload that has a message.
func messagePath(i int) string { return itemPath("messages", i) }

// itemPath is the field of the payload that has an item of a list.
func itemPath(list string, i int) string { return fmt.Sprintf("props.%s.%d", list, i) }
