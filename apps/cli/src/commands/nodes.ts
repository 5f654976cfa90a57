// `belfry nodes`
import { nodeOnline } from '@belfry/domain/status';
import { getState } from '@belfry/schema/http/monitoring';
import type { Api } from '../api.ts';
import { words } from '../language/in-language.ts';
import { messages } from '../messages/lists.ts';
import { type Output, show, table } from '../print.ts';
import { statusText } from '../status-text.ts';

const reply = getState.reply.pick({ nodes: true });

export async function nodes(api: Api, output: Output): Promise<void> {
  const { nodes: found } = await api.call({ ...getState, reply });
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
