package scene

import "mockup/internal/schema"

func (b *builder) post(p *schema.PostProps) {}
