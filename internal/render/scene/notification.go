package scene

import "mockup/internal/schema"

func (b *builder) lockScreen(p *schema.NotificationProps) {}
