// How many hosts have problems; a popover lists them with the reasons.

import { nodeStatus } from '@belfry/domain/status';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import { formatAgo } from '../../lib/language/format.ts';
import { hourMinute } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { useInstanceNames, useList } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Popover } from '../../ui/popover.tsx';
import { messages } from './messages.ts';

/** A silent agent shows only in `health`: Belfry does not call agents, so there is no error. */
const isDown = ({ error, health }: Instance): boolean => error !== undefined || health === 'error';
const troubled = (instance: Instance): boolean => isDown(instance) || instance.dropped > 0;

export function Problems() {
  const instances = useList('instances').filter(troubled);
  const nameOf = useInstanceNames();
  const nodes = useList('nodes').filter((node) => nodeStatus(node).isProblem);
  const count = instances.length + nodes.length;
  if (count === 0) return null;
  const failing = nodes.length > 0 || instances.some(isDown);
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

function Problem({ instance }: { instance: Instance }) {
  const { name, kind, host, error, dropped, lastSeen } = instance;
  const now = useNow();
  const since = error?.since ?? (isDown(instance) ? lastSeen : undefined);
  return (
    <li className="py-2 text-sm first:pt-0 last:pb-0">
      <p className="flex items-center gap-2">
        <span className={`dot ${isDown(instance) ? 'crit' : 'warn'}`} />
        <b className="truncate text-md font-semibold">{name}</b>
        <Chip>{kind.toUpperCase()}</Chip>
        {since !== undefined && (
          <span className="ml-auto shrink-0 text-mute">{messages.since(formatAgo(Date.parse(since), now))}</span>
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
      {!error && isDown(instance) && <p className="mt-1 text-soft">{messages.silent}</p>}
      {dropped > 0 && <p className="mt-1 text-soft">{messages.dropped(dropped)}</p>}
      <p className="truncate font-mono text-xs text-mute">{host}</p>
    </li>
  );
}
