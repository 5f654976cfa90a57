// How messages about alerts are sent by e-mail.
import * as z from 'zod';
import { Fingerprint } from '../config/node.ts';
import { Spoken } from '../languages/spoken.ts';
import { toMessage } from '../sentences/message.ts';
import { Routing, RoutingInput } from './routing.ts';
import { StandIn } from './stand-in.ts';

const ADDRESS = toMessage({ id: 'input.mailAddress' });
/** No blanks, and nothing that could end a header or begin another address. */
const address = /^[^\s<>@,;:"\\\p{Cc}]+@[^\s<>@,;:"\\\p{Cc}]+$/u;
/** `ann@example.com`, or `Ann <ann@example.com>`. */
const isMailbox = (text: string): boolean => {
  const [, name = '', bare = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
  return address.test(bare) && name.length <= 200;
};
const Mailbox = z
  .string()
  .trim()
  .max(320)
  .refine((text) => text === '' || isMailbox(text), ADDRESS);

const secret = z.string().max(8192).optional();
const whole = (min: number, max: number) => {
  const text = toMessage({ id: 'input.whole', values: { min, max } });
  return z.int(text).min(min, text).max(max, text);
};

/**
 * Encryption: port 465 is encrypted from the start. Else `startTLS` requires STARTTLS; `tls` alone uses it where the server offers it, and
 * requires it when credentials are sent; without both nothing is encrypted. `provider` names a preset and has no effect.
 */
export const EmailSettings = z.object({
  enabled: z.boolean().default(false),
  provider: z.string().trim().max(100).default(''),
  server: z
    .string()
    .trim()
    .max(255)
    .regex(/^([^\s/@:]*|\[?[\da-fA-F:.]+\]?)$/, toMessage({ id: 'input.mailServer' }))
    .default(''),
  port: whole(1, 65_535).default(587),
  username: z.string().trim().max(320).default(''),
  from: Mailbox.default(''),
  /** Without recipients messages go to `from`. */
  to: z
    .array(Mailbox)
    .max(100, 'must have at most 100 addresses')
    .transform((list) => [...new Set(list.filter(Boolean))])
    .default([]),
  replyTo: Mailbox.default(''),
  /** SHA-256 of the certificate of the server. Set: this certificate and no other is accepted, and encryption is required. */
  fingerprint: Fingerprint.or(z.literal('')).default(''),
  /** The name in the greeting (EHLO). Empty: a full name that Belfry knows of itself, or the domain of the sender. */
  greeting: z
    .string()
    .trim()
    .max(255)
    .regex(
      /^([a-zA-Z\d]([a-zA-Z\d-]*[a-zA-Z\d])?(\.[a-zA-Z\d]([a-zA-Z\d-]*[a-zA-Z\d])?)*|\[[\da-fA-F:.]+\]|\[IPv6:[\da-fA-F:.]+\]|)$/,
      toMessage({ id: 'input.mailGreeting' }),
    )
    .default(''),
  tls: z.boolean().default(true),
  startTLS: z.boolean().default(false),
  /** `password`: PLAIN or LOGIN, what the server offers. `xoauth2`: an access token. */
  auth: z.enum(['password', 'xoauth2']).default('password'),
  /** The address that gives an access token for the grant. Empty: the password is an access token. */
  tokenUrl: z.string().trim().max(2048).default(''),
  clientId: z.string().trim().max(512).default(''),
  /** `refreshToken`: of a person who has signed in. `clientCredentials`: of a service, with client ID, client secret and scope. */
  grant: z.enum(['refreshToken', 'clientCredentials']).default('refreshToken'),
  /** What the access token is asked for. Empty: the provider decides. */
  scope: z.string().trim().max(2048).default(''),
  /** Attempts in addition to the first, `retryDelay` seconds apart, before the outbox waits longer. */
  maxRetries: whole(0, 5).default(3),
  retryDelay: whole(1, 60).default(5),
  /** Messages per minute. */
  rateLimit: whole(1, 600).default(60),
  routing: Routing.default(Routing.parse({})),
  /** Whether the destination gets a message when an alert ends. */
  resolutions: z.boolean().default(true),
  standIn: StandIn.nullable().default(null),
  language: Spoken,
});
export type EmailSettings = z.infer<typeof EmailSettings>;

export const emailSecrets = ['password', 'clientSecret', 'refreshToken'] as const;
export type EmailSecret = (typeof emailSecrets)[number];
/** Empty: none is stored. */
export type EmailSecrets = Record<EmailSecret, string>;

/** Secrets can be written and are never read: they are blank here, and `…Set` says whether they are stored. */
export const EmailReply = EmailSettings.extend({
  password: z.literal(''),
  clientSecret: z.literal(''),
  refreshToken: z.literal(''),
  passwordSet: z.boolean(),
  clientSecretSet: z.boolean(),
  refreshTokenSet: z.boolean(),
});
export type EmailReply = z.infer<typeof EmailReply>;

const { shape } = EmailSettings;
/** Without its default, a field that is absent in an update stays absent. */
const unwrapped = Object.fromEntries(
  Object.entries(shape).map(([name, field]) => [name, field.unwrap().optional()]),
) as { [Name in keyof typeof shape]: z.ZodOptional<ReturnType<(typeof shape)[Name]['unwrap']>> };

/**
 * An absent field stays as it is, and so does a secret that is blank or the mask. A `null` list of recipients is an empty one. Other
 * fields, such as those of the answer, are ignored.
 */
export const EmailUpdate = z.object({
  ...unwrapped,
  to: z.preprocess((found) => found ?? undefined, unwrapped.to),
  routing: RoutingInput.optional(),
  password: secret,
  clientSecret: secret,
  refreshToken: secret,
});
export type EmailUpdate = z.infer<typeof EmailUpdate>;

/** A preset. `authRequired`: the service accepts no mail without credentials. */
export const EmailProvider = z.object({
  name: z.string(),
  smtpHost: z.string(),
  smtpPort: z.int(),
  tls: z.boolean(),
  startTLS: z.boolean(),
  authRequired: z.boolean(),
  instructions: z.string(),
});
export type EmailProvider = z.infer<typeof EmailProvider>;
