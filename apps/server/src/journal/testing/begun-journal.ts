// A journal over a real file, fed with readings of one guest.
import type { ChangingTask, SettingsReading } from '@belfry/schema/journal/reading';
import { onTestFinished } from 'vitest';
import { type JournalFileOptions, openJournalFile } from '../../db/journal-file.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createParts, tolerating } from '../../lib/parts.ts';
import { createJournal, type Journal } from '../journal.ts';

export const START = Date.UTC(2026, 0, 2, 3, 4, 5);
export const HOUR_MS = 3_600_000;

export interface Begun {
  journal: Journal;
  clock: FakeClock;
  dataDir: string;
  defects: unknown[];
  read(settings: SettingsReading['settings'], more?: Partial<SettingsReading>): void;
  lines(): Promise<string[]>;
}

/** `lines`: the entries, oldest first, as texts. */
export function begin(
  {
    searchedAtOnce = 50_000,
    isRefusal = () => false,
    ...options
  }: Partial<JournalFileOptions> & { searchedAtOnce?: number; isRefusal?(error: unknown): boolean } = {},
  clock = fakeClock(START),
): Begun {
  const dataDir = options.dataDir ?? tempDir();
  const defects: unknown[] = [];
  const log = { error: () => {} };
  const file = openJournalFile({ dataDir, clock, log, setAside: { leaveOut: () => {} }, ...options });
  const parts = createParts({ onDefect: (error) => void defects.push(error), clock });
  const journal = createJournal({ file, guardedTask: tolerating(parts.guardedTask, isRefusal), clock, searchedAtOnce });
  onTestFinished(() => journal.stop());
  return {
    ...{ journal, clock, dataDir, defects },
    read(settings, more) {
      const reading = { resource: 'lab-100', kind: 'guest' as const, name: 'web01', settings, tasks: [], ...more };
      const instance = { id: 'lab', kind: 'pve' as const, name: 'lab', host: 'https://lab' };
      journal.learn({ instance, at: clock.now(), outcome: { ok: true, value: { slices: {}, settings: [reading] } } });
    },
    async lines() {
      const { entries } = await journal.page({}, 1000);
      return entries
        .toReversed()
        .map(
          ({ event, by, source, changes, at, since }) =>
            `${at.slice(11, 19)}${since ? ` since ${since.slice(11, 19)}` : ''} ${event} by ${by ?? '?'} (${source})` +
            changes.map(({ field, before, after }) => ` ${field}: ${before} → ${after}`).join(','),
        );
    },
  };
}

export const task = (at: number, more: Partial<ChangingTask> = {}): ChangingTask => ({
  ...{ id: `UPID:${at}:${more.touches}`, user: 'root@pam', touches: 'settings', at },
  ...more,
});
