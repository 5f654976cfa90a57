// A webhook: an address to which messages about alerts are sent by HTTP, and the service that is there.
import * as z from 'zod';
import { Spoken } from '../languages/spoken.ts';
import { toMessage } from '../sentences/message.ts';
import { Routing, RoutingInput } from './routing.ts';
import { StandIn } from './stand-in.ts';

export const webhookServices = [
  ...['generic', 'discord', 'slack', 'telegram', 'teams', 'teams-adaptive', 'pagerduty', 'pushover', 'gotify', 'ntfy'],
  ...['apprise', 'alertmanager', 'journal'],
] as const;

/** So many may be stored. */
export const MAX_WEBHOOKS = 100;
const MAX_ENTRIES = 50;
const MAX_TEXT = 8192;
const MAX_TEMPLATE = 64 * 1024;

/** Entries without a name are dropped. */
const entries = (name: z.ZodType<string>, value: z.ZodType<string>) =>
  z
    .preprocess(
      (found) =>
        typeof found === 'object' && found !== null && !Array.isArray(found)
          ? Object.fromEntries(Object.entries(found).flatMap(([key, text]) => (key.trim() ? [[key.trim(), text]] : [])))
          : (found ?? {}),
      z.record(z.string(), value),
    )
    .refine(
      (found) => Object.keys(found).every((key) => name.safeParse(key).success),
      toMessage({ id: 'input.headerName' }),
    )
    .refine((found) => Object.keys(found).length <= MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`);

/** The connection is Belfry's own matter. */
const REFUSED_HEADERS =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

const Headers = entries(
  z
    .string()
    .max(128)
    .regex(/^[\w!#$%&'*+.^`|~-]+$/)
    .refine((name) => !REFUSED_HEADERS.test(name)),
  z
    .string()
    .max(MAX_TEXT)
    .refine((value) => [...value].every(isHeaderCharacter), toMessage({ id: 'input.headerValue' })),
);

/** A header has printable characters of Latin-1, and tabs. The mask is replaced before it is sent. */
function isHeaderCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return character === '•' || code === 9 || (code >= 32 && code !== 127 && code <= 255);
}

const CustomFields = entries(
  z
    .string()
    .max(128)
    .regex(/^[\w-]+$/),
  z.string().max(MAX_TEXT),
);

/** What clients send. Other fields, such as `id`, are ignored. */
export const WebhookInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, toMessage({ id: 'input.webhookName' }))
    .max(200),
  url: z
    .string()
    .trim()
    .min(1, toMessage({ id: 'input.webhookUrl' }))
    .max(MAX_TEXT),
  method: z.preprocess(
    (found) => (typeof found === 'string' && found !== '' ? found.toUpperCase() : 'POST'),
    z.enum(['POST', 'PUT', 'PATCH']),
  ),
  headers: Headers,
  enabled: z.boolean().default(true),
  service: z.preprocess((found) => found || 'generic', z.enum(webhookServices)),
  /** Of the body. Empty: the service's own message. */
  template: z.preprocess((found) => found ?? '', z.string().max(MAX_TEMPLATE)),
  customFields: CustomFields,
  routing: RoutingInput.default(RoutingInput.parse({})),
  /** Whether the destination gets a message when an alert ends. */
  resolutions: z.boolean().default(true),
  standIn: StandIn.nullable().default(null),
  language: Spoken,
});
export type WebhookInput = z.infer<typeof WebhookInput>;

/** For a webhook that exists: what is left out of these stays as it is. */
export const WebhookUpdate = WebhookInput.extend({
  routing: RoutingInput.optional(),
  resolutions: z.boolean().optional(),
  standIn: StandIn.nullable().optional(),
  language: Spoken.unwrap().optional(),
});
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;

/** As typed. With the id of a stored one, its secrets stand for the masks. */
export const WebhookTrial = WebhookInput.extend({
  id: z.string().max(100).optional(),
  name: z.string().max(200).default('Test'),
});
export type WebhookTrial = z.infer<typeof WebhookTrial>;

export const Webhook = WebhookInput.extend({ id: z.string(), routing: Routing.default(Routing.parse({})) });
export type Webhook = z.infer<typeof Webhook>;

/** Of a webhook that is being typed. A blank template: the service's own message. */
export const PreviewInput = z.object({
  service: z.enum(webhookServices).default('generic'),
  template: z.string().max(MAX_TEMPLATE),
  url: z.string().max(MAX_TEXT).default(''),
  method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
  customFields: z.record(z.string(), z.string()).default({}),
  language: Spoken,
});
export type PreviewInput = z.infer<typeof PreviewInput>;

/** The first request: its body, and how and where it would be sent. */
export const WebhookPreview = z.object({ preview: z.string(), method: z.string(), url: z.string() });
export type WebhookPreview = z.infer<typeof WebhookPreview>;

/** The description of a service for a person who adds a webhook. */
export const WebhookTemplate = z.object({
  service: z.string(),
  name: z.string(),
  urlPattern: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  payloadTemplate: z.string(),
  instructions: z.string(),
  /** Custom fields without which the service does not accept messages, with their titles. */
  requiredFields: z.record(z.string(), z.string()),
});
export type WebhookTemplate = z.infer<typeof WebhookTemplate>;
