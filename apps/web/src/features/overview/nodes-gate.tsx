// What the Overview shows while no node is known: nothing is configured, or nothing has answered yet.
import { kinds } from '@belfry/schema/config/kinds';
import { Plug, ServerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useList } from '../../live/use-live.ts';
import { NodesLink } from '../../ui/nodes-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

export function NodesGate({ children }: { children: ReactNode }) {
  const nodes = useList('nodes').length;
  const pbs = useList('pbs').length;
  return nodes + pbs > 0 ? children : <NoNodes />;
}

/** With only a backup server there is a table of hosts, and nothing that could have guests. */
export function HypervisorsGate({ children }: { children: ReactNode }) {
  return useList('nodes').length > 0 ? children : <NoNodes />;
}

function NoNodes() {
  const instances = useList('instances').filter(({ kind }) => kind !== 'docker' && kinds[kind].hasGuests);
  if (instances.length === 0)
    return (
      <Notice icon={<ServerOff />} title={messages.noNodes}>
        <p>{messages.noNodesHint}</p>
        <NodesLink />
      </Notice>
    );
  return (
    <Notice icon={<Plug />} title={messages.waiting}>
      <p>{messages.waitingHint}</p>
      <ul className="w-full text-left text-sm">
        {instances.map((instance) => (
          <li key={instance.id} className="flex items-baseline gap-2 py-1">
            <span className={`dot self-center ${instance.error ? 'crit' : 'off'}`} />
            <b className="font-semibold text-text">{instance.name}</b>
            <span>{instance.error?.message ?? instance.host}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
