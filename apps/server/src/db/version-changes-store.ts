// The versions that ran on this database.
import { randomUUID } from 'node:crypto';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

/** `at` epoch ms. `versionFrom` is empty for the first version of all. */
export type VersionChange = Rows['versionChanges'];

export type VersionChangesStore = ReturnType<typeof createVersionChangesStore>;

export function createVersionChangesStore({ read, write, attempt }: Scope) {
  const changes = async (): Promise<VersionChange[]> => {
    const all = await read(({ versionChanges }) => versionChanges.all());
    return all.filter(({ versionFrom }) => versionFrom !== '').reverse();
  };
  return {
    /**
     * Records the start of this version when another version ran before, as soon as the disk accepts it. True when this
     * version replaced another; false also while the disk accepts no writes.
     */
    async started(version: string, deployment: string, at: number): Promise<boolean> {
      let isReplaced = false;
      await attempt(async () => {
        isReplaced = await write(async ({ versionChanges }) => {
          const before = (await versionChanges.all()).at(-1)?.versionTo ?? '';
          if (before === version) return false;
          await versionChanges.put({ id: randomUUID(), at, versionFrom: before, versionTo: version, deployment });
          return before !== '';
        });
      }, 'version history');
      return isReplaced;
    },
    /** Newest first, without the first version of all, which replaced none. */
    list: async (limit: number): Promise<VersionChange[]> => (await changes()).slice(0, limit),
    get: async (id: string): Promise<VersionChange | undefined> => (await changes()).find((change) => change.id === id),
  };
}
