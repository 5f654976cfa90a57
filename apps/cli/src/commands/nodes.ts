// `belfry nodes`
import { nodeOnline } from '@belfry/domain/status';
import { getState } from '@belfry/schema/http/monitoring';
import type * as z from 'zod';
import type { Api } from '../api.ts';
import { words } from '../language/in-language.ts';
import { messages } from '../messages/lists.ts';
import { type Output, show, table } from '../print.ts';
import { statusText } from '../status-text.ts';
import { instancesOf } from './site-filter.ts';

const reply = getState.reply.pick({ nodes: true });
const withSites = getState.reply.pick({ nodes: true, instances: true, sites: true });

export interface NodeFilter {
  /** The name of a site, or its id. */
  site?: string | undefined;
}

export async function nodes(api: Api, output: Output, { site }: NodeFilter): Promise<void> {
  const found =
    site === undefined
      ? (await api.call({ ...getState, reply })).nodes
      : ofSite(site, await api.call({ ...getState, reply: withSites }));
  show(output, found, () =>
    table(
      messages.nodes.heads,
      found.map((node) => [
        node.name,
        node.instance,
        statusText(node),
        ...(nodeOnline(node)
          ? [words().percent(node.cpu * 100), words().share(node.memory.used, node.memory.total)]
          : [undefined, undefined]),
        node.pveVersion,
      ]),
      messages.nodes.none,
    ),
  );
}

function ofSite(site: string, { nodes, ...places }: z.infer<typeof withSites>) {
  const { instances } = instancesOf(site, places);
  return nodes.filter(({ instance }) => instances.has(instance));
}
