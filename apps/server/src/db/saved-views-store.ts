// The views that users saved. Each user sees only their own.
import { randomUUID } from 'node:crypto';
import { ViewAddress } from '@belfry/schema/http/views';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

/** `changedAt` epoch ms. */
export interface StoredView extends ViewAddress {
  id: string;
  name: string;
  changedAt: number;
}

export function createSavedViewsStore({ read, write }: Scope, clock: Clock) {
  const ownedBy = (owner: string, id?: string) => (row: Rows['savedViews']) =>
    row.owner === owner && (id === undefined || row.id === id);
  return {
    /** By name. */
    async list(owner: string): Promise<StoredView[]> {
      const rows = await read(({ savedViews }) => savedViews.all());
      return rows
        .filter(ownedBy(owner))
        .map(viewOf)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async add(owner: string, { name, screen, params }: ViewAddress & { name: string }): Promise<StoredView> {
      const row = { id: randomUUID(), owner, name, screen, params: JSON.stringify(params), changedAt: clock.now() };
      await write(({ savedViews }) => savedViews.put(row));
      return viewOf(row);
    },
    /** Undefined when the owner has no such view. */
    rename: (owner: string, id: string, name: string): Promise<StoredView | undefined> =>
      write(async ({ savedViews }) => {
        const found = (await savedViews.all()).find(ownedBy(owner, id));
        if (!found) return undefined;
        const row = { ...found, name, changedAt: clock.now() };
        await savedViews.update(row);
        return viewOf(row);
      }),
    /** False when the owner has no such view. */
    remove: (owner: string, id: string): Promise<boolean> =>
      write(async ({ savedViews }) => {
        const found = (await savedViews.all()).find(ownedBy(owner, id));
        if (found) await savedViews.remove(found);
        return found !== undefined;
      }),
  };
}

const viewOf = ({ id, name, screen, params, changedAt }: Rows['savedViews']): StoredView => ({
  id,
  name,
  changedAt,
  ...ViewAddress.parse({ screen, params: JSON.parse(params) }),
});
