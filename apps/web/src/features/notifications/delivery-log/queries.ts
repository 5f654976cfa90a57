import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { LogView } from './view.ts';

const PAGE = 50;
const REFRESH_MS = 10_000;

/** `more`: there are older ones. */
export const deliveries = ({ destination, state, page }: LogView) =>
  queryOptions({
    queryKey: ['notifications', 'log', destination, state, page],
    async queryFn({ signal }) {
      const found = await call('GET /api/notifications/log', {
        query: {
          limit: String(PAGE + 1),
          offset: String((page - 1) * PAGE),
          ...(destination !== null && { destination }),
          ...(state !== 'all' && { state }),
        },
        signal,
      });
      return { entries: found.slice(0, PAGE), more: found.length > PAGE };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** The ids and names of what messages go to now. */
export const known = queryOptions({
  queryKey: ['notifications', 'known'],
  async queryFn({ signal }): Promise<readonly (readonly [id: string, name: string])[]> {
    const [webhooks, browsers] = await Promise.all([
      call('GET /api/notifications/webhooks', { signal }),
      call('GET /api/notifications/push', { signal }),
    ]);
    return [
      ...webhooks
        .filter(({ service }) => service !== 'alertmanager' && service !== 'journal')
        .map(({ id, name }) => [`webhook:${id}`, name] as const),
      ...browsers.map(({ id, name, user }) => [`push:${id}`, `${name} (${user})`] as const),
    ];
  },
});
