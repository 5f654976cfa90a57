// The configuration file, `belfry.yaml`: what may stand in it, composed of the schemas of the API. A section that is absent is left
// as it is; a section that is present is the whole truth about itself, and what it does not say has its default.
import * as z from 'zod';
import { AlertFields } from '../alerts/config-input.ts';
import { Schedule } from '../alerts/schedule.ts';
import { MAX_SILENCING, WindowInput } from '../alerts/silences.ts';
import { ExportInput } from '../history/exports.ts';
import { RemoteHistoryInput } from '../history/remote.ts';
import { NewPassword, Role, Username } from '../http/security.ts';
import { SystemSettings } from '../http/system.ts';
import { MASK } from '../notifications/mask.ts';
import { MqttInput } from '../notifications/mqtt.ts';
import { HEARTBEAT_ADDRESS, NotificationSettings } from '../notifications/settings.ts';
import { MAX_WEBHOOKS, Webhook } from '../notifications/webhook.ts';
import { toMessage } from '../sentences/message.ts';
import { nodeTypes } from './kinds.ts';
import { type ConfigOf, configSchema, InstanceId, isComplete, oneOfKinds, SiteText } from './node.ts';
import { configParts, Decisions, EmailPart, Guests, ItemId, MAX_INSTANCES, OidcPart, StoredSilence } from './parts.ts';

const MAX_USERS = 1000;

interface Entry {
  name: string;
  type?: string;
  id?: string | undefined;
}

/** No two entries have the same name (instances: of one type), or the same id. The problem is that of the second one. */
function distinct(list: readonly Entry[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [i, { name, type = '', id }] of list.entries()) {
    const keys = [`name ${type} ${name}`, ...(id === undefined ? [] : [`id ${id}`])];
    if (keys.some((key) => seen.has(key)))
      context.addIssue({ code: 'custom', path: [i], message: toMessage({ id: 'input.twice' }) });
    for (const key of keys) seen.add(key);
  }
}

/** Without an id: the stored instance of this type and name, or a new one. `site`: its name. */
const instanceOf = <T extends (typeof nodeTypes)[number]>(type: T) =>
  configSchema(type).extend({ id: InstanceId.optional(), site: SiteText.optional() });
type InstanceSchema = ReturnType<typeof instanceOf<(typeof nodeTypes)[number]>>;
const Instance = z
  .discriminatedUnion('type', nodeTypes.map(instanceOf) as [InstanceSchema, ...InstanceSchema[]], oneOfKinds)
  .refine(isComplete, { error: toMessage({ id: 'input.needsLogin' }) });
export type FileInstance = ConfigOf<(typeof nodeTypes)[number]> & { id?: string | undefined };

/** As `password-hash.ts` of the server writes it, with a cost that a server can bear. */
const isHash = /^\$argon2id\$v=19\$m=\d{4,6},t=([1-9]|10),p=[1-4]\$[\w+/]{22}\$[\w+/]{43}$/;
const PasswordHash = z
  .string()
  .refine((text) => text === MASK || isHash.test(text), toMessage({ id: 'input.argon2id' }));

const User = z
  .strictObject({
    name: Username,
    role: Role.default('admin'),
    passwordHash: PasswordHash.optional(),
    password: NewPassword.optional(),
  })
  .refine(({ password, passwordHash }) => (password === undefined) !== (passwordHash === undefined), {
    error: toMessage({ id: 'input.needsPassword' }),
  });
export type FileUser = z.infer<typeof User>;

const heartbeat = NotificationSettings.shape.heartbeat.unwrap();
const General = z.strictObject({
  ...NotificationSettings.shape,
  heartbeat: heartbeat
    .extend({ url: z.union([heartbeat.shape.url, z.literal(MASK)], HEARTBEAT_ADDRESS) })
    .strict()
    .default({ enabled: false, url: '' }),
});

/** Without an id: the stored one of this name, or a new one. */
const FileWebhook = Webhook.extend({ id: ItemId.optional() }).strict();
const FileWindow = WindowInput.extend({ id: ItemId.optional() });
export type FileWindow = z.infer<typeof FileWindow>;

const { quietHours, grouping, escalation } = Schedule.shape;
const { levels } = escalation.shape;
const { suppress } = quietHours.shape;
const Level = levels.unwrap().unwrap().element;

/** The API keeps fields that it does not know. In a file they are mistakes, and what is stored is shown without them. */
export const FileSchedule = Schedule.extend({
  quietHours: quietHours.extend({ suppress: suppress.unwrap().strict().optional() }).strict(),
  grouping: grouping.strict(),
  escalation: escalation.extend({ levels: z.array(Level.strict()).max(20).nullable().optional() }).strict(),
})
  .strict()
  .partial();
export const ShownSchedule = Schedule.extend({
  quietHours: quietHours.extend({ suppress: suppress.unwrap().strip().optional() }).strip(),
  grouping: grouping.strip(),
  escalation: escalation.extend({ levels: z.array(Level.strip()).nullable().optional() }).strip(),
})
  .strip()
  .partial();

/** Without the fields that are only kept for other clients. */
const FileAlerts = AlertFields.omit({
  ...{ schedule: true, aggregation: true, flapping: true, ioNormalization: true, customRules: true },
});

export const ConfigFile = z.strictObject({
  version: z.literal(1, toMessage({ id: 'input.fileVersion' })).default(1),
  instances: z.array(Instance).max(MAX_INSTANCES).superRefine(distinct).optional(),
  users: z.array(User).max(MAX_USERS).superRefine(distinct).optional(),
  tokens: configParts.tokens.schema.superRefine(distinct).optional(),
  oidc: OidcPart.optional(),
  system: SystemSettings.partial().strict().optional(),
  alerts: FileAlerts.optional(),
  schedule: FileSchedule.optional(),
  maintenance: z.array(FileWindow).max(MAX_SILENCING.windows).superRefine(distinct).optional(),
  silences: z.array(StoredSilence.strict()).max(MAX_SILENCING.silences).optional(),
  guests: Guests.optional(),
  protection: Decisions.optional(),
  destinations: z
    .strictObject({
      general: General.optional(),
      email: EmailPart.strict().optional(),
      webhooks: z.array(FileWebhook).max(MAX_WEBHOOKS).superRefine(distinct).optional(),
      mqtt: MqttInput.strict().optional(),
    })
    .optional(),
  exports: z
    .strictObject({ prometheus: ExportInput.strict().optional(), influxdb: ExportInput.strict().optional() })
    .optional(),
  historyEngine: RemoteHistoryInput.strict().optional(),
});
export type ConfigFile = z.infer<typeof ConfigFile>;
