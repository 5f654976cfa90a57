// The settings of Belfry. Every setting has an effect, and every change is effective at once.
import * as z from 'zod';
import { byInterval } from '../config/kinds.ts';
import { historySettings } from '../history/settings.ts';
import { isOrigin, originsOf } from '../origins.ts';
import { toMessage } from '../sentences/message.ts';
import { wholeNumber } from '../whole-number.ts';
import { endpoint } from './endpoint.ts';

const Interval = wholeNumber('seconds', 10, 3600);
const TIME = toMessage({ id: 'input.time' });
const notOrigin = (list: string): string =>
  toMessage({ id: 'input.origins', values: { origin: firstWrong(list) ?? list } });
const firstWrong = (list: string): string | undefined => list.split(', ').find((origin) => !isOrigin(origin));

/** Empty, `*`, or origins separated by `, `. */
const Origins = z
  .string()
  .max(2048)
  .overwrite((list) => originsOf(list).join(', '))
  .refine((list) => list === '' || list === '*' || firstWrong(list) === undefined, {
    error: ({ input }) => notOrigin(String(input)),
  });

export const Theme = z.enum(['', 'light', 'dark'], toMessage({ id: 'input.theme' }));
export type Theme = z.infer<typeof Theme>;
const CHANNEL = toMessage({ id: 'input.channel' });
export const UpdateChannel = z.enum(['stable', 'rc'], CHANNEL);
export type UpdateChannel = z.infer<typeof UpdateChannel>;

export const LogLevel = z.enum(
  ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
  toMessage({ id: 'input.logLevel' }),
);
export type LogLevel = z.infer<typeof LogLevel>;

export const SystemSettings = z.object({
  /** For browsers whose user has not chosen a theme. Empty: the theme of their system. */
  theme: Theme,
  /** Seconds between two fast polls of a host. Slower polls have their own intervals. */
  ...byInterval(() => Interval),
  discoveryEnabled: z.boolean(),
  /** `auto`, or IPv4 subnets. */
  discoverySubnet: z
    .string()
    .trim()
    .max(255)
    .regex(/^(auto|[\d./\s,]*)$/, toMessage({ id: 'input.subnets' })),
  /** Pages of these origins may call the API and open the socket. Empty: only our own; `*`: every origin with a token. */
  allowedOrigins: Origins,
  allowEmbedding: z.boolean(),
  /** Pages that may show Belfry in a frame; empty or `*`: all. */
  allowedEmbedOrigins: Origins,
  updateChannel: UpdateChannel,
  /** Check for new versions. Belfry never installs them. */
  autoUpdateEnabled: z.boolean(),
  autoUpdateCheckInterval: wholeNumber('hours', 1, 168),
  /** How many seconds a host may take to answer an ordinary call. Calls that are known to be slow have their own limits. */
  connectionTimeout: wholeNumber('seconds', 1, 300),
  logLevel: LogLevel,
  /** HH:MM in the server's time zone. */
  autoUpdateTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME),
  ...historySettings,
});
export type SystemSettings = z.infer<typeof SystemSettings>;
export type SettingName = keyof SystemSettings;

/** The port that Belfry listens on, under both names that clients use. BELFRY_PORT sets it. */
const ports = { backendPort: z.int(), frontendPort: z.int() };

/** `envOverrides` names the settings of the environment, which cannot be changed here. */
export const SystemReply = SystemSettings.extend({ ...ports, envOverrides: z.record(z.string(), z.literal(true)) });
export type SystemReply = z.infer<typeof SystemReply>;

const { shape } = SystemSettings;
/** An absent field is not changed. Empty text, or 0 hours or seconds, restores the default. */
export const SystemUpdate = z
  .strictObject({
    ...shape,
    updateChannel: z.enum(['', ...UpdateChannel.options], CHANNEL),
    autoUpdateCheckInterval: wholeNumber('hours', 1, 168, 0),
    connectionTimeout: wholeNumber('seconds', 1, 300, 0),
    autoUpdateTime: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, TIME),
  })
  .partial();
