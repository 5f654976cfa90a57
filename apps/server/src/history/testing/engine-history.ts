// The embedded history without its worker, over a file of its own that goes away with the test.
import { onTestFinished } from 'vitest';
import { type HistoryFile, openHistoryFile } from '../../db/history-file.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import type { Clock } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { HistoryStore, Sample } from '../history-store.ts';
import { createPacking } from '../packing.ts';
import { defaultLimits, type HistoryLimits } from '../tiers.ts';

export interface EngineHistory extends HistoryStore {
  engine: Engine;
  dataDir: string;
  /** Does everything that waits. */
  work(): Promise<void>;
}

export interface EngineHistoryOptions {
  now(): number;
  /** For what is not the time of day. By default it stands still. */
  clock?: Clock;
  dataDir?: string;
  limits?: HistoryLimits;
  mostContainers?: number;
  /** Another behaviour of the file. */
  change?(file: HistoryFile): HistoryFile;
}

export async function openEngineHistory(options: EngineHistoryOptions): Promise<EngineHistory> {
  const { now, clock = fakeClock(), dataDir = tempDir(), limits = defaultLimits, mostContainers } = options;
  const { change = (file) => file } = options;
  const ownClock = { ...clock, now };
  const file = change(openHistoryFile({ dataDir, clock: ownClock, log: createLogger('silent') }));
  const engine = await createEngine({
    ...{ file, clock: ownClock, limits },
    ...(mostContainers !== undefined && { mostContainers }),
  });
  const pack = createPacking();
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await engine.close();
    isClosed = true;
  };
  onTestFinished(close);
  return {
    ...engine,
    engine,
    dataDir,
    record(at, samples: readonly Sample[]) {
      const { resources, values } = pack(samples);
      void engine.record(at, resources, values);
    },
    async work() {
      while (await engine.step());
    },
    close,
  };
}
