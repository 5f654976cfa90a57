// A lab, a source that polls it and the journal of what it reads, for tests: over restarts, with one clock that moves only when a test moves it.
import { type LabOptions, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { configSchema } from '@belfry/schema/config/node';
import type { Gap } from '@belfry/schema/entities/instance';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { onTestFinished } from 'vitest';
import { openJournalFile } from '../../db/journal-file.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { createJournal } from '../../journal/journal.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createParts } from '../../lib/parts.ts';
import { createSource } from '../../sources/registry.ts';

const RUN_MS = 30_000;
const START = Date.UTC(2026, 0, 1, 20);

/** A Belfry with one source and its journal. */
export function openJournal(config: Parameters<typeof createSource>[0], clock: ReturnType<typeof fakeClock>) {
  const dataDir = tempDir();
  const log = createLogger('silent', () => {});
  const kept: { value: unknown } = { value: undefined };
  const defects: unknown[] = [];

  function open() {
    const guests = { recall: () => kept.value, keep: (value: unknown) => void Object.assign(kept, { value }) };
    const source = createSource(config, { clock, log, random: () => 0.5, guests });
    const file = openJournalFile({ dataDir, clock, log, setAside: { leaveOut: () => {} } });
    const parts = createParts({ onDefect: (error) => void defects.push(error), clock });
    return { source, journal: createJournal({ file, guardedTask: parts.guardedTask, clock }) };
  }
  let belfry = open();
  const close = async () => {
    await belfry.source.close();
    await belfry.journal.stop();
  };
  onTestFinished(close);

  async function poll(name: string): Promise<Gap[]> {
    const found = belfry.source.polls.find((one) => one.name === name);
    const outcome = await found?.run(new AbortController().signal);
    if (outcome) belfry.journal.learn({ instance: belfry.source.instance, at: clock.now(), outcome });
    return outcome?.ok ? [...(outcome.value.gaps ?? [])] : [];
  }

  return {
    ...{ clock, dataDir, defects, close },
    /** Half a minute of polling, that often. Resolves to the gaps of the last one. */
    async run(times = 1, polls: readonly string[] = ['resources', 'guest-configs'], stepMs = RUN_MS): Promise<Gap[]> {
      let gaps: Gap[] = [];
      for (let n = 0; n < times; n++) {
        await clock.advance(stepMs);
        for (const name of polls) gaps = await poll(name);
      }
      return gaps;
    },
    journal: () => belfry.journal,
    async restart(): Promise<void> {
      await close();
      belfry = open();
    },
    async entries(): Promise<JournalEntry[]> {
      return (await belfry.journal.page({}, 10_000)).entries.toReversed();
    },
  };
}

export const journalClock = () => fakeClock(START);

export async function beginJournal(options: LabOptions) {
  const clock = journalClock();
  const lab = await startLab({
    version: 9.2,
    seed: 7,
    authDelayMs: 0,
    plain: true,
    calm: true,
    ...options,
    clock: clock.now,
  });
  onTestFinished(() => lab.stop());
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const token = lab.tokenWithout();
  const given = { ...nodeConfig(instance), tokenName: token.name, tokenValue: token.value };
  const config = { ...configSchema('pve').parse(given), id: 'lab' };
  return { ...openJournal(config, clock), lab, token, name: instance.name };
}