export type SystemUpdate = z.infer<typeof SystemUpdate>;

/**
 * An update, or a whole document that the client read before. Settings of the environment and the ports may be in it with their
 * present values; other values are refused.
 */
export const SystemDocument = SystemUpdate.extend({
  ...SystemReply.pick({ envOverrides: true }).shape,
  ...ports,
}).partial();
export type SystemDocument = z.infer<typeof SystemDocument>;

const read = { method: 'GET', access: 'viewer', reply: SystemReply } as const;
export const getSystemConfig = endpoint({ ...read, path: '/api/config/system', summary: 'Settings of Belfry itself' });
/** The same under its second name. */
export const getSystemSettings = endpoint({ ...read, path: '/api/system/settings', summary: 'The same settings' });

const change = { access: 'admin', body: SystemDocument, errors: ['conflict'] } as const;
export const updateSystem = endpoint({
  ...change,
  method: 'POST',
  path: '/api/system/settings/update',
  summary: 'Change some settings',
  reply: z.object({ success: z.literal(true) }),
});
export const putSystemConfig = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/config/system',
  summary: 'The same under its older name; takes a document of GET as it is',
  reply: z.object({ status: z.literal('success'), message: z.string() }),
});

const never = z.literal(false);
/** For a client that cannot read `/api/config/system`. No change needs a restart. */
export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The same settings, with their defaults',
  access: 'viewer',
  reply: z.object({
    current: SystemReply,
    defaults: SystemSettings,
    capabilities: z.object({ canRestart: never, canValidatePorts: never, requiresRestart: never }),
  }),
});
/** `restartNow` has no effect. With `validateOnly` nothing is changed. */
export const updateSettings = endpoint({
  method: 'POST',
  path: '/api/settings/update',
  summary: 'Change some settings, or only check them',
  access: 'admin',
  body: z.strictObject({
    settings: SystemDocument,
    restartNow: z.boolean().default(false),
    validateOnly: z.boolean().default(false),
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), requiresRestart: never }),
  errors: ['conflict'],
});
/** Errors as everywhere: 400 with `details` by field, 409 for settings of the environment. */
export const validateSettings = endpoint({
  method: 'POST',
  path: '/api/settings/validate',
  summary: 'Check some settings and change nothing',
  access: 'admin',
  body: z.strictObject({ settings: SystemDocument }),
  reply: z.object({ valid: z.literal(true) }),
  errors: ['conflict'],
});

/** What a demo simulates, under the names of the reference product; all 0 outside a demo. `StoppedPercent` 0–1. */
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

const mockMode = { path: '/api/system/mock-mode', reply: MockMode } as const;
export const getMockMode = endpoint({
  ...mockMode,
  method: 'GET',
  summary: 'Whether this is a demo, and of what size',
  access: 'viewer',
});
const setMock = {
  ...mockMode,
  summary: 'Refused unless it asks for what is: a demo is started as one (BELFRY_DEMO)',
  access: 'admin',
  body: z.strictObject({ enabled: z.boolean().optional(), config: z.looseObject({}).optional() }),
  errors: ['conflict'],
} as const;
export const postMockMode = endpoint({ ...setMock, method: 'POST' });
export const putMockMode = endpoint({ ...setMock, method: 'PUT' });

/** A fixed answer of the reference product that scripts read. */
export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'A few settings',
  access: 'viewer',
  reply: z.object({
    csrfProtection: z.literal(true),
    autoUpdateEnabled: z.boolean(),
    updateChannel: UpdateChannel,
  }),
});

export const systemEndpoints = [
  ...[getSystemConfig, getSystemSettings, updateSystem, putSystemConfig],
  ...[getSettings, updateSettings, validateSettings],
  ...[getMockMode, postMockMode, putMockMode, getConfig],
] as const;
