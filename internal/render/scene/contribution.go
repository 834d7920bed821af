package scene

import "mockup/internal/schema"

func (b *builder) contributions(p *schema.ContributionProps) {}
