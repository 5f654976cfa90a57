// What the history guarantees about the transitions of the engine, over a store that answers late.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Guest } from '@belfry/schema/entities/guest';
import { expect, onTestFinished, test } from 'vitest';
import { createAlertWrites } from '../../db/alert-writes.ts';
import type { AlertsAndMessages } from '../../db/alerts-file.ts';
import type { Occurrence } from '../../db/alerts-store.ts';
import { createDisk } from '../../db/disk.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { guest, heard, node } from '../../state/testing/observations.ts';
import type { Transition } from '../engine/transition.ts';
import { createStage, type Stage } from '../testing/stage.ts';
import { explain, knownOf } from './explain.ts';
import { entryOf } from './history.ts';
import { openLedger } from './ledger.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const noRoom = () => Object.assign(new Error('no room'), { code: 'ENOSPC' });
const fail = (error: unknown) => {
  throw error;
};

/** The engine, its history, and a disk that may be full. */
async function setUp(rows = new Map<string, Occurrence>(), clock = fakeClock(START)) {
  const disk = { isFull: false, writes: 0 };
  const save = async (given: readonly Occurrence[]) => {
    disk.writes++;
    await nextTurn();
    if (disk.isFull) throw noRoom();
    for (const row of given) rows.set(row.id, structuredClone(row));
  };
  const where = async (accept: (row: Occurrence) => boolean) => {
    await nextTurn();
    return structuredClone([...rows.values()].filter(accept));
  };
  const probeDatabase = async () => (disk.isFull ? Promise.reject(noRoom()) : undefined);
  const watched = createDisk({ dataDir: tempDir(), probeDatabase, clock, log: createLogger('silent') });
  const losses: (() => void)[] = [];
  const store = {
    open: () => where(({ resolvedAt }) => resolvedAt === undefined),
    resolvedSince: (at: number) => where(({ resolvedAt = 0 }) => resolvedAt >= at),
    newest: async (id: string) => (await where((row) => row.id === id || row.alert.id === id))[0],
    find: () => where(() => true),
    onLoss: (listener: () => void) => void losses.push(listener),
  };
  onTestFinished(watched.close);
  const file = {
    async save({ occurrences }: AlertsAndMessages) {
      await save(occurrences);
      return [];
    },
  };
  const writes = createAlertWrites({ file, disk: watched, onDefect: fail });
  const ledger = await openLedger({ store, writes, onDefect: fail, clock });
  const stage = createStage({ clock, open: ledger.open, recent: ledger.recent });
  let recorded = 0;
  /** Gives the ledger what happened since the last call. */
  const record = async () => {
    const since: Transition[] = stage.transitions.slice(recorded);
    recorded = stage.transitions.length;
    ledger.record(since, stage.state().activeAlerts, (id) => knownOf(stage.alerting.look(id)?.reading));
    await ledger.settled();
  };
  const lose = () => {
    for (const listener of losses) listener();
  };
  return { rows, clock, disk, ledger, stage, record, lose };
}

async function poll(stage: Stage, fields: Partial<Guest>): Promise<void> {
  await stage.clock.advance(10_000);
  const vms = [guest('a', 1, { node: 'pve1', status: 'running', ...fields })];
  stage.observe(heard('a', stage.clock.monotonic(), { vms, nodes: [node('a', 'pve1', {})] }));
}
async function raise(stage: Stage): Promise<void> {
  for (const cpu of [0.5, 0.85, 0.85]) await poll(stage, { cpu });
}
const only = (rows: ReadonlyMap<string, Occurrence>): Occurrence => {
  expect(rows.size).toBe(1);
  return [...rows.values()][0] as Occurrence;
};

test('one occurrence is one row, with every change, its highest level, its peak and its end', async () => {
  const { rows, stage, record } = await setUp();
  await raise(stage);
  await record();
  await poll(stage, { cpu: 0.97 });
  await record();
  stage.act({ acknowledge: ['a-1-cpu'], by: 'ann' });
  await record();
  await poll(stage, { cpu: 0.82 });
  await poll(stage, { cpu: 0.5 });
  await record();
  const row = only(rows);
  expect(row).toMatchObject({ level: 'critical', peak: 97, reason: 'recovered', alert: { level: 'warning' } });
  expect(row.changes.map(({ kind, level, by, text }) => [kind, level, by ?? text])).toEqual([
    ['raised', 'warning', undefined],
    ['level', 'critical', undefined],
    ['acknowledged', 'critical', 'ann'],
    ['level', 'warning', undefined],
    ['resolved', 'warning', 'recovered'],
  ]);
  const entry = entryOf(row, undefined, START + 1e9);
  expect(entry).toMatchObject({ status: 'resolved', level: 'critical', peakValue: 97, duration: 40 });
});

test('polls that change nothing write nothing', async () => {
  const { disk, stage, record } = await setUp();
  await raise(stage);
  await record();
  const { writes } = disk;
  for (let n = 0; n < 20; n++) {
    await poll(stage, { cpu: 0.85 + n / 1000 });
    await record();
  }
  expect(disk.writes).toBe(writes);
});

