// Endpoints that read: state, health, version, counters.
import * as z from 'zod';
import { PlainState } from '../plain-state.ts';
import { Performance, Stats } from '../state.ts';
import { endpoint } from './endpoint.ts';

export const getState = endpoint('GET /api/state', {
  summary: 'The whole state',
  access: 'viewer',
  reply: PlainState,
});

/** `timestamp` epoch seconds, `uptime` seconds. In a demo the answer has the header X-Demo-Mode: true. */
export const getHealth = endpoint('GET /api/health', {
  summary: 'Alive?',
  access: 'public',
  beforeSetup: true,
  reply: z.object({ status: z.literal('healthy'), timestamp: z.number().int(), uptime: z.number() }),
});

export const Version = z.object({
  version: z.string(),
  build: z.enum(['release', 'development']),
  runtime: z.string(),
  channel: z.enum(['stable', 'rc']),
  isDocker: z.boolean(),
  isDevelopment: z.boolean(),
  deploymentType: z.string(),
  updateAvailable: z.boolean(),
  latestVersion: z.string().optional(),
});
export type Version = z.infer<typeof Version>;

export const getVersion = endpoint('GET /api/version', {
  summary: 'What runs here',
  access: 'public',
  beforeSetup: true,
  reply: Version,
});

export const getStats = endpoint('GET /api/stats', {
  summary: 'Uptime, cycles, connected browsers',
  access: 'viewer',
  reply: Stats,
});

/** Upstream calls of one instance since start, by poll. */
export const InstanceCalls = z.object({
  instance: z.string(),
  poll: z.string(),
  calls: z.number(),
  failed: z.number(),
  lastDurationMs: z.number(),
});
export type InstanceCalls = z.infer<typeof InstanceCalls>;

export const PerformanceReply = Performance.extend({
  residentBytes: z.number(),
  droppedItems: z.number(),
  ignoredMessages: z.number(),
  instances: z.array(InstanceCalls),
});
export type PerformanceReply = z.infer<typeof PerformanceReply>;

export const getPerformance = endpoint('GET /api/performance', {
  summary: 'Counters of polling and pushing',
  access: 'viewer',
  reply: PerformanceReply,
});

export const getOpenApi = endpoint('GET /api/openapi.json', {
  summary: 'This interface, as OpenAPI 3.1',
  access: 'public',
  reply: z.record(z.string(), z.unknown()),
});

/** For what stands before two servers, such as HAProxy: it sends everybody to the server that answers 200. One server alone always does. */
export const getReady = endpoint('GET /api/ready', {
  summary: 'Active? 503 from a standby, and from a server that does not know whether it still is',
  access: 'public',
  beforeSetup: true,
  reply: z.object({ role: z.literal('active') }),
  errors: ['standby'],
});
