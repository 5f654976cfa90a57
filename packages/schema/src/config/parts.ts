// The configuration as one document: its parts. Variables, the configuration file, a sealed export and a backup only bring it in
// another way. A new part is a row here: the server does not compile until it reads, replaces and shows it.
import * as z from 'zod';
import { AlertConfigInput } from '../alerts/config-input.ts';
import { MAX_SILENCING, MaintenanceWindow, Silence, SilenceInput, WindowSchedule } from '../alerts/silences.ts';
import { TestPlan } from '../drill/plan.ts';
import { ExportInput } from '../history/exports.ts';
import { RemoteHistoryInput } from '../history/remote.ts';
import { GuestMetadata, GuestMetadataPatch } from '../http/guest-metadata.ts';
import { OidcSettings } from '../http/oidc.ts';
import { ExclusionInput, MAX_DECISIONS, ProtectionDecisions, ReminderInput } from '../http/protection.ts';
import { Role, Username } from '../http/security.ts';
import { SystemUpdate } from '../http/system.ts';
import { MAX_TEST_PLANS } from '../http/test-plans.ts';
import { TokenScope } from '../http/tokens.ts';
import { type EmailSecret, EmailSettings } from '../notifications/email.ts';
import { MqttInput } from '../notifications/mqtt.ts';
import { NotificationSettings } from '../notifications/settings.ts';
import { MAX_WEBHOOKS, Webhook } from '../notifications/webhook.ts';
import { toMessage } from '../sentences/message.ts';
import { StoredNode } from './node.ts';

export const MAX_INSTANCES = 1000;
const MAX_ACCOUNTS = 1000;

export const Instant = z.iso.datetime({ offset: true });
export const ItemId = z.string().regex(/^[\w-]{1,64}$/, toMessage({ id: 'input.plainId' }));

export const OidcPart = OidcSettings.extend({ clientSecret: z.string().max(2048).default('') }).strict();

const mailSecret = z.string().max(8192).default('');
export const EmailPart = EmailSettings.extend({
  ...{ password: mailSecret, clientSecret: mailSecret, refreshToken: mailSecret },
} satisfies Record<EmailSecret, z.ZodType>);

export const Token = z.strictObject({
  name: z.string().trim().min(1).max(64),
  scope: TokenScope,
  /** SHA-256 of the token: the token itself is nowhere. */
  hash: z.string().regex(/^[0-9a-f]{64}$/, toMessage({ id: 'input.tokenHash' })),
  expiresAt: Instant.optional(),
});

/** Both have the same limits as the input of a user. */
export const StoredSilence = Silence.extend({ reason: SilenceInput.shape.reason, since: Instant, until: Instant });
const decisions = ProtectionDecisions.shape;
export const Decisions = z.strictObject({
  exclusions: z
    .array(decisions.exclusions.element.extend({ ...ExclusionInput.shape, since: Instant }))
    .max(MAX_DECISIONS.exclusions),
  assignments: z.array(decisions.assignments.element.extend({ since: Instant })).max(MAX_DECISIONS.assignments),
  restoreTests: z
    .array(decisions.restoreTests.element.extend({ at: Instant, since: Instant }))
    .max(MAX_DECISIONS.restoreTests),
  reminderDays: ReminderInput.shape.days,
  testPlans: z.array(TestPlan).max(MAX_TEST_PLANS).default([]),
});

export const Guests = z.record(
  z.string().max(256),
  GuestMetadata.refine((record) => GuestMetadataPatch.safeParse(record).success, toMessage({ id: 'file.guests' })),
);

/** Of each part: where it stands in the document, and what it has when it is whole, as a sealed export carries it. */
export const configParts = {
  nodes: { at: 'instances', schema: z.array(StoredNode).max(MAX_INSTANCES) },
  users: {
    at: 'users',
    schema: z.array(z.object({ name: Username, role: Role, passwordHash: z.string() })).max(MAX_ACCOUNTS),
  },
  tokens: { at: 'tokens', schema: z.array(Token).max(MAX_ACCOUNTS) },
  oidc: { at: 'oidc', schema: OidcPart },
  system: { at: 'system', schema: SystemUpdate },
  guestMetadata: { at: 'guests', schema: Guests },
  alerts: { at: 'alerts', schema: AlertConfigInput },
  silencing: {
    at: 'silences',
    schema: z.object({
      silences: z.array(StoredSilence).max(MAX_SILENCING.silences),
      windows: z.array(MaintenanceWindow.extend({ schedule: WindowSchedule })).max(MAX_SILENCING.windows),
    }),
  },
  notifications: { at: 'destinations.general', schema: NotificationSettings },
  email: { at: 'destinations.email', schema: EmailPart },
  webhooks: {
    at: 'destinations.webhooks',
    schema: z
      .array(Webhook.extend({ id: ItemId }))
      .max(MAX_WEBHOOKS)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, toMessage({ id: 'input.twice' })),
  },
  mqtt: { at: 'destinations.mqtt', schema: MqttInput },
  exports: {
    at: 'exports',
    schema: z.strictObject({ prometheus: ExportInput.optional(), influxdb: ExportInput.optional() }),
  },
  'remote-history': { at: 'historyEngine', schema: RemoteHistoryInput },
  protection: { at: 'protection', schema: Decisions },
} as const satisfies Record<string, { at: string; schema: z.ZodType }>;

export type PartName = keyof typeof configParts;
export type PartContent<P extends PartName> = z.output<(typeof configParts)[P]['schema']>;

/** What a sealed export leaves where it is: whoever can open the file could sign in elsewhere. */
export const unsealed: readonly PartName[] = ['users', 'tokens'];

export const isPartName = (name: string): name is PartName => Object.hasOwn(configParts, name);
