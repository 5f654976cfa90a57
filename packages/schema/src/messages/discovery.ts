// A scan of the network: started, found something, ended. `timestamp` epoch seconds.
import * as z from 'zod';
import { nodeTypes } from '../config/kinds.ts';

export const DiscoveredServer = z.object({
  ip: z.string(),
  port: z.number().int(),
  type: z.enum(nodeTypes),
  version: z.string(),
  hostname: z.string().optional(),
  release: z.string().optional(),
});
export type DiscoveredServer = z.infer<typeof DiscoveredServer>;

export const DiscoveryStarted = z.object({
  type: z.literal('discovery_started'),
  data: z.object({ subnet: z.string(), timestamp: z.number() }),
});
export const DiscoveryUpdate = z.object({
  type: z.literal('discovery_update'),
  data: z.object({
    servers: z.array(DiscoveredServer),
    errors: z.array(z.string()),
    timestamp: z.number(),
    immediate: z.boolean().optional(),
  }),
});
export const DiscoveryComplete = z.object({
  type: z.literal('discovery_complete'),
  data: z.object({ timestamp: z.number() }),
});
