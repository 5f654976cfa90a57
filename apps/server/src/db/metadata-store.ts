// The data that users added to guests, by guest id.
import { GuestMetadata } from '@belfry/schema/http/guest-metadata';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from './scope.ts';

export function createMetadataStore({ read, write }: Scope, clock: Clock) {
  return {
    async list(): Promise<GuestMetadata[]> {
      const rows = await read(({ guestMetadata }) => guestMetadata.all());
      return rows.map(({ tags, ...row }) => GuestMetadata.parse({ ...row, tags: JSON.parse(tags) }));
    },
    /** Writes all of them in one commit. An empty record is removed. */
    put: (records: readonly GuestMetadata[]) =>
      write(async ({ guestMetadata }) => {
        for (const { tags, ...record } of records) {
          const row = { ...record, tags: JSON.stringify(tags), changedAt: clock.now() };
          const isEmpty = record.customUrl === '' && record.description === '' && tags.length === 0;
          await (isEmpty ? guestMetadata.remove(row) : guestMetadata.put(row));
        }
      }),
  };
}