test('while the disk is full nothing is lost and nothing waits; all is saved when there is room again', async () => {
  const { rows, clock, disk, stage, record } = await setUp();
  disk.isFull = true;
  await raise(stage);
  await record();
  stage.act({ acknowledge: ['a-1-cpu'], by: 'ann' });
  await record();
  expect(rows.size).toBe(0);
  disk.isFull = false;
  await clock.advance(10_000);
  expect(only(rows).changes.map(({ kind }) => kind)).toEqual(['raised', 'acknowledged']);
});

test('an active alert keeps its occurrence, its start and its acknowledgement over a restart, and ends in the same row', async () => {
  const first = await setUp();
  await raise(first.stage);
  first.stage.act({ acknowledge: ['a-1-cpu'], by: 'ann' });
  await first.record();
  const { id, openedAt } = only(first.rows);

  const second = await setUp(structuredClone(first.rows), first.clock);
  expect(second.ledger.open.map((row) => row.id)).toEqual([id]);
  await poll(second.stage, { cpu: 0.85 });
  await second.record();
  expect(second.stage.state().activeAlerts).toMatchObject([{ acknowledged: true, ackUser: 'ann' }]);
  await poll(second.stage, { cpu: 0.5 });
  await second.record();
  expect(only(second.rows)).toMatchObject({ id, openedAt, reason: 'recovered', alert: { ackUser: 'ann' } });
});

test('active alerts are saved again after the stored rows were lost', async () => {
  const { rows, ledger, stage, record, lose } = await setUp();
  await raise(stage);
  await record();
  const before = only(rows);
  rows.clear();
  lose();
  await ledger.settled();
  expect(only(rows)).toEqual(before);
});

test('an alert that changes for ever keeps its first and its newest changes', async () => {
  const { rows, stage, record } = await setUp();
  await raise(stage);
  for (let n = 0; n < 300; n++) {
    const [by, ids] = [`user ${n}`, ['a-1-cpu']];
    stage.act(n % 2 ? { by, unacknowledge: ids } : { by, acknowledge: ids });
    await record();
  }
  const { changes } = only(rows);
  expect([changes.length, changes[0]?.kind, changes.at(-1)?.by]).toEqual([200, 'raised', 'user 299']);
});

test('an explanation has the reading, its age, threshold, hold time and what holds the alert back; after the end, the data stored at the start', async () => {
  const { rows, clock, stage, record } = await setUp();
  const explained = () => {
    const row = [...rows.values()][0];
    const state = stage.state();
    const active = state.activeAlerts.find(({ metadata }) => metadata?.occurrence === row?.id);
    const now = { at: clock.now(), monotonic: clock.monotonic() };
    const tracked = stage.alerting.look('a-1-cpu');
    const answers = tracked ? stage.alerting.answers(tracked) : [];
    return explain({
      ...{
        id: 'a-1-cpu',
        answers,
        tracked,
        known: row?.known ?? {},
        state,
        now,
        heldBack: [],
        deliveries: [],
        next: [],
      },
      entry: row && entryOf(row, active, clock.now()),
    });
  };
  expect(explained()).toBeUndefined();
  await poll(stage, { cpu: 0.5 });
  await poll(stage, { cpu: 0.85 });
  await clock.advance(3000);
  expect(explained()).toMatchObject({ status: 'pending', hold: { seconds: 5, pending: 3 }, readings: [{ value: 85 }] });
  await poll(stage, { cpu: 0.86 });
  stage.act({ acknowledge: ['a-1-cpu'], by: 'ann' });
  await record();
  await clock.advance(4000);
  const threshold = { trigger: 80, clear: 75, critical: 90, origin: { from: 'default' } };
  expect(explained()).toMatchObject({
    ...{ status: 'acknowledged', threshold, hold: { seconds: 5, pending: 13 }, deliveries: [] },
    rule: { type: 'cpu', category: 'performance', unit: 'percent', resourceType: 'guest' },
    readings: [{ is: 'measured', value: 86, instanceId: 'a', list: 'vms', age: 4 }],
    heldBack: [{ by: 'acknowledgement', user: 'ann' }],
  });
  await poll(stage, { cpu: 0.5 });
  await record();
  expect(explained()).toMatchObject({
    status: 'resolved',
    threshold,
    hold: { seconds: 5, pending: 13 },
    readings: [],
    heldBack: [],
  });
});

test('a message that arrived is a change of its occurrence, also when the alert has ended meanwhile', async () => {
  const { rows, clock, ledger, stage, record } = await setUp();
  await poll(stage, { cpu: 0.85 });
  await clock.advance(5000);
  await poll(stage, { cpu: 0.85 });
  await record();
  const [id = ''] = rows.keys();
  expect(rows.get(id)?.notified).toBe(false);
  ledger.notified(id, 'Chat');
  await ledger.settled();
  expect(rows.get(id)).toMatchObject({ notified: true });
  await poll(stage, { cpu: 0.1 });
  await record();
  ledger.notified(id, 'E-mail');
  await clock.advance(0);
  await ledger.settled();
  const kinds = rows.get(id)?.changes.map(({ kind, text }) => [kind, text]);
  expect(kinds).toEqual([
    ...[
      ['raised', undefined],
      ['notified', 'Chat'],
      ['resolved', 'recovered'],
      ['notified', 'E-mail'],
    ],
  ]);
  expect(rows.get(id)?.reason).toBe('recovered');
});
