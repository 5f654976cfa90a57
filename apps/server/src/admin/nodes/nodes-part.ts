// The configured hosts as a part of the configuration, including their secrets. Hosts from the environment are not in it.

import type { Identified } from '@belfry/schema/config/node';
import type { ConfigPart } from '../../db/config-part.ts';
import { refuse, sentenceOf } from '../../lib/refusal.ts';
import type { Nodes } from './nodes.ts';
import { normalizeRequest } from './normalize.ts';

export const nodesPart = (nodes: Pick<Nodes, 'stored' | 'prepare'>): ConfigPart<'nodes'> => ({
  // Everything else in the document that belongs to the host refers to this id.
  read: () => nodes.stored().map(({ instance, config }) => ({ id: instance, ...config })),
  prepare(given) {
    const configs: Identified[] = [];
    for (const [i, { id, ...host }] of given.entries()) {
      const config = normalizeRequest(host);
      if (!config.ok)
        return refuse('bad_request', {
          id: 'file.host',
          values: { number: i + 1, name: host.name ?? host.host, problem: sentenceOf(config.error) },
        });
      configs.push({ ...config.value, id });
    }
    return nodes.prepare(configs);
  },
});
