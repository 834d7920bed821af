package scene

import "mockup/internal/schema"

func (b *builder) thread(p *schema.CommentProps) {}
