// The settings of Belfry itself, and the calls that read and change them. A change takes effect at once, without a restart.
import * as z from 'zod';
import { byInterval } from '../config/kinds.ts';
import { historySettings } from '../history/settings.ts';
import { isOrigin, originsOf } from '../origins.ts';
import { toMessage } from '../sentences/message.ts';
import { wholeNumber } from '../whole-number.ts';
import { endpoint } from './endpoint.ts';

const Interval = wholeNumber('seconds', 10, 3600);
/** Hours between two searches for a new version. */
const UPDATE_INTERVALS = [6, 12, 24, 168] as const;
const intervalNear = (hours: number): number =>
  UPDATE_INTERVALS.reduce((best, each) => (Math.abs(each - hours) < Math.abs(best - hours) ? each : best));
/** `more`: a number that means something else. */
const updateInterval = (...more: number[]) =>
  z
    .int(toMessage({ id: 'input.updateInterval', values: { near: 24 } }))
    .refine((hours) => [...UPDATE_INTERVALS, ...more].includes(hours), {
      error: ({ input }) => toMessage({ id: 'input.updateInterval', values: { near: intervalNear(Number(input)) } }),
    });
/** As stored: an older version took every number up to 168. */
export const StoredUpdateInterval = z.int().min(1).max(168).transform(intervalNear);

const timeMessage = toMessage({ id: 'input.time' });
const channelMessage = toMessage({ id: 'input.channel' });

const invalidOrigin = (list: string): string | undefined => list.split(', ').find((origin) => !isOrigin(origin));
const originsMessage = (list: string): string =>
  toMessage({ id: 'input.origins', values: { origin: invalidOrigin(list) ?? list } });

/** Empty, `*`, or origins separated by `, `. */
const Origins = z
  .string()
  .max(2048)
  .overwrite((list) => originsOf(list).join(', '))
  .refine((list) => list === '' || list === '*' || invalidOrigin(list) === undefined, {
    error: ({ input }) => originsMessage(String(input)),
  });

export const Theme = z.enum(['', 'light', 'dark'], toMessage({ id: 'input.theme' }));
export type Theme = z.infer<typeof Theme>;
export const UpdateChannel = z.enum(['stable', 'rc'], channelMessage);
export type UpdateChannel = z.infer<typeof UpdateChannel>;

export const LogLevel = z.enum(
  ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
  toMessage({ id: 'input.logLevel' }),
);
export type LogLevel = z.infer<typeof LogLevel>;

export const SystemSettings = z.object({
  /** The theme for users who have not chosen one. Empty: the theme of their operating system. */
  theme: Theme,
  /** Seconds between two fast polls of a host. Slower polls have their own intervals. */
  ...byInterval(() => Interval),
  discoveryEnabled: z.boolean(),
  /** `auto`, or IPv4 subnets such as `192.0.2.0/24`, separated by commas or spaces. */
  discoverySubnet: z
    .string()
    .trim()
    .max(255)
    .regex(/^(auto|[\d./\s,]*)$/, toMessage({ id: 'input.subnets' })),
  /** Pages of these origins may call the API and open the socket. Empty: only our own pages. `*`: every page that has a token. */
  allowedOrigins: Origins,
  allowEmbedding: z.boolean(),
  /** The origins whose pages may show Belfry in a frame. Empty or `*`: all. */
  allowedEmbedOrigins: Origins,
  updateChannel: UpdateChannel,
  /** Whether Belfry checks for new versions by itself. It never installs them by itself. */
  autoUpdateEnabled: z.boolean(),
  autoUpdateCheckInterval: updateInterval(),
  /** The time limit of an ordinary call to a host, in seconds. Slow kinds of calls have their own limits. */
  connectionTimeout: wholeNumber('seconds', 1, 300),
  logLevel: LogLevel,
  /** HH:MM in the server's time zone. */
  autoUpdateTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeMessage),
  ...historySettings,
});
export type SystemSettings = z.infer<typeof SystemSettings>;
export type SettingName = keyof SystemSettings;

/** The port on which Belfry listens, set by BELFRY_PORT. Clients use both names for the same port. */
const ports = { backendPort: z.int(), frontendPort: z.int() };

/** The keys of `envOverrides` are the settings that environment variables set. They cannot be changed here. */
export const SystemReply = SystemSettings.extend({ ...ports, envOverrides: z.record(z.string(), z.literal(true)) });
export type SystemReply = z.infer<typeof SystemReply>;

const { shape } = SystemSettings;
/** An absent field is not changed. Empty text, or 0 hours or seconds, restores the default. */
export const SystemUpdate = z
  .strictObject({
    ...shape,
    updateChannel: z.enum(['', ...UpdateChannel.options], channelMessage),
    autoUpdateCheckInterval: updateInterval(0),
    connectionTimeout: wholeNumber('seconds', 1, 300, 0),
    autoUpdateTime: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, timeMessage),
  })
  .partial();
