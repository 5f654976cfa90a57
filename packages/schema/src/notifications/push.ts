// Browsers that receive notifications, as the Push API of the W3C describes a subscription.
import * as z from 'zod';
import { Severity } from '../alerts/config.ts';
import { Spoken } from '../languages/spoken.ts';
import { toMessage } from '../sentences/message.ts';
import { everything } from './everything.ts';
import { Routing, RoutingInput } from './routing.ts';

const base64url = (bytes: number) => {
  const text = `must be ${bytes} bytes in base64url`;
  return z
    .string(text)
    .regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), text)
    .transform((key) => key.replace(/=+$/, ''));
};

/** What `PushSubscription.toJSON()` of a browser gives. Other fields, such as `expirationTime`, are ignored. */
export const BrowserSubscription = z.object({
  /** The address of the browser's push service: it is the right to send, so no answer contains it. */
  endpoint: z.url({ protocol: /^https$/, error: toMessage({ id: 'field.https' }) }).max(2048),
  /** `p256dh`: the public key of the browser, an uncompressed point of P-256. `auth`: its secret. */
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type BrowserSubscription = z.infer<typeof BrowserSubscription>;

const settings = {
  /** What the user calls this browser. */
  name: z.string().trim().min(1).max(100),
  enabled: z.boolean().default(true),
  resolutions: z.boolean().default(true),
  routing: RoutingInput.default(everything),
  language: Spoken,
};

export const PushInput = z.object({ ...BrowserSubscription.shape, ...settings });
export type PushInput = z.infer<typeof PushInput>;

/** The subscription itself stays as it is. */
export const PushChange = z.strictObject(settings);
export type PushChange = z.infer<typeof PushChange>;

/** `service`: the host of the push service. `user`: whose browser it is. `createdAt` ISO. */
export const PushBrowser = z.object({
  id: z.string(),
  service: z.string(),
  user: z.string(),
  createdAt: z.string(),
  ...settings,
  routing: Routing.default(everything),
});
export type PushBrowser = z.infer<typeof PushBrowser>;

/** What a push message contains, decrypted. `path`: the page that a click opens. */
export const PushPayload = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  kind: z.string(),
  level: Severity,
  path: z.string(),
});
export type PushPayload = z.infer<typeof PushPayload>;
