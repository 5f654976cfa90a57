// The frame around every screen.
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { signedIn } from '../../api/monitoring.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { useConnection, useLiveStore } from '../../live/use-live.ts';
import { HintLayer } from '../../ui/hint.tsx';
import { Scroller } from '../../ui/scroller.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LostStrip } from './lost-strip.tsx';
import { SignInNeeded } from './sign-in-needed.tsx';

// seldom needed: its code comes when it is asked for
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

export function Shell({ children }: { children: ReactNode }) {
  const [keys, showKeys] = useState(false);
  const open = useQuery(signedIn).data !== false;
  const { state } = useConnection();
  const live = useLiveStore();
  useHotkeys({ keys: { '?': () => showKeys(true) } });
  useEffect(() => {
    if (!open) live.close();
  }, [open, live]);

  return (
    <>
      <div className="flex h-full flex-col">
        <Header onKeys={() => showKeys(true)} />
        {open ? (
          <div
            className={`flex min-h-0 flex-1 flex-col ${state === 'closed' || state === 'reconnecting' ? 'lost' : ''}`}
          >
            {children}
          </div>
        ) : (
          <SignInNeeded />
        )}
      </div>
      {open && <LostStrip />}
      <HintLayer />
      {keys && (
        <Suspense>
          <KeysDialog onClose={() => showKeys(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A screen below the header and its section bar, with the footer at its end. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Scroller>
      <main className="px-(--pad)">
        <h1 className="sr-only">{title}</h1>
        {children}
      </main>
      <Footer />
    </Scroller>
  );
}
