// What a collector says about one cluster of the lab, recorded: the messages of a line with the times at which they were sent.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { NodeConfig } from '@belfry/schema/config/node';
import { sealConfig } from '../../apps/server/src/collect/config-secrets.ts';
import { createDifferences } from '../../apps/server/src/collect/differences.ts';
import { makeKeys } from '../../apps/server/src/collect/keys.ts';
import { createPolling } from '../../apps/server/src/collector/polling.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { createParts } from '../../apps/server/src/lib/parts.ts';
import { startLabProcess } from './lab-process.ts';

/** Stands for the id of the instance in the texts of messages. */
export const INSTANCE = 'zqinstance';
/** The address of the backup server of the lab, as its storages name it. */
export const BACKUP_SERVER = '192.0.2.20';

/** `atMs`: since the start of the record. `text`: JSON. */
export interface RecordedMessage {
  atMs: number;
  text: string;
}

/** Hours later the nightly backups in a record are late, and a server with an alert about each guest has more to do. */
const MAX_AGE_MS = 3_600_000;

/** `file` is read if it is new enough, and written otherwise. */
export async function recordSite(guests: number, seconds: number, file: string): Promise<RecordedMessage[]> {
  const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - writtenAt < MAX_AGE_MS) return JSON.parse(readFileSync(file, 'utf8')) as RecordedMessage[];
  const lab = await startLabProcess(5, guests, 1);
  const keys = makeKeys();
  const onDefect = (error: unknown) => console.error(error);
  const differences = createDifferences();
  const messages: RecordedMessage[] = [];
  const from = performance.now();
  const polling = createPolling({
    key: keys.sealing,
    observe(observation) {
      const atMs = performance.now() - from;
      for (const message of differences.of(observation, 0)) messages.push({ atMs, text: JSON.stringify(message) });
    },
    guardedTask: createParts({ onDefect, clock: systemClock }).guardedTask,
    clock: systemClock,
    log: createLogger('warn'),
  });
  const config = await sealConfig(NodeConfig.parse(lab.instances[0]), keys.sealing.publicKey);
  await polling.follow([{ id: INSTANCE, epoch: 1, everyMs: 10_000, callMs: 10_000, config: { ...config } }]);
  await pause(seconds * 1000);
  await polling.stop();
  await lab.stop();
  writeFileSync(file, JSON.stringify(messages));
  return messages;
}
