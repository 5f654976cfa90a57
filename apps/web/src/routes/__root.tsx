// Every URL is inside the shell, and the shell is behind the door.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { onUnauthorized } from '../api/client.ts';
import { entry, recheckEntry } from '../api/entry.ts';
import { demo } from '../api/system.ts';
import { LateWarning } from '../features/security/late-warning.ts';
import { Checking } from '../features/shell/checking.tsx';
import { ErrorPage } from '../features/shell/error-page.tsx';
import { messages } from '../features/shell/messages.ts';
import { NotFound } from '../features/shell/not-found.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { deservesWarning } from '../lib/security-score.ts';
import { useConnection, useLiveStore } from '../live/use-live.ts';
import { HintLayer } from '../ui/hint.tsx';
import { ToastLayer } from '../ui/toast-layer.tsx';

// where they do not come the page is loaded anew, as for any screen: nothing was typed yet
const Login = lazyRouteComponent(() => import('../features/login/login.tsx'), 'Login');
const Setup = lazyRouteComponent(() => import('../features/login/setup.tsx'), 'Setup');

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <ErrorPage error={error} onRetry={reset} />,
});

function Root() {
  return (
    <>
      <Door />
      <HintLayer />
      <ToastLayer />
    </>
  );
}

function Door() {
  const { data } = useQuery(entry);
  // asked together with who is here: a banner that comes late pushes the page from under the pointer
  const knowsBanners = !useQuery(demo).isPending;
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
      if (!knowsBanners) return <Checking />;
      return (
        <Suspense fallback={<Checking />}>
          <Shell banner={data.status && deservesWarning(data.status) && <LateWarning status={data.status} />}>
            <Outlet />
          </Shell>
        </Suspense>
      );
  }
}

/** A session that ends elsewhere leads to the door: it shows by a refused call, or by its socket that was closed. */
function useSessionEnd(): void {
  const queries = useQueryClient();
  const connection = useConnection();
  const retryAt = connection.state === 'reconnecting' ? connection.retryAt : null;
  useEffect(() => onUnauthorized(() => void recheckEntry(queries)), [queries]);
  useEffect(() => {
    if (retryAt !== null) void recheckEntry(queries);
  }, [retryAt, queries]);
}
