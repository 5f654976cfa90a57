import type { PushBrowser, PushChange } from '@belfry/schema/notifications/push';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../api/client.ts';
import type { Based } from '../../../api/save.ts';
import type { Pref } from '../../../lib/prefs.ts';
import { ownSubscription } from './subscription.ts';

export const browsers = queryOptions({
  queryKey: ['notifications', 'push'],
  queryFn: ({ signal }) => call('GET /api/notifications/push', { signal }),
});

export const readBrowser = (id: string) => stored('GET /api/notifications/push/:id', { params: { id }, signal: null });

export const saveBrowser = (id: string, body: PushChange, based: Based) =>
  call('PUT /api/notifications/push/:id', { params: { id }, body, ...based });

/** What can be changed of a browser. */
export const changeable = ({ name, enabled, resolutions, routing, language }: PushBrowser): PushChange => ({
  ...{ name, enabled, resolutions, routing, language },
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
