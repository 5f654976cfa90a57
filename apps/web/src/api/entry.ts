// Coming in and leaving: what the start asks the server, and the way out.
import type { getSecurityStatus, logout } from '@belfry/schema/http/security';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { clearPrefs, flag, loadPref, savePref } from '../lib/prefs.ts';
import { serverThemePref, themePref } from '../lib/theme.ts';
import { abandonReads, call, getStatus } from './client.ts';
import { decideEntry, type Entry } from './decide-entry.ts';

const loggedOut = { ...flag('just_logged_out', false), keep: 'session' as const };

export const entry = queryOptions({
  queryKey: ['entry'],
  async queryFn() {
    const justLoggedOut = loadPref(loggedOut);
    if (justLoggedOut) savePref(loggedOut, false);
    const status = await call<typeof getSecurityStatus>('GET /api/security/status').catch(() => null);
    return decideEntry(justLoggedOut, status, () => getStatus('/api/state'));
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

let held = false;

/** While a page shows what it shows only once, the end of its session does not take it away; it is left by a reload. */
export function holdDoor(hold: boolean): void {
  held = hold;
}

/** Asks again who is here: a session may have ended meanwhile. While nobody answers, nothing changes. */
export async function recheckEntry(queries: QueryClient): Promise<void> {
  const before = queries.getQueryData(entry.queryKey);
  const status = await call<typeof getSecurityStatus>('GET /api/security/status').catch(() => null);
  if (held || !status || before?.screen !== 'app') return;
  const now = await decideEntry(false, status, () => getStatus('/api/state'));
  if (held || now.screen !== 'login') return;
  const ended: Entry = { ...now, ended: true };
  queries.setQueryData(entry.queryKey, ended);
}

/** Ends the session and everything the browser remembers but the theme. Leaves the page. */
export async function leave(logoutUrl: string): Promise<void> {
  // nobody has to be told that a session ended who ends it
  holdDoor(true);
  // what is still on its way would come back refused
  abandonReads();
  // whatever the server says, this browser forgets
  await call<typeof logout>('POST /api/logout').catch(() => undefined);
  clearPrefs([themePref, serverThemePref]);
  // whom the proxy or the provider signs out, they may sign in again
  if (logoutUrl === '') savePref(loggedOut, true);
  window.location.assign(logoutUrl || '/');
}
