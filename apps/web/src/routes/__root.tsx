// Every URL is shown inside the shell, and the shell only after sign-in.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CatchBoundary, createRootRoute, lazyRouteComponent, Outlet, retainSearchParams } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { onUnauthorized } from '../api/client.ts';
import { entry, recheckEntry } from '../api/entry.ts';
import { demo } from '../api/system.ts';
import { Commands } from '../features/commands/commands.tsx';
import { LateWarning } from '../features/security/late-warning.tsx';
import { Checking } from '../features/shell/checking.tsx';
import { ScreenError } from '../features/shell/error-page.tsx';
import { messages } from '../features/shell/messages.ts';
import { Shell } from '../features/shell/shell.tsx';
import { RoleContext } from '../lib/may.ts';
import { deservesWarning } from '../lib/security-score.ts';
import { useConnection, useLiveStore } from '../live/use-live.ts';
import { HintLayer } from '../ui/hint.tsx';
import { late } from '../ui/late.ts';
import { ToastLayer } from '../ui/toast-layer.tsx';

const NotFound = late(async () => (await import('../features/not-found/not-found.tsx')).NotFound);
const Palette = late(async () => (await import('./-palette.tsx')).Palette);
// if they cannot be loaded, the page is reloaded, as for any screen: nothing was typed yet
const Login = lazyRouteComponent(() => import('../features/login/login.tsx'), 'Login');
const Setup = lazyRouteComponent(() => import('../features/login/setup.tsx'), 'Setup');

const commandNames = { palette: () => messages.find, keys: () => messages.keys };

export const Route = createRootRoute({
  // it stays from screen to screen
  validateSearch: ({ kiosk }: Record<string, unknown>): { kiosk?: string | undefined } => ({
    kiosk: kiosk === '1' ? kiosk : undefined,
  }),
  search: { middlewares: [retainSearchParams(['kiosk'])] },
  component: Root,
  notFoundComponent: () => (
    <Suspense>
      <NotFound />
    </Suspense>
  ),
});

/** Hints and toasts stay when everything else fails. */
function Root() {
  return (
    <>
      <CatchBoundary getResetKey={() => 'app'} errorComponent={ScreenError}>
        <Door />
      </CatchBoundary>
      <HintLayer />
      <ToastLayer />
    </>
  );
}

function Door() {
  const { data } = useQuery(entry);
  // requested together with the user: a banner that appears late would move the page under the pointer
  const { data: isDemo, isPending } = useQuery(demo);
  const live = useLiveStore();
  const screen = data?.screen;
  useEffect(() => {
    if (screen === 'app') live.start();
    else if (screen !== undefined) live.close();
  }, [screen, live]);

  useSessionEnd();

  switch (data?.screen) {
    case undefined:
      return <Checking />;
    case 'setup':
      return (
        <Suspense fallback={<Checking text={messages.loadingSetup} />}>
          <Setup />
        </Suspense>
      );
    case 'login':
      return (
        <Suspense fallback={<Checking />}>
          <Login status={data.status} ended={data.ended ?? false} />
        </Suspense>
      );
    case 'app':
      if (isPending) return <Checking />;
      return (
        <RoleContext value={data.role}>
          <Suspense fallback={<Checking />}>
            <Shell
              bound={data.status?.view}
              // a demo is open on purpose, and has nothing to protect
              banner={!isDemo && data.status && deservesWarning(data.status) && <LateWarning status={data.status} />}
            >
              <Outlet />
            </Shell>
            {data.role !== null && <Commands Palette={Palette} names={commandNames} />}
          </Suspense>
        </RoleContext>
      );
  }
}

/** A session that ended elsewhere leads to the sign-in. A refused call or a closed socket shows that it ended. */
function useSessionEnd(): void {
  const queries = useQueryClient();
  const connection = useConnection();
  const retryAt = connection.state === 'reconnecting' ? connection.retryAt : null;
  useEffect(() => onUnauthorized(() => void recheckEntry(queries)), [queries]);
  useEffect(() => {
    if (retryAt !== null) void recheckEntry(queries);
  }, [retryAt, queries]);
}
