// The configured hosts as a part of the file, including their secrets. Hosts from the environment are not in it.

import { ok } from '@belfry/domain/result';
import { type Identified, InstanceId, NodeRequest } from '@belfry/schema/config/node';
import { ofMessage } from '@belfry/schema/sentences/message';
import type { ConfigPart } from '../../db/config-part.ts';
import { aboutField, firstProblem } from '../../lib/invalid-input.ts';
import { type Answer, refuse, sentenceOf } from '../../lib/refusal.ts';
import type { Nodes } from './nodes.ts';
import { normalizeRequest } from './normalize.ts';

/** Far more than one Belfry can monitor. Each host is compared with each other host. */
const MAX_HOSTS = 1000;

export const nodesPart = (nodes: Pick<Nodes, 'stored' | 'prepare'>): ConfigPart => ({
  name: 'nodes',
  // Everything else in the file that belongs to the host refers to this id.
  read: () => nodes.stored().map(({ instance, config }) => ({ id: instance, ...config })),
  prepare(found) {
    if (!Array.isArray(found)) return refuse('bad_request', { id: 'file.noHosts' });
    if (found.length > MAX_HOSTS) return refuse('bad_request', { id: 'file.manyHosts', values: { limit: MAX_HOSTS } });
    const configs: Identified[] = [];
    for (const [i, entry] of found.entries()) {
      const config = read(entry);
      if (!config.ok)
        return refuse('bad_request', {
          id: 'file.host',
          values: { number: i + 1, name: named(entry), problem: sentenceOf(config.error) },
        });
      configs.push(config.value);
    }
    return nodes.prepare(configs);
  },
});

function read(entry: unknown): Answer<Identified> {
  const { id, ...host } = Object(entry) as Record<string, unknown>;
  const given = InstanceId.optional().safeParse(id);
  if (!given.success) return refuse('bad_request', aboutField('id', ofMessage(given.error.issues[0]?.message ?? '')));
  const request = NodeRequest.safeParse(host);
  if (request.success) {
    const config = normalizeRequest(request.data);
    return config.ok ? ok({ ...config.value, id: given.data }) : config;
  }
  return refuse('bad_request', firstProblem(request.error));
}

const named = (entry: unknown): string => {
  const { name } = Object(entry) as { name?: unknown };
  return typeof name === 'string' && name !== '' ? ` ("${name.slice(0, 64)}")` : '';
};
