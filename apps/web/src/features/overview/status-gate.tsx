// Loading, lost or empty: what the Overview is before it has guests to show.
import { Plug, ServerOff, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection, useList, useLive, useLiveStore } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';
import { Skeleton } from './skeleton.tsx';

/** Shows `children` once there is a state, and keeps showing it while the connection is lost. */
export function StatusGate({ children }: { children: ReactNode }) {
  const loaded = useLive((live) => live.state !== null);
  const connection = useConnection();
  const nodes = useList('nodes').length;
  const pbs = useList('pbs').length;
  if (loaded) return nodes + pbs > 0 ? children : <NoNodes />;
  if (connection.state === 'connecting' || connection.state === 'connected') {
    const again = connection.state === 'connected' && connection.again;
    return <Skeleton title={messages.loading} text={again ? messages.reconnecting : messages.connecting} />;
  }
  return (
    <Lost
      retrying={connection.state === 'reconnecting'}
      trying={connection.state === 'reconnecting' && connection.retryAt === null}
    />
  );
}

function Lost({ retrying, trying }: { retrying: boolean; trying: boolean }) {
  const store = useLiveStore();
  return (
    <Notice icon={<Unplug />} title={messages.lost} urgent>
      <p>{retrying ? messages.lostRetrying : messages.lostForGood}</p>
      <Button look="framed" disabled={trying} onClick={store.reconnect}>
        {messages.reconnect}
      </Button>
    </Notice>
  );
}

function NoNodes() {
  const instances = useList('instances').filter((instance) => instance.kind === 'pve');
  if (instances.length === 0)
    return (
      <Notice icon={<ServerOff />} title={messages.noNodes}>
        <p>{messages.noNodesHint}</p>
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
