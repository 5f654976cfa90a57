// The endpoints of the node settings.
import type { NodeView } from '@belfry/schema/http/nodes';
import {
  addNode,
  deleteNode,
  listNodes,
  testConfig,
  testConnection,
  testNode,
  updateNode,
} from '@belfry/schema/http/nodes';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import { replyOf } from '../../http/reply-of.ts';
import type { Clock } from '../../lib/clock.ts';
import { refuse } from '../../lib/refusal.ts';
import { checkNode } from './check.ts';
import type { Connect } from './connection.ts';
import { NODE_NOT_FOUND, type Nodes } from './nodes.ts';
import { normalizeRequest } from './normalize.ts';

export interface NodeRoutesDeps {
  nodes: Nodes;
  connect: Connect;
  clock: Clock;
  audited(request: FastifyRequest, event: 'node_added' | 'node_changed' | 'node_deleted', details: string): void;
}

export function nodeRoutes(mount: Mount, { nodes, connect, clock, audited }: NodeRoutesDeps): void {
  mount(listNodes, () => nodes.list());
  mount(addNode, ({ body, request }) => {
    const added = nodes.add(body);
    if (added.ok) audited(request, 'node_added', named(added.value));
    return replyOf(saved(added));
  });
  mount(updateNode, ({ params, body, request }) => {
    const changed = nodes.update(params.id, body);
    if (changed.ok) audited(request, 'node_changed', named(changed.value));
    return replyOf(saved(changed));
  });
  mount(deleteNode, ({ params, request }) => {
    const known = nodes.list().find(({ id }) => id === params.id);
    const removed = nodes.remove(params.id);
    if (removed.ok && known) audited(request, 'node_deleted', named(known));
    return replyOf(removed);
  });

  for (const endpoint of [testConnection, testConfig])
    mount(endpoint, async ({ body }) => {
      const config = normalizeRequest(body);
      return replyOf(config.ok ? await checkNode(config.value, connect, clock) : config);
    });
  mount(testNode, async ({ params }) => {
    const stored = nodes.get(params.id);
    return replyOf(stored ? await checkNode(stored.config, connect, clock) : refuse('not_found', NODE_NOT_FOUND));
  });
}

const named = ({ type, name, host }: NodeView): string => `${type} ${name} at ${host}`;

const saved = (answer: ReturnType<Nodes['add']>) =>
  answer.ok ? { ok: true as const, value: { status: 'success' as const, node: answer.value } } : answer;
