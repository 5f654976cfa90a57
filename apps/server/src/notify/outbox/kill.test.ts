// kill -9 under load: every occurrence is sent, and none twice, unless the answer of the far side was lost.
// With BELFRY_KILLS=200 it takes some minutes, and `--testTimeout` must allow them.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openAlertsFile } from '../../db/alerts-file.ts';
import { openDatabase } from '../../db/open.ts';
import type { OutboxStore } from '../../db/outbox-store.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { type Receipt, startReceiver } from '../testing/receiver.ts';

const KILLS = Number(process.env.BELFRY_KILLS ?? 24);
const program = path.join(import.meta.dirname, '..', 'testing', 'killed-outbox.ts');
const DESTINATIONS = ['a', 'b', 'c', 'd'];

test(`killed ${KILLS} times at random moments, the outbox sends every occurrence, and twice only where an answer was lost`, async () => {
  const cache = tempDir();
  const lanes = Array.from({ length: 4 }, tempDir);
  const figures = await Promise.all(lanes.map((dir) => lane(dir, cache, Math.ceil(KILLS / lanes.length))));
  const sum = (name: keyof Figures) => figures.reduce((total, one) => total + one[name], 0);
  console.log(
    `${sum('kills')} kills: ${sum('occurrences')} occurrences at ${DESTINATIONS.length} destinations, ` +
      `${sum('messages')} messages, ${sum('receipts')} requests, ${sum('busy')} answered 503. Answers lost: ` +
      `${sum('closed')} by the far side, ${sum('killed')} by a kill. Accepted twice because of that: ${sum('doubled')}. ` +
      `Withdrawn before they were sent: ${sum('withdrawn')}.`,
  );
  expect(sum('occurrences')).toBeGreaterThan(sum('kills'));
});

/** The occurrences about which something is stored, and which are not stored themselves. */
function untold(dataDir: string): unknown[] {
  const place = path.join(dataDir, 'alerts.db');
  const db = openDatabase(place);
  try {
    const isMade = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'told'`).get() !== undefined;
    const sql =
      'SELECT occurrence FROM told UNION SELECT occurrence FROM delivery_alerts EXCEPT SELECT id FROM occurrences';
    return isMade ? db.prepare(sql).all() : [];
  } finally {
    db.close();
  }
}

interface Figures {
  kills: number;
  occurrences: number;
  messages: number;
  receipts: number;
  busy: number;
  closed: number;
  killed: number;
  doubled: number;
  withdrawn: number;
}

async function lane(dataDir: string, cache: string, kills: number): Promise<Figures> {
  let arrived = () => {};
  const receiver = await startReceiver(() => arrived());
  onTestFinished(receiver.close);

  /** The last number that the process wrote before it ended. */
  async function run(life: number, mode: string, moment: (kill: () => void) => (lines: number) => void) {
    const child = spawn(process.execPath, [program, dataDir, receiver.url, String(life), mode], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: cache },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    const onLines = moment(() => child.kill('SIGKILL'));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      onLines(said.split('\n').length - 1);
    });
    await new Promise<void>((done) => child.on('close', () => done()));
    arrived = () => {};
    expect(complaint).toBe('');
    return said.split('\n').slice(0, -1).map(Number).at(-1) ?? -1;
  }

  let last = -1;
  for (let life = 0; life < kills; life++) {
    const lines = 1 + Math.random() * 25;
    const requests = 1 + Math.random() * 60;
    const how = Math.random();
    const newest = await run(life, '', (kill) => {
      // While it starts, on the arrival of a request, or after something was stored.
      if (how < 0.2) void pause(Math.random() * 500).then(kill);
      let count = 0;
      if (how > 0.6)
        arrived = () => {
          if (++count > requests) kill();
        };
      return (written) => {
        if (written > (how > 0.6 ? 500 : lines)) kill();
      };
    });
    last = Math.max(last, newest);
    expect(untold(dataDir), 'told, but not stored').toEqual([]);
  }
  await run(kills, 'drain', () => () => {});

  const clock = fakeClock(Date.now());
  const file = openAlertsFile({ dataDir, clock, log: createLogger('silent') });
  onTestFinished(file.close);
  const store = file.outbox;
  const rows = await store.find({}, 1e6, 0);
  expect([await store.open(), store.problems()]).toEqual([[], {}]);
  return { kills, occurrences: last + 1, messages: rows.length, ...judge(receiver.receipts, rows, last) };
}

type Rows = Awaited<ReturnType<OutboxStore['find']>>;

function judge(
  receipts: readonly Receipt[],
  rows: Rows,
  last: number,
): Omit<Figures, 'kills' | 'occurrences' | 'messages'> {
  const accepted = receipts.filter(({ isAccepted }) => isAccepted);
  const nameOf = ({ to, kind, occurrences }: Pick<Receipt, 'to' | 'kind' | 'occurrences'>) =>
    `${kind} ${occurrences} ${to}`;
  const byName = Map.groupBy(accepted, nameOf);

  // Every occurrence that was stored is sent, or it ended before.
  let withdrawn = 0;
  for (let n = 0; n <= last; n++) {
    for (const to of DESTINATIONS) {
      const [raised, resolved] = ['raised', 'resolved'].map((kind) =>
        byName.get(nameOf({ to, kind, occurrences: [String(n)] })),
      );
      if (n % 5 === 0 && !raised) {
        // A kill can end an attempt before its request arrives: nobody knows that, so the end is sent.
        const start = rows.find(
          ({ kind, destination, alerts }) =>
            kind === 'raised' &&
            destination.id === `webhook:${to}` &&
            alerts.some((one) => one.occurrence === String(n)),
        );
        if (!start?.lost) expect(resolved, `end of ${n} at ${to} without a start`).toBe(undefined);
        withdrawn++;
        continue;
      }
      expect(raised, `start of ${n} at ${to}`).toBeDefined();
      expect(resolved, `end of ${n} at ${to}`).toBeDefined();
      expect(raised?.[0]?.number).toBeLessThan(resolved?.[0]?.number ?? 0);
    }
  }

  // One message has one key, whatever happened in between.
  for (const [name, all] of byName) expect(new Set(all.map(({ key }) => key)).size, name).toBe(1);

  // A second time is only right where the first answer was lost: the far side closed the connection, or it was the last request of
  // the destination before a kill.
  const lastOfLife = new Map(receipts.map((one) => [`${one.life} ${one.to}`, one.number]));
  const isKilled = (one: Receipt) => lastOfLife.get(`${one.life} ${one.to}`) === one.number;
  let doubled = 0;
  let killed = 0;
  for (const [key, all] of Map.groupBy(accepted, ({ key }) => key)) {
    const earlier = all.slice(0, -1);
    for (const one of earlier) expect(!one.isAnswered || isKilled(one), `${nameOf(one)} was sent again`).toBe(true);
    const lost = rows.find(({ id }) => id === key)?.lost ?? 0;
    expect(lost, key).toBeGreaterThanOrEqual(earlier.length);
    if (earlier.length > 0) doubled++;
    killed += earlier.filter((one) => one.isAnswered).length;
  }
  return {
    ...{ receipts: receipts.length, busy: receipts.length - accepted.length, doubled, killed, withdrawn },
    closed: accepted.filter((one) => !one.isAnswered).length,
  };
}
