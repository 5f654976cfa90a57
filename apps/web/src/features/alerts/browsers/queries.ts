// The browsers that receive notifications, and which of them is this one.
import type { listPushBrowsers } from '@belfry/schema/http/push-browsers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { Pref } from '../../../lib/prefs.ts';
import { ownSubscription } from './subscription.ts';

export const browsers = queryOptions({
  queryKey: ['notifications', 'push'],
  queryFn: ({ signal }) => call<typeof listPushBrowsers>('GET /api/notifications/push', { signal }),
});

/** Whether this browser has a subscription; the server does not say which one it is. */
export const subscribed = queryOptions({
  queryKey: ['notifications', 'push-here'],
  queryFn: async () => (await ownSubscription()) !== undefined,
  staleTime: 0,
});

/** The id that the server gave to this browser. */
export const ownIdPref: Pref<string> = {
  key: 'pushBrowser',
  fallback: '',
  parse: (text) => text,
  format: (id) => id,
  keep: 'forever',
};
