// Says that the screen is no longer live. It covers a part of the screen, so that nothing moves when it appears or disappears.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { proxySignIn } from '../../api/entry.ts';
import { formatAgo } from '../../lib/language/format.ts';
import { useNow } from '../../lib/now.ts';
import type { ConnectionState } from '../../live/socket.ts';
import { useConnection, useLive, useLiveStore } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

export function LostStrip() {
  const connection = useConnection();
  const receivedAt = useLive((live) => (live.state === null ? null : live.receivedAt));
  const mustSignIn = useQuery(proxySignIn).data;
  if (mustSignIn) return <SignInStrip />;
  if (connection.state === 'failing') return <FailingStrip reason={connection.reason} />;
  if (receivedAt === null || (connection.state !== 'reconnecting' && connection.state !== 'closed')) return null;
  return <Strip connection={connection} receivedAt={receivedAt} />;
}

/** The connection is well, and the page is not. */
const FailingStrip = ({ reason }: { reason: string }) => (
  <ReloadStrip title={messages.failing} text={messages.failingReason(reason)} action={messages.reload} />
);

/** A reload leads to the sign-in of the proxy. */
const SignInStrip = () => (
  <ReloadStrip title={messages.proxySignIn} text={messages.proxySignInHint} action={messages.signInAgain} />
);

const ReloadStrip = ({ title, text, action }: Record<'title' | 'text' | 'action', string>) => (
  <Frame tone="crit" title={title} text={text}>
    <Button look="framed" onClick={() => location.reload()}>
      {action}
    </Button>
  </Frame>
);

function Strip({ connection, receivedAt }: { connection: ConnectionState; receivedAt: number }) {
  const { reconnect } = useLiveStore();
  const now = useNow();
  const retryAt = connection.state === 'reconnecting' ? connection.retryAt : undefined;
  return (
    <Frame
      tone="warn"
      title={messages.lost}
      text={connection.state === 'closed' ? messages.lostForGood : messages.lostRetrying}
    >
      <span className="text-sm text-mute tabular-nums" aria-live="off">
        {messages.lostAge(formatAgo(receivedAt, now))}
        {retryAt ? ` ${messages.nextTry(Math.max(0, Math.ceil((retryAt - now) / 1000)))}` : ''}
      </span>
      <Button look="framed" disabled={retryAt === null} onClick={reconnect}>
        {messages.reconnect}
      </Button>
    </Frame>
  );
}

interface FrameProps {
  tone: 'crit' | 'warn';
  title: string;
  text: string;
  children: ReactNode;
}

const Frame = ({ tone, title, text, children }: FrameProps) => (
  <div className="pointer-events-none fixed inset-x-0 bottom-9 z-30 flex justify-center px-3">
    <div
      role="alert"
      className={`pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border ${tone === 'crit' ? 'border-crit' : 'border-warn'} bg-panel py-1.5 pr-1.5 pl-3.5 shadow-float`}
    >
      <span className={`dot ${tone}`} />
      <b className="font-semibold">{title}</b>
      <span className="text-soft">{text}</span>
      {children}
    </div>
  </div>
);
