package scene

import "mockup/internal/schema"

func (b *builder) ai(p *schema.AIProps) error { return nil }