export type SystemUpdate = z.infer<typeof SystemUpdate>;

/**
 * An update, or a whole `SystemReply` that the client has read. It may contain the ports and the settings that environment
 * variables set, but only with their present values. Other values are refused.
 */
export const SystemDocument = SystemUpdate.extend({
  ...SystemReply.pick({ envOverrides: true }).shape,
  ...ports,
}).partial();
export type SystemDocument = z.infer<typeof SystemDocument>;

const readCall = { access: 'viewer', reply: SystemReply } as const;
export const getSystemConfig = endpoint('GET /api/config/system', {
  ...readCall,
  summary: 'The settings of Belfry itself',
});
export const getSystemSettings = endpoint('GET /api/system/settings', {
  ...readCall,
  summary: 'The same as GET /api/config/system',
});

const changeCall = { access: 'admin', body: SystemDocument, errors: ['conflict'] } as const;
export const updateSystem = endpoint('POST /api/system/settings/update', {
  ...changeCall,
  summary: 'Change some settings',
  reply: z.object({ success: z.literal(true) }),
});
export const putSystemConfig = endpoint('PUT /api/config/system', {
  ...changeCall,
  summary: 'Change some settings. The body may be the whole reply of GET /api/config/system',
  reply: z.object({ status: z.literal('success'), message: z.string() }),
});

const alwaysFalse = z.literal(false);
/** For clients that do not know `/api/config/system`. */
export const getSettings = endpoint('GET /api/settings', {
  summary: 'The same settings, with their defaults',
  access: 'viewer',
  reply: z.object({
    current: SystemReply,
    defaults: SystemSettings,
    capabilities: z.object({ canRestart: alwaysFalse, canValidatePorts: alwaysFalse, requiresRestart: alwaysFalse }),
  }),
});
/** `restartNow` has no effect. `validateOnly`: the settings are checked and not changed. */
export const updateSettings = endpoint('POST /api/settings/update', {
  summary: 'Change some settings, or only check them',
  access: 'admin',
  body: z.strictObject({
    settings: SystemDocument,
    restartNow: z.boolean().default(false),
    validateOnly: z.boolean().default(false),
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), requiresRestart: alwaysFalse }),
  errors: ['conflict'],
});
/** Errors: 400 with `details` by field, and 409 for a setting that an environment variable sets. */
export const validateSettings = endpoint('POST /api/settings/validate', {
  summary: 'Check some settings and change nothing',
  access: 'admin',
  body: z.strictObject({ settings: SystemDocument }),
  reply: z.object({ valid: z.literal(true) }),
  errors: ['conflict'],
});

/**
 * What a demo simulates, under the names of the reference product. Outside a demo all numbers are 0. `StoppedPercent` is a
 * fraction from 0 to 1.
 */
export const MockMode = z.object({
  enabled: z.boolean(),
  config: z.object({
    NodeCount: z.number(),
    VMsPerNode: z.number(),
    LXCsPerNode: z.number(),
    DockerHostCount: z.number(),
    DockerContainersPerHost: z.number(),
    RandomMetrics: z.boolean(),
    HighLoadNodes: z.array(z.string()),
    StoppedPercent: z.number(),
  }),
});
export type MockMode = z.infer<typeof MockMode>;

const MOCK_MODE = '/api/system/mock-mode';
export const getMockMode = endpoint(`GET ${MOCK_MODE}`, {
  summary: 'Whether this is a demo, and how much it simulates',
  access: 'viewer',
  reply: MockMode,
});
const changeMockMode = {
  summary: 'Refused unless it asks for the present mode. BELFRY_DEMO starts a demo',
  access: 'admin',
  body: z.strictObject({ enabled: z.boolean().optional(), config: z.looseObject({}).optional() }),
  reply: MockMode,
  errors: ['conflict'],
} as const;
export const postMockMode = endpoint(`POST ${MOCK_MODE}`, changeMockMode);
export const putMockMode = endpoint(`PUT ${MOCK_MODE}`, changeMockMode);

/** A small reply for scripts that were written for the reference product. */
export const getConfig = endpoint('GET /api/config', {
  summary: 'A few settings',
  access: 'viewer',
  reply: z.object({
    csrfProtection: z.literal(true),
    autoUpdateEnabled: z.boolean(),
    updateChannel: UpdateChannel,
  }),
});

export const systemEndpoints = [
  getSystemConfig,
  getSystemSettings,
  updateSystem,
  putSystemConfig,
  getSettings,
  updateSettings,
  validateSettings,
  getMockMode,
  postMockMode,
  putMockMode,
  getConfig,
] as const;
