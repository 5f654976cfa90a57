// Opens what keeps the alerts and the messages about them, and takes in what was sent while the database was away.
import { createAlertWrites } from '../db/alert-writes.ts';
import { openAlertsFile } from '../db/alerts-file.ts';
import { openLocalOutbox, takeInLocal } from '../db/local-outbox.ts';
import type { Store } from '../db/store.ts';
import type { Clock } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import type { Logger } from '../lib/logger.ts';
import type { AppDeps } from './app-types.ts';

export interface AlertsAndMessagesDeps {
  dataDir: string;
  store: Pick<Store, 'server' | 'setAside' | 'disk'>;
  entrance: NonNullable<AppDeps['entrance']>;
  onDefect: OnDefect;
  clock: Clock;
  log: Logger;
}

export async function openAlertsAndMessages({
  dataDir,
  store: { server, setAside, disk },
  entrance,
  onDefect,
  clock,
  log,
}: AlertsAndMessagesDeps) {
  const file = entrance('file', openAlertsFile({ dataDir, backend: server?.alerts, setAside, clock, log }));
  const local = server && openLocalOutbox(dataDir, log);
  if (local) await takeInLocal(local, file, log);
  return { file, writes: createAlertWrites({ file, disk, local, onDefect }) };
}
