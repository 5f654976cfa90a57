// The configuration of alerts has changed: the client asks for it again.
import * as z from 'zod';

export const AlertConfigChanged = z.object({ type: z.literal('alert_config_changed'), data: z.object({}) });
