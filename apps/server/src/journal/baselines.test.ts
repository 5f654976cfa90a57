// What was agreed, over a real file of the journal.
import type { SettingsReading } from '@belfry/schema/journal/reading';
import { expect, it, onTestFinished } from 'vitest';
import type { BaselinesStore } from '../db/baselines-store.ts';
import { openJournalFile } from '../db/journal-file.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createParts } from '../lib/parts.ts';
import { createBaselines, readParts } from './baselines.ts';
import { createJournal } from './journal.ts';

const START = Date.UTC(2026, 10, 1);
const HOUR_MS = 3_600_000;

function memoryStore(): BaselinesStore {
  const rows = new Map<string, Parameters<BaselinesStore['put']>[0]>();
  return {
    list: () => [...rows.values()],
    get: (id) => rows.get(id),
    put: async (agreed) => void rows.set(agreed.id, agreed),
    remove: async (id) => rows.delete(id),
  };
}

function begin() {
  const clock = fakeClock(START);
  const defects: unknown[] = [];
  const { guardedTask } = createParts({ onDefect: (error) => void defects.push(error), clock });
  const file = openJournalFile({ dataDir: tempDir(), clock, log: { error() {} }, setAside: { leaveOut() {} } });
  const journal = createJournal({ file, guardedTask, clock });
  let fails = false;
  const store = memoryStore();
  let known = journal.known;
  const open = () =>
    createBaselines({
      ...{ store, guardedTask, changed: () => {} },
      journal: {
        ...journal,
        known: (...of) => (fails ? Promise.reject(new Error('a fault of the test')) : known(...of)),
      },
    });
  const baselines = open();
  onTestFinished(() => journal.stop());
  return {
    ...{ journal, baselines, defects, open, clock },
    fail(now: boolean) {
      fails = now;
    },
    /** Nothing of the journal is known, as after the loss of its file. */
    lose() {
      known = async () => [];
    },
    async read(readings: readonly Partial<SettingsReading>[], lists: { under: string; resources: string[] }[] = []) {
      await clock.advance(HOUR_MS);
      const instance = { id: 'lab', kind: 'pve' as const, name: 'lab', host: 'https://lab' };
      const settings = readings.map((each) => ({
        ...{ resource: 'lab-100', kind: 'guest' as const, name: 'web01', settings: null, tasks: [] },
        ...each,
      }));
      const settingsLists = lists.map((list) => ({ ...list, kind: 'access' as const }));
      journal.learn({
        instance,
        at: clock.now(),
        outcome: { ok: true, value: { slices: {}, settings, settingsLists } },
      });
      await journal.page({}, 1);
      await baselines.stop();
    },
    async agree(id = 'lab-100', kind: 'guest' | 'instance' = 'guest') {
      const parts = await readParts(journal, 'lab', id);
      await baselines.agree({
        ...{ id, kind, instance: 'lab', name: id, by: 'ann', parts },
        agreedAt: iso(clock.now()),
      });
    },
    left: () =>
      baselines.all().map(({ id, left, count }) => `${id}: ${left ? `${count} ${left.join(', ')}` : 'not known'}`),
  };
}

it('says what has left the agreed state, and nothing of it when it is as agreed or agreed again', async () => {
  const { read, agree, left } = begin();
  await read([{ settings: { memory: '2048', cores: '2' } }]);
  await agree();
  expect(left()).toEqual(['lab-100: 0 ']);
  await read([{ settings: { memory: '1024', cores: '2' } }]);
  expect(left()).toEqual(['lab-100: 1 memory']);
  await read([{ settings: { memory: '2048', cores: '2' } }]);
  expect(left()).toEqual(['lab-100: 0 ']);
  await read([{ settings: { memory: '2048', cores: '4', tags: 'a' } }]);
  expect(left()).toEqual(['lab-100: 2 cores, tags']);
  await agree();
  expect(left()).toEqual(['lab-100: 0 ']);
});

it('takes what cannot be read, and what is read for the first time, for no change; what was removed is one', async () => {
  const { read, agree, left, lose, open, clock } = begin();
  const firewall = { resource: 'lab-100/firewall', about: 'lab-100', kind: 'firewall' as const };
  await read([{ settings: { memory: '2048' } }]);
  await agree();
  await read([{ ...firewall, settings: { 'options.enable': '1' } }]);
  expect(left()).toEqual(['lab-100: 0 ']);
  await read([{ ...firewall, settings: { 'options.enable': '0' } }]);
  // an entry of the firewall names the guest, and the guest was agreed without one
  expect(left()).toEqual(['lab-100: 0 ']);
  await agree();
  await read([{ settings: null }]);
  expect(left()).toEqual(['lab-100: 1 −web01']);
  lose();
  const again = open();
  await again.stop();
  await clock.advance(1000);
  expect(again.all()).toMatchObject([{ id: 'lab-100', count: 1 }]);
});

it('takes the fields that only a newer version looks at for no change', async () => {
  const { read, agree, left } = begin();
  await read([{ settings: { memory: '2048', cores: '2' }, shape: 'memory cores' }]);
  await agree();
  await read([{ settings: { memory: '1024', tags: 'a' }, shape: 'memory tags' }]);
  expect(left()).toEqual(['lab-100: 1 memory']);
});

it('knows nothing of an agreed state when the journal has lost what it knew', async () => {
  const { read, agree, lose, open } = begin();
  await read([{ settings: { memory: '2048' } }]);
  await agree();
  lose();
  const again = open();
  await again.stop();
  expect(again.all()[0]).not.toHaveProperty('left');
});

it('names the rows of a cluster that came, went or changed', async () => {
  const { read, agree, left } = begin();
  const user = (name: string, settings: Record<string, string>) => ({
    ...{ resource: `lab/user/${name}`, kind: 'access' as const, name, settings },
  });
  const list = (...names: string[]) => [{ under: 'lab/user/', resources: names.map((name) => `lab/user/${name}`) }];
  await read([user('ann', { enable: '1' }), user('bob', { enable: '1' })], list('ann', 'bob'));
  await agree('lab', 'instance');
  await read([user('ann', { enable: '0' }), user('eve', { enable: '1' })], list('ann', 'eve'));
  expect(left()).toEqual(['lab: 3 ann enable, −bob, +eve']);
});

it('leaves the state of a baseline as it was while the journal fails, and goes on with the others', async () => {
  const { read, agree, left, fail, defects } = begin();
  await read([{ settings: { memory: '2048' } }]);
  await agree();
  fail(true);
  await read([{ settings: { memory: '1024' } }]);
  expect(left()).toEqual(['lab-100: 0 ']);
  expect(defects).toHaveLength(1);
  fail(false);
  await read([{ settings: { memory: '512' } }]);
  expect(left()).toEqual(['lab-100: 1 memory']);
});
