// Who would hear of an alert, without sending anything.
import * as z from 'zod';
import { HeldBack } from '../alerts/explanation.ts';

/**
 * One destination. `when`: `now` (a group may wait some minutes for others), `later`: something holds it back that ends by itself,
 * `never`: as it is configured. `heldBack` says what it is. `escalations`: what it gets in addition while nobody acknowledges the
 * alert; `after` minutes.
 */
export const Recipient = z.object({
  id: z.string(),
  name: z.string(),
  channel: z.enum(['email', 'webhook', 'push']),
  service: z.string(),
  when: z.enum(['now', 'later', 'never']),
  heldBack: HeldBack.optional(),
  escalations: z.array(z.object({ level: z.number(), after: z.number() })),
});
export type Recipient = z.infer<typeof Recipient>;
