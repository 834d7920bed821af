package scene

import "mockup/internal/schema"

func (b *builder) dashboard(p *schema.DashboardProps) {}
