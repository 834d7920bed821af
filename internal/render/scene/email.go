package scene

import "mockup/internal/schema"

func (b *builder) mail(p *schema.EmailProps) {}
