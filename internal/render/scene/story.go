package scene

import "mockup/internal/schema"

func (b *builder) story(p *schema.StoryProps) {}
