// What Belfry itself is set to. Only settings that do something exist; every change is in force at once.
import * as z from 'zod';
import { isOrigin, originsOf } from '../origins.ts';
import { endpoint } from './endpoint.ts';

const INTERVAL = 'Enter a whole number of seconds from 10 to 3600';
const Interval = z.int(INTERVAL).min(10, INTERVAL).max(3600, INTERVAL);
const TIME = 'Enter a time like 03:00';
const HOURS = 'Enter a whole number of hours from 1 to 168';
const notOrigin = (list: string): string => `Enter origins like https://home.example, not "${firstWrong(list)}"`;
const firstWrong = (list: string): string | undefined => list.split(', ').find((origin) => !isOrigin(origin));

/** Empty, `*`, or origins separated by `, `. */
const Origins = z
  .string()
  .max(2048)
  .overwrite((list) => originsOf(list).join(', '))
  .refine((list) => list === '' || list === '*' || firstWrong(list) === undefined, {
    error: ({ input }) => notOrigin(String(input)),
  });

export const Theme = z.enum(['', 'light', 'dark'], 'Choose light, dark, or nothing to follow the system');
export type Theme = z.infer<typeof Theme>;
const CHANNEL = 'Choose stable or rc';
export const Channel = z.enum(['stable', 'rc'], CHANNEL);
export type Channel = z.infer<typeof Channel>;

export const SystemSettings = z.object({
  /** Of browsers in which nobody chose one; empty: what their system says. */
  theme: Theme,
  /** Seconds between two polls of a host. Slower polls of the same host keep their own pace. */
  pvePollingInterval: Interval,
  pbsPollingInterval: Interval,
  pmgPollingInterval: Interval,
  discoveryEnabled: z.boolean(),
  /** `auto`, or IPv4 subnets. */
  discoverySubnet: z
    .string()
    .trim()
    .max(255)
    .regex(/^(auto|[\d./\s,]*)$/, 'Enter auto, or subnets like 192.168.1.0/24'),
  /** Pages of these origins may call the API and open the socket; empty: only our own, `*`: all that bring a token. */
  allowedOrigins: Origins,
  allowEmbedding: z.boolean(),
  /** Pages that may show Belfry in a frame; empty or `*`: all. */
  allowedEmbedOrigins: Origins,
  updateChannel: Channel,
  /** Look for new versions from time to time. Nothing is ever installed. */
  autoUpdateEnabled: z.boolean(),
  autoUpdateCheckInterval: z.int(HOURS).min(1, HOURS).max(168, HOURS),
  /** HH:MM in the server's time zone. */
  autoUpdateTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME),
});
export type SystemSettings = z.infer<typeof SystemSettings>;
export type SettingName = keyof SystemSettings;

/** `envOverrides` names what the environment sets and nobody can change here. */
export const SystemReply = SystemSettings.extend({ envOverrides: z.record(z.string(), z.literal(true)) });
export type SystemReply = z.infer<typeof SystemReply>;

const { shape } = SystemSettings;
/** What is absent stays. Empty text, or 0 hours, goes back to the default. */
export const SystemUpdate = z
  .strictObject({
    ...shape,
    updateChannel: z.enum(['', ...Channel.options], CHANNEL),
    autoUpdateCheckInterval: z.int(HOURS).min(0, HOURS).max(168, HOURS),
    autoUpdateTime: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, TIME),
  })
  .partial();
export type SystemUpdate = z.infer<typeof SystemUpdate>;

const read = { method: 'GET', access: 'viewer', reply: SystemReply } as const;
export const getSystemConfig = endpoint({ ...read, path: '/api/config/system', summary: 'Settings of Belfry itself' });
/** The same under its second name. */
export const getSystemSettings = endpoint({ ...read, path: '/api/system/settings', summary: 'The same settings' });

const change = { access: 'admin', body: SystemUpdate, errors: ['conflict'] } as const;
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
  summary: 'The same under its older name',
  reply: z.object({ status: z.literal('success'), message: z.string() }),
});

export const systemEndpoints = [getSystemConfig, getSystemSettings, updateSystem, putSystemConfig] as const;
