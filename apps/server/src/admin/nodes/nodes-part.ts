// The configured hosts as a part of the configuration, including their secrets. Hosts from the environment are not in it.

import { ok } from '@belfry/domain/result';
import type { Identified } from '@belfry/schema/config/node';
import type { SiteNames } from '../../config/site-names.ts';
import type { ConfigPart } from '../../db/config-part.ts';
import type { Left } from '../../db/replacement.ts';
import { refuse, sentenceOf } from '../../lib/refusal.ts';
import type { Nodes } from './nodes.ts';
import { normalizeRequest } from './normalize.ts';

export const nodesPart = (nodes: Pick<Nodes, 'stored' | 'prepare'>, sites: SiteNames): ConfigPart<'nodes'> => ({
  // Everything else in the document that belongs to the host refers to this id.
  read: () =>
    nodes.stored().map(({ instance, config }) => ({
      ...{ id: instance, ...config },
      ...(config.site && { site: sites.nameOf(config.site) ?? config.site }),
    })),
  prepare(given) {
    const configs: Identified[] = [];
    const left: Left[] = [];
    for (const [i, { id, ...host }] of given.entries()) {
      const site = host.site ? sites.idOf(host.site) : ok('');
      if (!site.ok) {
        left.push({ path: `instances.${host.name ?? host.host}`, why: site.error });
        continue;
      }
      const config = normalizeRequest({ ...host, ...(host.site !== undefined && { site: site.value }) });
      if (!config.ok)
        return refuse('bad_request', {
          id: 'file.host',
          values: { number: i + 1, name: host.name ?? host.host, problem: sentenceOf(config.error) },
        });
      configs.push({ ...config.value, id });
    }
    const prepared = nodes.prepare(configs);
    return prepared.ok ? ok({ ...prepared.value, left: [...(prepared.value.left ?? []), ...left] }) : prepared;
  },
});
