// GET /api/servers: the servers that share a database.
import * as z from 'zod';
import { endpoint } from './endpoint.ts';

/** `at` ISO: since when it is active, or when it was heard last. `silent`: a standby that was not heard for a minute. */
const Server = z.object({
  name: z.string(),
  address: z.string(),
  version: z.string(),
  role: z.enum(['active', 'standby', 'silent']),
  at: z.string(),
});

/** `reason`: `start`, `takeover`, `planned` or `drill`. */
const Switch = z.object({ epoch: z.number().int(), at: z.string(), holder: z.string(), reason: z.string() });

/** `renewedMs`: since the last renewal of the lease. `clockMs`: how far the clock of the database is ahead. Switches: newest first. */
export const Servers = z.object({
  own: z.string(),
  database: z.string(),
  epoch: z.number().int(),
  isHeld: z.boolean(),
  renewedMs: z.number(),
  clockMs: z.number(),
  servers: z.array(Server),
  switches: z.array(Switch),
});
export type Servers = z.infer<typeof Servers>;

export const getServers = endpoint('GET /api/servers', {
  summary: 'The servers with this database: who is active, who waits; null: this one is alone, with its data in files',
  access: 'admin',
  reply: Servers.nullable(),
});
