// `belfry nodes`
import { formatPercent, formatShare } from '@belfry/domain/format';
import { nodeOnline } from '@belfry/domain/status';
import { getState } from '@belfry/schema/http/monitoring';
import type { Api } from '../api.ts';
import { type Output, show, table } from '../print.ts';
import { shownStatus } from '../shown-status.ts';

const reply = getState.reply.pick({ nodes: true });

export async function nodes(api: Api, output: Output): Promise<void> {
  const { nodes: found } = await api.call({ ...getState, reply });
  show(output, found, () =>
    table(
      ['NODE', 'INSTANCE', 'STATUS', 'CPU', 'MEMORY', 'VERSION'],
      found.map((node) => [
        node.name,
        node.instance,
        shownStatus(node),
        ...(nodeOnline(node)
          ? [formatPercent(node.cpu * 100), formatShare(node.memory.used, node.memory.total)]
          : [undefined, undefined]),
        node.pveVersion,
      ]),
      'There are no nodes.',
    ),
  );
}
