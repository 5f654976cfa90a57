// Endpoints of sites and their collectors.
import * as z from 'zod';
import { Name, SiteId } from '../config/node.ts';
import { Site } from '../entities/site.ts';
import { DiscoveredServer } from '../messages/discovery.ts';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';

/**
 * Of the last minute: bytes a second from and to the collector, and the calls that it made to hosts. `roundTripMs`: how long a question and its
 * answer were on their way.
 */
export const SiteLine = z.object({
  receivedBytes: z.number().int(),
  sentBytes: z.number().int(),
  callsPerMinute: z.number().int(),
  roundTripMs: z.number().int().optional(),
});
export type SiteLine = z.infer<typeof SiteLine>;

/**
 * `fingerprint`: of the key of its collector, as the collector prints it, or of the one that waits. `waiting`: another collector waits to be
 * accepted; the present one works until then. `expires` (ISO): until when its token can be used. `instances` and `dockerHosts`: the names of
 * the hosts that it polls, and of those that report through it. `line`: absent while its collector is not connected.
 */
export const SiteView = Site.extend({
  fingerprint: z.string().optional(),
  expires: z.string().optional(),
  waiting: z.literal(true).optional(),
  instances: z.array(z.string()),
  dockerHosts: z.array(z.string()),
  line: SiteLine.optional(),
});
export type SiteView = z.infer<typeof SiteView>;

/** `token` is shown only here. `command`: to paste on a machine of the site. `expires` ISO. */
const Invitation = z.object({ id: z.string(), token: z.string(), command: z.string(), expires: z.string() });
export type Invitation = z.infer<typeof Invitation>;

const One = z.object({ id: z.string().max(64) });
/** `accept`: whether the token alone lets a collector in, or an administrator must accept its key. */
const accept = z.enum(['token', 'person']).default('token');
const named = { name: Name.min(1) };

export const listSites = endpoint('GET /api/sites', {
  summary: 'The sites and their collectors',
  access: 'viewer',
  reply: z.array(SiteView),
});

export const addSite = endpoint('POST /api/sites', {
  summary: 'Add a site, and get the command that joins its collector',
  access: 'admin',
  body: z.strictObject({ ...named, accept }),
  reply: Invitation,
  status: 201,
  errors: ['conflict'],
});

export const renameSite = endpoint('PATCH /api/sites/:id', {
  summary: 'Rename a site',
  access: 'admin',
  params: One,
  body: z.strictObject(named),
  reply: SiteView,
  errors: ['not_found', 'conflict'],
});

/** The present collector works until the new one has joined. Then the secrets of the hosts must be entered again. */
export const inviteCollector = endpoint('POST /api/sites/:id/token', {
  summary: 'Get a command that joins a collector in place of the present one',
  access: 'admin',
  params: One,
  body: z.strictObject({ accept }),
  reply: Invitation,
  errors: ['not_found'],
});

export const acceptCollector = endpoint('POST /api/sites/:id/accept', {
  summary: 'Accept the key of a collector that waits',
  access: 'admin',
  params: One,
  /** What the administrator has seen. Another key than this is not accepted. */
  body: z.strictObject({ fingerprint: z.string().max(100) }),
  reply: SiteView,
  errors: ['not_found', 'conflict'],
});

export const revokeCollector = endpoint('POST /api/sites/:id/revoke', {
  summary: 'Refuse the key of a collector from now on, and end its line',
  access: 'admin',
  params: One,
  reply: SiteView,
  errors: ['not_found'],
});

export const removeSite = endpoint('DELETE /api/sites/:id', {
  summary: 'Remove a site that polls no hosts, and the Docker hosts that report through it',
  access: 'admin',
  params: One,
  reply: Done,
  errors: ['not_found', 'conflict'],
});

/** Hosts that this site polls already are left out. `errors`: what the scan could not find out. */
export const SiteScan = z.object({
  servers: z.array(DiscoveredServer).max(10_000),
  errors: z.array(z.string()).max(100),
});

/** It takes two minutes at most, see `SCAN_ANSWER_MS`. Without a subnet, or with `auto`, the one of the machine of the collector. */
export const scanSite = endpoint('POST /api/sites/:id/scan', {
  summary: 'Look for hosts in the network of a site',
  access: 'admin',
  params: One,
  body: z.strictObject({ subnet: z.string().trim().max(255).default('') }),
  reply: SiteScan,
  errors: ['bad_request', 'not_found', 'unavailable'],
});

const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** `signing` (Ed25519) and `sealing` (X25519): the raw public keys, base64url. */
export const joinSite = endpoint('POST /api/sites/join', {
  summary: 'A collector joins its site, once, with the token of the site',
  access: 'public',
  rate: 'setup',
  body: z.object({ token: z.string().max(200), signing: publicKey, sealing: publicKey, version: z.string().max(100) }),
  reply: z.object({ site: SiteId, name: Name, isAccepted: z.boolean() }),
  errors: ['bad_request', 'unauthorized'],
});

export const siteEndpoints = [
  ...[listSites, addSite, renameSite, inviteCollector, acceptCollector, revokeCollector, removeSite, joinSite],
  scanSite,
] as const;
