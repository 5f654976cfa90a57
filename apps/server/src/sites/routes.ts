// The endpoints of sites, and the socket that their collectors open.
import { COLLECT_PATH } from '@belfry/schema/collect/protocol';
import type { AuditEvent } from '@belfry/schema/http/security';
import {
  acceptCollector,
  addSite,
  inviteCollector,
  joinSite,
  listSites,
  removeSite,
  renameSite,
  revokeCollector,
  type SiteView,
  scanSite,
} from '@belfry/schema/http/sites';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fingerprintOf } from '../collect/keys.ts';
import type { StoredSite } from '../db/sites-store.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { sendError } from '../http/reply.ts';
import { iso } from '../lib/clock.ts';
import { type Answer, refusalText, refuse, refuseField } from '../lib/refusal.ts';
import { parseSubnets } from '../lib/subnets.ts';
import { scanThrough } from './connection.ts';
import type { Lines } from './lines.ts';
import { keysOf, type Sites, waitingKeysOf } from './sites.ts';

interface DockerOfSites {
  /** Their names. */
  ofSite(site: string): readonly string[];
  /** Removes them. Resolves to their names. */
  removeSite(site: string): Promise<readonly string[]>;
}

export interface SiteRoutesDeps {
  sites: Sites;
  lines: Pick<Lines, 'shown' | 'traffic' | 'ask'>;
  hostsOf(site: string): readonly string[];
  /** The addresses of the hosts that a site polls: names or IPs, without scheme and port. */
  placesOf(site: string): readonly string[];
  /** The Docker hosts that report through a site. */
  docker: DockerOfSites;
  /** The addresses at which a collector may find this server, best first. */
  addresses(request: FastifyRequest): readonly [string, ...string[]];
  audited: Audited;
  /** A call without a valid token is in the audit log, with few entries for many calls. */
  noteRefused(request: FastifyRequest, event: AuditEvent, details?: string): Promise<void>;
}

export function siteRoutes(mount: Mount, deps: SiteRoutesDeps): void {
  const { sites, lines, hostsOf, placesOf, docker, addresses, audited } = deps;
  const viewOf = (site: StoredSite): SiteView => {
    const shown = lines.shown().find(({ id }) => id === site.id);
    const keys = waitingKeysOf(site) ?? keysOf(site);
    const line = lines.traffic(site.id);
    return {
      ...(shown ?? { id: site.id, name: site.name, status: 'new' }),
      ...(keys && { fingerprint: fingerprintOf(keys) }),
      ...(waitingKeysOf(site) && { waiting: true as const }),
      ...(site.joinBy !== null && { expires: iso(site.joinBy) }),
      instances: [...hostsOf(site.id)],
      dockerHosts: [...docker.ofSite(site.id)],
      ...(line && { line }),
    };
  };
  /** A change of a site that is in the audit log. */
  const changed = async (request: FastifyRequest, event: AuditEvent, answer: Answer<StoredSite>) => {
    if (!answer.ok) return answer;
    await audited(request, event, answer.value.name);
    return viewOf(answer.value);
  };

  mount(listSites, () => sites.list().map(viewOf));
  mount(addSite, async ({ body, request }) => {
    const added = await sites.add(body.name, body.accept, addresses(request)[0]);
    if (!added.ok) return added;
    await audited(request, 'site_added', body.name);
    return added.value;
  });
  mount(inviteCollector, async ({ params, body, request }) => {
    const invited = await sites.invite(params.id, body.accept, addresses(request)[0]);
    if (!invited.ok) return invited;
    await audited(request, 'site_changed', sites.get(params.id)?.name ?? params.id);
    return invited.value;
  });
  mount(renameSite, async ({ params, body, request }) =>
    changed(request, 'site_changed', await sites.rename(params.id, body.name)),
  );
  mount(acceptCollector, async ({ params, body, request }) =>
    changed(request, 'collector_accepted', await sites.accept(params.id, body.fingerprint)),
  );
  mount(revokeCollector, async ({ params, request }) =>
    changed(request, 'collector_revoked', await sites.revoke(params.id)),
  );
  mount(removeSite, async ({ params, request }) => {
    const removed = await sites.remove(params.id);
    if (!removed.ok) return removed;
    await audited(request, 'site_removed', removed.value.name);
    for (const host of await docker.removeSite(params.id)) await audited(request, 'docker_host_removed', host);
    return { success: true, message: 'Site removed' };
  });
  mount(scanSite, async ({ params: { id }, body }) => {
    const site = sites.get(id);
    if (!site) return refuse('not_found', { id: 'site.unknown', values: { id } });
    const subnet = body.subnet === 'auto' ? '' : body.subnet;
    const ranges = subnet === '' ? undefined : parseSubnets(subnet);
    if (ranges?.ok === false) return refuseField('bad_request', 'subnet', ranges.error);
    const scanned = await scanThrough(site, subnet, lines);
    if (!scanned.ok) return refuse('unavailable', scanned.error);
    const polled = new Set(placesOf(id));
    const { servers, errors } = scanned.value;
    return { servers: servers.filter(({ ip, hostname = '' }) => !polled.has(ip) && !polled.has(hostname)), errors };
  });
  mount(joinSite, async ({ body, request }) => {
    const joined = await sites.join(body);
    if (!joined.ok) {
      await deps.noteRefused(request, 'collector_refused', refusalText(joined.error));
      return joined;
    }
    await audited(request, 'collector_joined', joined.value.name);
    return joined.value;
  });
}

/** Who opens it proves afterwards which collector it is. */
export function collectorSocket(
  app: FastifyInstance,
  lines: Pick<Lines, 'open'>,
  addressOf: (request: FastifyRequest) => string,
): void {
  app.route({
    method: 'GET',
    url: COLLECT_PATH,
    handler: async (_, reply) => sendError(reply, 'bad_request'),
    wsHandler: (socket, request) => lines.open(socket, addressOf(request)),
  });
}
