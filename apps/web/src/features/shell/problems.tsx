// Hosts that do not answer as they should: how many, and behind it which and why.
import { formatAgo } from '@belfry/domain/format';
import { lostNodes } from '@belfry/domain/status';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import { hourMinute } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { useInstanceNames, useList } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Popover } from '../../ui/popover.tsx';
import { messages } from './messages.ts';

const troubled = (instance: Instance): boolean => instance.error !== undefined || instance.dropped > 0;

export function Problems() {
  const instances = useList('instances').filter(troubled);
  const nameOf = useInstanceNames();
  const nodes = lostNodes(useList('nodes'), instances);
  const count = instances.length + nodes.length;
  if (count === 0) return null;
  const failing = nodes.length > 0 || instances.some((instance) => instance.error);
  return (
    <Popover
      title={messages.problemsTitle}
      className="w-104"
      trigger={(props) => (
        <Button {...props} className={`h-7 px-2! max-md:h-10 ${failing ? 'text-crit!' : 'text-warn!'}`}>
          <span className={`dot ${failing ? 'crit' : 'warn'}`} />
          <span className="md:hidden" aria-hidden>
            {count}
          </span>
          <span className="max-md:sr-only">{messages.problems(count)}</span>
        </Button>
      )}
    >
      <ul className="flex flex-col divide-y divide-line-soft">
        {instances.map((instance) => (
          <Problem key={instance.id} instance={instance} />
        ))}
        {nodes.map((node) => (
          <DeadNode key={node.id} node={node} place={node.clusterName || nameOf(node.instance)} />
        ))}
      </ul>
    </Popover>
  );
}

const DeadNode = ({ node, place }: { node: Node; place: string }) => (
  <li className="py-2 text-sm first:pt-0 last:pb-0">
    <p className="flex items-center gap-2">
      <span className="dot crit" />
      <b className="truncate text-md font-semibold">{node.displayName || node.name}</b>
      <Chip>{place}</Chip>
    </p>
    <p className="mt-1 text-soft">{messages.nodeOffline}</p>
  </li>
);

function Problem({ instance: { name, kind, host, error, dropped } }: { instance: Instance }) {
  const now = useNow();
  return (
    <li className="py-2 text-sm first:pt-0 last:pb-0">
      <p className="flex items-center gap-2">
        <span className={`dot ${error ? 'crit' : 'warn'}`} />
        <b className="truncate text-md font-semibold">{name}</b>
        <Chip>{kind.toUpperCase()}</Chip>
        {error && (
          <span className="ml-auto shrink-0 text-mute">{messages.since(formatAgo(Date.parse(error.since), now))}</span>
        )}
      </p>
      {error && (
        <p className="mt-1 break-words">
          <b className="font-semibold text-crit">{error.kind}</b> <span className="text-soft">{error.message}</span>
          {error.retryAt !== undefined && (
            <span className="text-soft"> {messages.retryAt(hourMinute(Date.parse(error.retryAt)))}</span>
          )}
        </p>
      )}
      {dropped > 0 && <p className="mt-1 text-soft">{messages.dropped(dropped)}</p>}
      <p className="truncate font-mono text-xs text-mute">{host}</p>
    </li>
  );
}
