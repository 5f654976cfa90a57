// What is known about one store: whether it has the newest backup, and why it could not be used.
import type { OwnBackup } from '@belfry/schema/http/own-backups';
import type { NamedText } from '@belfry/schema/named-text';
import type { Clock } from '../../lib/clock.ts';
import { newestFirst } from './backup-name.ts';
import type { BackupStore } from './backup-store.ts';

export type Keeper = ReturnType<typeof createKeeper>;

interface KeeperDeps {
  store: BackupStore;
  keep: number;
  clock: Clock;
  signal: AbortSignal;
}

const RETRY_MS = 3_600_000;

export function createKeeper({ store, keep, clock, signal }: KeeperDeps) {
  let newest: number | undefined;
  let isKnown = false;
  let failed: { at: number; reason: string; cause: NamedText | undefined } | undefined;
  let listing: Promise<readonly OwnBackup[]> | undefined;
  let last: readonly OwnBackup[] | undefined;

  function fail(reason: string, cause: NamedText | undefined): void {
    // Belfry is being stopped. This is not a failure.
    if (!signal.aborted) failed = { at: clock.monotonic(), reason, cause };
  }

  const listNow = async (): Promise<readonly OwnBackup[]> => {
    last = await store.list(signal);
    return last;
  };

  function know(listed: readonly OwnBackup[]): void {
    const latest = listed.find(({ at }) => Date.parse(at) <= clock.now());
    newest = latest && Date.parse(latest.at);
    isKnown = true;
  }

  async function list(): Promise<readonly OwnBackup[] | undefined> {
    try {
      const listed = await listNow();
      if (!isKnown) know(listed);
      return listed;
    } catch (error) {
      fail(store.reasonOf(error), store.causeOf(error));
      return undefined;
    }
  }

  return {
    store,
    /** Undefined when it cannot be read: then that is the problem. */
    list,
    /** Lists once, to know the newest backup. */
    async learn() {
      if (!isKnown && (await list())) failed = undefined;
    },
    /** Puts it there and removes old ones. False when it is not there. */
    async add(made: Parameters<BackupStore['add']>[0], backup: OwnBackup): Promise<boolean> {
      let isThere = false;
      try {
        await store.add(made, backup.file, signal);
        isThere = true;
        newest = Date.parse(backup.at);
        // The one just made stays, also if others are of a clock that was ahead.
        const others = newestFirst((await listNow()).filter(({ file }) => file !== backup.file));
        for (const { file } of others.slice(keep - 1)) await store.remove(file, signal);
        last = newestFirst([backup, ...others.slice(0, keep - 1)]);
        store.tidy(clock.now());
        failed = undefined;
      } catch (error) {
        fail(store.reasonOf(error), store.causeOf(error));
      }
      return isThere;
    },
    fail,
    /** Why the last attempt failed. `cause`: where it is one of the known mistakes. */
    problem: (): { reason: string; cause: NamedText | undefined } | undefined => failed,
    /** False for an hour after a failure. */
    mayTry: (): boolean => failed === undefined || clock.monotonic() - failed.at >= RETRY_MS,
    /** Whether it has a backup made between these times (epoch ms). */
    hasOneOf: (from: number, to: number): boolean => newest !== undefined && newest >= from && newest <= to,
    /** `backups`: of the last time it could be read; undefined: it never could. */
    async status(): Promise<
      Pick<BackupStore, 'kind' | 'place'> & { backups: readonly OwnBackup[] | undefined; problem?: string }
    > {
      const { kind, place } = store;
      try {
        // Who asks meanwhile gets the same list.
        listing ??= listNow().finally(() => {
          listing = undefined;
        });
        return { kind, place, backups: await listing, ...(failed && { problem: failed.reason }) };
      } catch (error) {
        return { kind, place, backups: last, problem: store.reasonOf(error) };
      }
    },
  };
}
