// What the Overview shows when nothing is configured, or nothing has answered yet.
import { kinds } from '@belfry/schema/config/kinds';
import { Plug, ServerOff } from 'lucide-react';
import { useList } from '../../live/use-live.ts';
import { NodesLink } from '../../ui/nodes-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

export function NoNodes() {
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
