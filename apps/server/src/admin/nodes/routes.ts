// The endpoints of the node settings.
import { originOf } from '@belfry/domain/address';
import { kinds } from '@belfry/schema/config/kinds';
import type { NodeConfig } from '@belfry/schema/config/node';
import { readHostCertificate } from '@belfry/schema/http/host-certificate';
import {
  addNode,
  deleteNode,
  listNodes,
  type NodeView,
  testConfig,
  testConnection,
  testNode,
  updateNode,
} from '@belfry/schema/http/nodes';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { FastifyRequest } from 'fastify';
import type { Connect } from '../../config/host.ts';
import type { Mount } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { createLimit } from '../../lib/limit.ts';
import { refuse, refuseField } from '../../lib/refusal.ts';
import { type CertificateOf, checkNode, nameOf } from './check.ts';
import type { Duplicates } from './duplicates.ts';
import { NODE_NOT_FOUND, type Nodes } from './nodes.ts';
import { normalizeRequest } from './normalize.ts';

/** How many certificates are read at once: a page asks for those of all hosts that changed theirs. */
const CERTIFICATES_AT_ONCE = 8;

export interface NodeRoutesDeps {
  nodes: Nodes;
  duplicates: Pick<Duplicates, 'earlierWith'>;
  connect: Connect;
  certificateOf: CertificateOf;
  /** Why a host cannot belong to the site. */
  siteProblem(site: string | undefined): Sentence | undefined;
  clock: Clock;
  audited(
    request: FastifyRequest,
    event: 'node_added' | 'node_changed' | 'node_deleted',
    details: string,
  ): Promise<void>;
}

export function nodeRoutes(
  mount: Mount,
  { nodes, duplicates, connect, certificateOf, siteProblem, clock, audited }: NodeRoutesDeps,
): void {
  mount(listNodes, () => nodes.list());
  mount(addNode, async ({ body, request }) => {
    const config = body.name ? undefined : normalizeRequest(body);
    const suggested = config?.ok ? await nameOf(config.value, connect, certificateOf, clock) : undefined;
    const added = await nodes.add(body, suggested);
    if (!added.ok) return added;
    await audited(request, 'node_added', named(added.value));
    return { status: 'success' as const, node: added.value };
  });
  mount(updateNode, async ({ params, body, request }) => {
    const changed = await nodes.update(params.id, body);
    if (!changed.ok) return changed;
    await audited(request, 'node_changed', named(changed.value));
    return { status: 'success' as const, node: changed.value };
  });
  mount(deleteNode, async ({ params, request }) => {
    const known = nodes.list().find(({ id }) => id === params.id);
    const removed = await nodes.remove(params.id);
    if (!removed.ok) return removed;
    if (known) await audited(request, 'node_deleted', named(known));
    return removed.value;
  });

  const check = async (config: NodeConfig) => {
    const checked = await checkNode(
      config,
      connect,
      clock,
      (cluster) => duplicates.earlierWith(cluster, config)?.config.name,
    );
    return checked.ok ? checked.value : checked;
  };
  for (const endpoint of [testConnection, testConfig])
    mount(endpoint, ({ body }) => {
      const config = normalizeRequest(body);
      return config.ok ? check(config.value) : config;
    });
  mount(testNode, ({ params }) => {
    const stored = nodes.get(params.id);
    return stored ? check(stored.config) : refuse('not_found', NODE_NOT_FOUND);
  });

  const inTurn = createLimit(CERTIFICATES_AT_ONCE);
  mount(readHostCertificate, async ({ body: { type, host, site } }) => {
    const origin = originOf(host, kinds[type].port);
    if (!origin.ok) return refuseField('bad_request', 'host', origin.error);
    const misplaced = siteProblem(site);
    if (misplaced) return refuseField('bad_request', 'site', misplaced);
    const read = await inTurn(() => certificateOf(site, origin.value));
    return read.ok ? read.value : refuse('bad_request', read.error);
  });
}

const named = ({ type, name, host }: NodeView): string => `${type} ${name} at ${host}`;
