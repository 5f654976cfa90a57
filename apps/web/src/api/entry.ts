import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { base } from '../lib/base.ts';
import { languagePref } from '../lib/language/language.ts';
import { clearPrefs, flag, loadPref, savePref } from '../lib/prefs.ts';
import { serverThemePref, themePref } from '../lib/theme.ts';
import { abandonReads, call, getStatus, isIntercepted } from './client.ts';
import { decideEntry, type Entry } from './decide-entry.ts';

const loggedOut = { ...flag('just_logged_out', false), keep: 'session' as const };

export const entry = queryOptions({
  queryKey: ['entry'],
  async queryFn() {
    const justLoggedOut = loadPref(loggedOut);
    if (justLoggedOut) savePref(loggedOut, false);
    const status = await securityStatus();
    return decideEntry(justLoggedOut, status, stateAnswers);
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

// No signal ends these two: the start of the page waits for them, whatever is shown meanwhile.
const securityStatus = () => call('GET /api/security/status', { signal: null }).catch(() => null);
const stateAnswers = () => getStatus('/api/state', { signal: null });

let held = false;

/** While a page shows a secret only once, the end of the session does not remove the page. Only a reload leaves it. */
export function keepPage(hold: boolean): void {
  held = hold;
}

const ASK_PROXY_MS = 15_000;

/** Whether a proxy in front asks for a sign-in in place of every answer. It is asked where the server did not answer, until it does. */
export const proxySignIn = queryOptions({
  queryKey: ['proxySignIn'],
  queryFn: isIntercepted,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.data ? ASK_PROXY_MS : false),
});

let checking = false;

/** Asks again who is signed in, because a session may have ended. While the server does not answer, nothing changes. */
export async function recheckEntry(queries: QueryClient): Promise<void> {
  // its own calls may be refused too
  if (checking) return;
  checking = true;
  await recheck(queries).finally(() => {
    checking = false;
  });
}

async function recheck(queries: QueryClient): Promise<void> {
  const before = queries.getQueryData(entry.queryKey);
  const status = await securityStatus();
  if (!status) await queries.fetchQuery({ ...proxySignIn, staleTime: 0 });
  if (held || !status || before?.screen !== 'app') return;
  const now = await decideEntry(false, status, stateAnswers);
  if (held || now.screen !== 'login') return;
  const ended: Entry = { ...now, ended: true };
  queries.setQueryData(entry.queryKey, ended);
}

/** Ends the session and removes everything the browser remembers except the theme and the language. Leaves the page. */
export async function leave(logoutUrl: string): Promise<void> {
  // the user ended the session, so no message is needed
  keepPage(true);
  // requests that are still running would be refused
  abandonReads();
  // This browser forgets everything, whether or not the server answers.
  const ended = await call('POST /api/logout').catch(() => undefined);
  clearPrefs([themePref, serverThemePref, languagePref]);
  // after the proxy or the provider signed the user out, they may sign in again
  if (logoutUrl === '') savePref(loggedOut, true);
  window.location.assign(ended?.logoutUrl || logoutUrl || `${base}/`);
}
