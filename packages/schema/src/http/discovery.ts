// Endpoints of the network scan.
import * as z from 'zod';
import { DiscoveredServer } from '../messages/discovery.ts';
import { endpoint } from './endpoint.ts';

/** What the last scan found. `updated` and `timestamp` are its end in epoch seconds, `age` seconds; null: never scanned. */
export const DiscoveryReply = z.object({
  servers: z.array(DiscoveredServer),
  errors: z.array(z.string()),
  cached: z.boolean(),
  scanning: z.boolean(),
  updated: z.number().int().nullable(),
  age: z.number().int().nullable(),
  timestamp: z.number().int().nullable(),
});
export type DiscoveryReply = z.infer<typeof DiscoveryReply>;

export const getDiscovery = endpoint('GET /api/discover', {
  summary: 'What the last scan found',
  access: 'viewer',
  reply: DiscoveryReply,
});
/** Without a subnet, the one in the settings. `use_cache`: answer with the last result and do not scan. */
export const startDiscovery = endpoint('POST /api/discover', {
  summary: 'Scan the network now',
  access: 'admin',
  body: z.strictObject({ subnet: z.string().trim().max(255).optional(), use_cache: z.boolean().optional() }).optional(),
  reply: DiscoveryReply,
  errors: ['bad_request', 'rate_limited'],
});
