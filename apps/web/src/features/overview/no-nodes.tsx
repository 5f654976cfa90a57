// What the Overview shows when nothing is configured, or nothing has answered yet.

import { kinds } from '@belfry/schema/config/kinds';
import { Plug, ServerOff } from 'lucide-react';
import { useLoadedHosts } from '../../api/node-events.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { useList } from '../../live/use-live.ts';
import { NodesLink } from '../../ui/nodes-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

export function NoNodes() {
  const instances = useList('instances').filter(({ kind }) => kind !== 'docker' && kinds[kind].hasGuests);
  const added = useLoadedHosts();
  const waiting =
    instances.length > 0
      ? instances.map(({ error, ...instance }) => ({ ...instance, error: error && messageOf(error) }))
      : added.filter(({ type }) => kinds[type].hasGuests);
  if (waiting.length === 0)
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
        {waiting.map(({ id, name, host, error }) => (
          <li key={id} className="flex items-baseline gap-2 py-1">
            <span className={`dot self-center ${error ? 'crit' : 'off'}`} />
            <b className="font-semibold text-text">{name}</b>
            <span>{error ?? host}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
