// Endpoints for single parts of the state.
import { lastSeenIn, plainGuest, plainPbs, plainStorage } from '@belfry/domain/plain-state';
import { guestFields } from '@belfry/domain/search/guest';
import { guestsFound } from '@belfry/domain/search/guests-found';
import { problemOf } from '@belfry/domain/search/wrong';
import {
  getStorage,
  listBackups,
  listGuests,
  listPbsBackups,
  listPveBackups,
  listSnapshots,
  listUnifiedBackups,
} from '@belfry/schema/http/lists';
import type { State } from '@belfry/schema/state';
import type { Mount } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { refuse, refuseField } from '../../lib/refusal.ts';

export interface ListDeps {
  state(): State;
  clock: Clock;
}

export function listRoutes(mount: Mount, { state, clock }: ListDeps): void {
  mount(getStorage, ({ params }) => {
    const { storage, pbs } = state();
    const found = storage.find(({ id }) => id === params.id);
    return found
      ? { data: plainStorage(found, pbs), timestamp: Math.floor(clock.now() / 1000) }
      : refuse('storage_not_found');
  });
  mount(listGuests, ({ query: { search = '' } }) => {
    const problem = problemOf(search, { fields: guestFields });
    if (problem) return refuseField('validation_error', 'search', problem);
    const now = state();
    const lastSeen = lastSeenIn(now.instances);
    return { guests: guestsFound(now, search).map((guest) => plainGuest(guest, lastSeen(guest))) };
  });
  for (const endpoint of [listBackups, listUnifiedBackups]) {
    mount(endpoint, () => {
      const { backupTasks, storageBackups, guestSnapshots, pbsBackups } = state();
      return { backupTasks, storageBackups, guestSnapshots, pbsBackups };
    });
  }
  mount(listPveBackups, () => ({ backups: state().storageBackups }));
  mount(listPbsBackups, () => ({ instances: state().pbs.map(plainPbs), backups: state().pbsBackups }));
  mount(listSnapshots, () => ({ snapshots: state().guestSnapshots }));
}
