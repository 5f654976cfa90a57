// GET /api/journal
import { getJournal } from '@belfry/schema/http/journal';
import type { Mount } from '../http/mount.ts';
import type { Journal } from './journal.ts';

export function journalRoutes(mount: Mount, { page }: Pick<Journal, 'page'>): void {
  mount(getJournal, async ({ query: { limit, cursor, ...filter } }) => {
    const { entries, next } = await page({ ...filter, before: cursor }, limit);
    return { entries, next: next ? `${next.at}-${next.number}` : null };
  });
}
