// The endpoints of the node settings.
import {
  addNode,
  deleteNode,
  listNodes,
  testConfig,
  testConnection,
  testNode,
  updateNode,
} from '@belfry/schema/http/nodes';
import type { Mount } from '../../http/mount.ts';
import { replyOf } from '../../http/reply-of.ts';
import type { Clock } from '../../lib/clock.ts';
import { refuse } from '../../lib/refusal.ts';
import { checkNode } from './check.ts';
import type { Connect } from './connection.ts';
import { NODE_NOT_FOUND, type Nodes } from './nodes.ts';
import { normalizeRequest } from './normalize.ts';

export function nodeRoutes(
  mount: Mount,
  { nodes, connect, clock }: { nodes: Nodes; connect: Connect; clock: Clock },
): void {
  mount(listNodes, () => nodes.list());
  mount(addNode, ({ body }) => replyOf(saved(nodes.add(body))));
  mount(updateNode, ({ params, body }) => replyOf(saved(nodes.update(params.id, body))));
  mount(deleteNode, ({ params }) => replyOf(nodes.remove(params.id)));

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

const saved = (answer: ReturnType<Nodes['add']>) =>
  answer.ok ? { ok: true as const, value: { status: 'success' as const, node: answer.value } } : answer;
