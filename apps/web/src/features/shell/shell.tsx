// The frame around every screen.
import type { ViewAddress } from '@belfry/schema/http/views';
import { type ReactNode, Suspense } from 'react';
import { useAppEvents } from '../../api/app-events.ts';
import { useNodeEvents } from '../../api/node-events.ts';
import { useNewServer } from '../../api/use-new-server.ts';
import { usePageTitle, useProblemsInTitle } from '../../lib/page-title.ts';
import { useConnection } from '../../live/use-live.ts';
import { useOpenProblems } from '../../live/use-problems.ts';
import { afterFirstScreen, late } from '../../ui/late.ts';
import { Scroller } from '../../ui/scroller.tsx';
import { WholeWidth } from '../../ui/table/use-place.ts';
import { toast } from '../../ui/toast.ts';
import { SkipLink, useFocusOnNavigation } from './content-focus.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useKiosk } from './kiosk.ts';
import { LostStrip } from './lost-strip.tsx';
import { ServerProblem } from './server-problem.tsx';

// seldom needed, so its code is loaded on demand
const KioskControls = late(async () => (await import('./kiosk-controls.tsx')).KioskControls);
// at once: on a narrow phone the palette is the only way to the saved views
const ViewCommands = late(async () => (await import('./views/view-commands.tsx')).ViewCommands);
const AlertBadge = late(async () => (await import('./alert-badge.ts')).AlertBadge, afterFirstScreen);
const UpdateBanner = late(async () => (await import('./update/update-banner.tsx')).UpdateBanner, afterFirstScreen);

const REGISTERED_STAYS_MS = 8_000;
const sayRegistered = (text: string) => toast('success', text, { timeout: REGISTERED_STAYS_MS });

interface ShellProps {
  banner?: ReactNode;
  /** The view of a user who came by a link. */
  bound?: ViewAddress | undefined;
  children: ReactNode;
}

export function Shell({ banner, bound, children }: ShellProps) {
  const kiosk = useKiosk(bound);
  return (
    <>
      <Background />
      {!kiosk && <SkipLink />}
      <div className="flex h-full flex-col" data-kiosk={kiosk ? '' : undefined}>
        {!kiosk && banner}
        <ServerProblem />
        {kiosk ? (
          <Suspense>
            <KioskControls mayLeave={!bound} />
          </Suspense>
        ) : (
          <>
            <Suspense>
              <UpdateBanner />
            </Suspense>
            <DemoBanner />
            <Header />
            <Suspense>
              <ViewCommands />
            </Suspense>
          </>
        )}
        <Content>{children}</Content>
      </div>
      <LostStrip />
      <Suspense>
        <AlertBadge />
      </Suspense>
    </>
  );
}

/** A screen below the header and its section bar, with the footer at its end. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <Scroller>
      <div className="flex min-h-full flex-col">
        <main className="flex-1 px-(--pad)">
          <h1 className="sr-only">{title}</h1>
          <WholeWidth value={true}>{children}</WholeWidth>
        </main>
        <Footer />
      </div>
    </Scroller>
  );
}

/** Its hooks render often, and the header does not have to render with them. */
function Background() {
  useNodeEvents(sayRegistered);
  useAppEvents();
  useNewServer();
  useFocusOnNavigation();
  useProblemsInTitle(useOpenProblems().length);
  return null;
}

function Content({ children }: { children: ReactNode }) {
  const { state } = useConnection();
  const isLost = state === 'closed' || state === 'reconnecting';
  return <div className={`flex min-h-0 flex-1 flex-col ${isLost ? 'lost' : ''}`}>{children}</div>;
}
