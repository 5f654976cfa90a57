import { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import type { StoredInstance } from '../../db/instances-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createParts } from '../../lib/parts.ts';
import { createPollers } from './pollers.ts';

const stored = (id: string, extra: object = {}): StoredInstance => ({
  id,
  instance: id,
  config: NodeConfig.parse({
    type: 'pve',
    name: id,
    host: `https://${id}:8006`,
    tokenName: 'm@pam!t',
    tokenValue: 'v',
    ...extra,
  }),
  createdAt: 0,
  changedAt: 0,
});

function setUp(broken = { starts: 0 }) {
  const log: string[] = [];
  const clock = fakeClock();
  const parts = createParts({ onDefect: (_error, where) => void log.push(`defect: ${where}`), clock });
  const pollers = createPollers({
    start(config) {
      if (broken.starts-- > 0) throw new Error('broken');
      log.push(`start ${config.name}`);
      return {
        async stop(isServerEnding) {
          await Promise.resolve();
          log.push(`stop ${config.name}${isServerEnding ? ' with the server' : ''}`);
        },
        rename: (name) => void log.push(`poller ${config.name} is ${name}`),
        retime: () => void log.push(`retime ${config.name}`),
        hurry: (type) => void log.push(`hurry ${config.name} ${type}`),
      };
    },
    guardedTask: parts.guardedTask,
    after: clock.after,
    rename: (id, name) => log.push(`rename ${id} to ${name}`),
    forget: (id) => log.push(`forget ${id}`),
  });
  return { pollers, log, clock, parts };
}
const [a, b] = [stored('a'), stored('b')];

test.each([
  ['one is added', [a], [a, b], ['start b']],
  ['one is removed', [a, b], [a], ['stop b', 'forget b']],
  ['nothing changed', [a, b], [{ ...a, changedAt: 9 }, b], []],
  ['new credentials keep what is known', [a, b], [stored('a', { tokenValue: 'w' }), b], ['stop a', 'start a']],
  ['another host forgets it', [a, b], [stored('a', { host: 'https://c:8006' }), b], ['stop a', 'forget a', 'start a']],
  [
    'another name changes nothing but that',
    [a, b],
    [stored('a', { name: 'z' }), b],
    ['poller a is z', 'rename a to z'],
  ],
  [
    'another name with new credentials keeps what is known',
    [a, b],
    [stored('a', { name: 'z', tokenValue: 'w' }), b],
    ['poller a is z', 'rename a to z', 'stop a', 'start z'],
  ],
  ['less to watch forgets it', [a, b], [stored('a', { monitorVMs: false }), b], ['stop a', 'forget a', 'start a']],
])('%s, and no other poller is touched', async (_, before, after, expected) => {
  const { pollers, log } = setUp();
  await pollers.reconcile([], before);
  log.length = 0;
  await pollers.reconcile(before, after);
  expect(log).toEqual(expected);
});

test('changes in quick succession are made one after the other', async () => {
  const { pollers, log } = setUp();
  const w = stored('a', { tokenValue: 'w' });
  void pollers.reconcile([], [a]);
  void pollers.reconcile([a], [w]);
  await pollers.reconcile([w], []);
  expect(log).toEqual(['start a', 'stop a', 'start a', 'stop a', 'forget a']);
});

test('a new interval is used by every poller, and stops none', async () => {
  const { pollers, log } = setUp();
  await pollers.reconcile([], [a, b]);
  log.length = 0;
  pollers.retime();
  expect(log).toEqual(['retime a', 'retime b']);
});

test('after the stop all pollers have ended and none starts again', async () => {
  const { pollers, log } = setUp();
  await pollers.reconcile([], [a, b]);
  await pollers.stop();
  await pollers.reconcile([a], [a, stored('c')]);
  expect(log).toEqual(['start a', 'start b', 'stop a with the server', 'stop b with the server']);
});

test('a push reaches the poller of its instance only, and an instance without a poller says so', async () => {
  const { pollers, log } = setUp();
  await pollers.reconcile([], [a, b]);
  log.length = 0;
  expect([pollers.hurry(a.id, 'vzdump'), pollers.hurry('none', 'vzdump')]).toEqual([true, false]);
  expect(log).toEqual(['hurry a vzdump']);
});

test('a poller that does not start holds up no other one, and is tried again until it starts or is removed', async () => {
  const { pollers, log, clock, parts } = setUp({ starts: 4 });
  await pollers.reconcile([], [a]);
  await pollers.reconcile([a], [a, b]);
  await clock.advance(10_000);
  expect(log.splice(0)).toEqual([
    'defect: the polls of a',
    'defect: the polls of b',
    'defect: the polls of a',
    'defect: the polls of b',
  ]);
  await pollers.reconcile([a, b], [a]);
  await clock.advance(30_000);
  expect(log).toEqual(['forget b', 'start a']);
  expect(parts.problems()).toEqual({});
});
