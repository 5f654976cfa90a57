// Real engines that the history writes to and reads from, each started for several tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import { onTestFinished } from 'vitest';
import { openExportQueue } from '../../db/export-queue-file.ts';
import { freePort } from '../../db/testing/free-port.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createOutgoing } from '../../lib/outgoing/outgoing.ts';
import type { HistoryStore } from '../history-store.ts';
import { createRemoteHistory, type RemoteHistory, type RemoteHistoryDeps } from '../remote/remote-history.ts';
import { missing, runEngine } from './real-engine.ts';

export interface RemoteEngine {
  name: 'VictoriaMetrics' | 'Prometheus';
  /** Why it cannot run here. */
  reason: string | undefined;
  /** Also after `stop`, with what it has stored, at the same address. */
  start(): Promise<void>;
  /** As a restart of its service does. */
  stop(): Promise<void>;
  /** Also removes what it has stored. */
  end(): Promise<void>;
  /** Its address. */
  origin(): string;
  /** What was accepted can be asked for from then on. */
  settle(): Promise<void>;
}

type Run = (folder: string, port: number) => ReturnType<typeof runEngine>;

function engine(
  name: RemoteEngine['name'],
  reason: string | undefined,
  run: Run,
  settle: (origin: string) => Promise<unknown>,
): RemoteEngine {
  let folder = '';
  let port = 0;
  let running: Awaited<ReturnType<Run>> | undefined;
  const origin = () => `http://127.0.0.1:${port}`;
  return {
    ...{ name, reason, origin },
    async start() {
      folder ||= mkdtempSync(path.join(tmpdir(), 'belfry-engine-'));
      port ||= await freePort();
      running = await run(folder, port);
    },
    stop: async () => running?.stop('SIGTERM'),
    async end() {
      await running?.stop('SIGKILL');
      if (folder !== '') rmSync(folder, { recursive: true, force: true });
    },
    settle: async () => void (await settle(origin())),
  };
}

/** Every second VictoriaMetrics makes what was written visible. */
export const victoriaMetrics = (): RemoteEngine =>
  engine(
    'VictoriaMetrics',
    missing('victoria-metrics', 'victoria-metrics'),
    (folder, port) =>
      runEngine(
        'victoria-metrics',
        [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=100y'],
        `http://127.0.0.1:${port}/health`,
      ),
    (origin) => fetch(`${origin}/internal/force_flush`),
  );

/** Prometheus takes values of the past only when it is told so. */
export const prometheus = (): RemoteEngine =>
  engine(
    'Prometheus',
    missing('prometheus', 'prometheus'),
    (folder, port) => {
      const file = path.join(folder, 'prometheus.yml');
      writeFileSync(file, JSON.stringify({ storage: { tsdb: { out_of_order_time_window: '30d' } } }));
      const address = `127.0.0.1:${port}`;
      const own = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
      const wanted = [
        '--web.enable-remote-write-receiver',
        '--web.enable-admin-api',
        '--storage.tsdb.retention.time=10y',
      ];
      return runEngine('prometheus', [...own, ...wanted], `http://${address}/-/ready`);
    },
    async () => {},
  );

/** What it keeps is gone with the test. */
export function remembering(): RemoteHistoryDeps['memory'] {
  let kept: unknown;
  return {
    recall: () => kept,
    keep(value) {
      kept = value;
    },
  };
}

let opened = 0;

/** A history with a label of its own, so that several use the same engine. What was recorded can be asked for after `flush`. */
export function openRemoteHistory(
  { origin, settle }: Pick<RemoteEngine, 'origin' | 'settle'>,
  now: () => number,
  given: Partial<RemoteHistoryConfig> & { dataDir?: string; memory?: RemoteHistoryDeps['memory'] } = {},
): RemoteHistory {
  const { dataDir = tempDir(), memory = remembering(), ...more } = given;
  const clock = { ...systemClock, now, monotonic: now };
  const labels = { site: `"${++opened}" \\ ü` };
  const config = RemoteHistoryConfig.parse({ enabled: true, url: `${origin()}/api/v1/write`, labels, ...more });
  const queue = openExportQueue({ dataDir, clock, log: createLogger('silent') });
  const { request } = createOutgoing({
    allowPrivate: () => true,
    named: { includes: (ip) => ip === '127.0.0.1' },
    clock: systemClock,
  });
  const history = createRemoteHistory({
    ...{ config: () => config, queue, request, clock, disk: { note: () => false }, memory },
    onDefect(error) {
      throw error;
    },
  });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await history.close();
    await queue.close();
  };
  onTestFinished(close);
  return {
    ...history,
    close,
    async flush() {
      await history.flush();
      await settle();
    },
  } satisfies HistoryStore & RemoteHistory;
}
