// Every live screen shows this before its first data: loading, or no connection.
import { Unplug } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { pause } from '../../lib/pause.ts';
import { useConnection, useLive, useLiveStore } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { longBody } from '../../ui/table/long-body-code.ts';
import { messages } from './messages.ts';
import { Skeleton } from './skeleton.tsx';

interface LiveGateProps {
  /** The word in "Loading <what>...". */
  loading: string;
  /** Shown instead of "Connecting…". */
  note?: string;
  /** Whether the screen needs the archives too. */
  archives?: boolean;
  /** Without it, the screen waits for something else too. */
  children: ReactNode;
}

/** Shows `children` once there is a state, and keeps showing it while the connection is lost. */
export function LiveGate({ loading, note = messages.connecting, archives = false, children }: LiveGateProps) {
  const store = useLiveStore();
  useEffect(() => {
    if (archives) store.wantArchives();
  }, [archives, store]);
  // most lists are long, and its code comes while the screen waits for its data
  useEffect(() => void pause().then(longBody.load), []);
  const loaded = useLive((live) => live.state !== null && !(archives && live.archives === 'none'));
  const connection = useConnection();
  // a screen is large: it is rendered in small pieces, between which the page answers
  const shows = useDeferredValue(loaded) && loaded;
  if (shows && children) return children;
  if (connection.state === 'connecting' || connection.state === 'connected') {
    const again = connection.state === 'connected' && connection.again;
    return <Skeleton title={loading} text={again ? messages.reconnecting : note} />;
  }
  return (
    <Lost
      failing={connection.state === 'failing' ? connection.reason : undefined}
      retrying={connection.state === 'reconnecting'}
      trying={connection.state === 'reconnecting' && connection.retryAt === null}
    />
  );
}

/** `failing`: the server answers, and this page cannot apply what it sends. The strip below offers to load the page again. */
function Lost({ failing, retrying, trying }: { failing: string | undefined; retrying: boolean; trying: boolean }) {
  const store = useLiveStore();
  if (failing !== undefined)
    return (
      <Notice icon={<Unplug />} title={messages.unreadable} urgent>
        <p>{failing}</p>
      </Notice>
    );
  return (
    <Notice icon={<Unplug />} title={messages.lost} urgent>
      <p>{retrying ? messages.lostRetrying : messages.lostForGood}</p>
      <Button look="framed" disabled={trying} onClick={store.reconnect}>
        {messages.reconnect}
      </Button>
    </Notice>
  );
}
