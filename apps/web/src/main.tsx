// Starts the client: one live store, one query cache, one router.
import './styles.css';
import './ui/high-contrast.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { Fragment, type ReactNode, StrictMode, startTransition } from 'react';
import { getText } from './api/client.ts';
import { entry } from './api/entry.ts';
import { demo } from './api/system.ts';
import { losesNothing } from './api/use-new-server.ts';
import { loadWarning } from './features/security/late-warning.tsx';
import { AppError, ScreenError } from './features/shell/error-page.tsx';
import { messages } from './features/shell/messages.ts';
import { base, ownPath } from './lib/base.ts';
import { createCodeLoading } from './lib/code-loading.ts';
import { createRoot } from './lib/create-root.ts';
import { loadLanguage, useLanguage } from './lib/language/language.ts';
import { pause } from './lib/pause.ts';
import { deservesWarning } from './lib/security-score.ts';
import { takeSetupToken } from './lib/setup-link.ts';
import { signInResult, takeSignInResult } from './lib/sign-in-result.ts';
import { parseSearch, stringifySearch } from './lib/view/search-text.ts';
import { createLiveStore } from './live/replica.ts';
import { LiveContext } from './live/use-live.ts';
import { routeTree } from './routeTree.gen.ts';
import { inTurn, loadParts } from './ui/late.ts';
import { toast } from './ui/toast.ts';

takeSignInResult();
takeSetupToken();
const makeRouter = () =>
  createRouter({
    routeTree,
    basepath: base,
    defaultPreload: 'intent',
    // an error on one screen leaves the header, so that the others can be reached
    defaultErrorComponent: ScreenError,
    parseSearch,
    stringifySearch,
  });
type AppRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

// `always`: the server may be on this machine or network, so a browser that calls itself offline asks all the same
const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

/** Where links to views lead. The secret is behind the `#`. */
const LINK_PATH = '/link';

/** The first screen is complete by then, even over a slow line. */
const PRELOAD_AFTER_MS = 5_000;

/** After this time the app says that it is waiting for the server. */
const SLOW_ANSWER_MS = 500;

const SIGNED_IN_STAYS_MS = 3_000;

const onPreloadError = createCodeLoading({
  fetchPage: () => getText('/'),
  ownFile: new URL(import.meta.url).pathname,
  mayReload: () => losesNothing(ownPath()),
  reload: () => location.reload(),
  text: () => messages.notLoaded,
});
addEventListener('vite:preloadError', ({ payload }) => void onPreloadError(payload));

const place = document.getElementById('root');
// Only the console can show it.
if (place && ownPath() === LINK_PATH)
  void import('./features/link/open-link.tsx').then(({ openLink }) => openLink(place));
else if (place) void start(place);
else reportError(new Error('the page has no element with the id "root"'));

/** In pieces, between which the page answers: each takes a phone a twentieth of a second. */
async function start(element: HTMLElement): Promise<void> {
  // the code was evaluated in this task
  await pause();
  const live = createLiveStore();
  // asked while the code of the screen is loading; the root route asks again if this fails
  const isDemo = queries.prefetchQuery(demo);
  const user = queries.fetchQuery(entry).then(
    async (found) => {
      if (found.screen === 'app') live.start();
      const warns = found.screen !== 'setup' && found.status && deservesWarning(found.status);
      await isDemo;
      // a demo shows no warning
      if (warns && !queries.getQueryData(demo.queryKey)) await loadWarning();
      return found.screen;
    },
    () => undefined,
  );
  const language = loadLanguage();
  await pause();
  const router = makeRouter();
  await pause();
  // the code of the screen is loaded meanwhile
  const screen = router.load().catch(() => undefined);
  void user.then((shown) => shown === 'app' && setTimeout(preloadScreens, PRELOAD_AFTER_MS, router));
  const root = createRoot(element, {
    onUncaughtError: (error) => root.render(<AppError error={error} />),
  });
  // the header of index.html stays until the app has something to show
  const answers = Promise.race([Promise.all([isDemo, user, screen]), pause(SLOW_ANSWER_MS)]);
  // a transition is rendered in small pieces, between which the page answers
  const show = () =>
    root.render(
      <StrictMode>
        <LiveContext value={live}>
          <QueryClientProvider client={queries}>
            <Spoken>
              <RouterProvider router={router} />
            </Spoken>
          </QueryClientProvider>
        </LiveContext>
      </StrictMode>,
    );
  void Promise.all([language, answers]).then(() => {
    if (signInResult()?.ok) toast('success', messages.signedIn, { timeout: SIGNED_IN_STAYS_MS });
    startTransition(show);
  });
}

/** The code of every screen, so that all of them open while the server does not answer. */
async function preloadScreens(router: AppRouter): Promise<void> {
  await inTurn(Object.values(router.routesById).map((route) => () => router.loadRouteChunk(route)));
  await loadParts();
}

/** A new language renders all components again. Otherwise a component could keep a text in the old language. */
function Spoken({ children }: { children: ReactNode }) {
  return <Fragment key={useLanguage()}>{children}</Fragment>;
}
