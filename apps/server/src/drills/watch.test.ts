// The watch over several restore tests: what one of them does to the others, and over a restart.
import { fail, ok } from '@belfry/domain/result';
import type { Drill } from '@belfry/schema/drill/drill';
import { expect, onTestFinished, test } from 'vitest';
import { openTestStore, START, tempDir } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { createWatch, type WatchDeps } from './watch.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const drill = (id: string, vmid: number): Drill => ({
  ...{ id, guest: id, name: id, instance: 'lab', type: 'qemu', vmid: 100, tags: [], ports: [], by: 'ann' },
  backup: { volid: 'pbs:backup/vm/100/2026-01-01T00:00:00Z', time: iso(START), storage: 'pbs' },
  target: { node: 'pve1', vmid, storage: 'local' },
  ...{ createdAt: iso(START), until: iso(START + 3_600_000), patienceMs: 60_000, state: 'waiting' },
  seen: [{ step: 'handedOut', at: iso(START) }],
});
const restore = (vmid: number, error?: string) => ({
  ...({ upid: 'u', what: 'restore', vmid, user: 'root@pam', beganAgo: 0, endedAgo: 0 } as const),
  ...(error !== undefined && { error }),
});

async function setUp(look: WatchDeps['look']) {
  const clock = fakeClock(START);
  const store = await openTestStore({ dataDir: tempDir(), clock, log: createLogger('silent', () => {}) });
  onTestFinished(store.close);
  const defects: unknown[] = [];
  const { guardedTask } = createParts({ onDefect: (error) => void defects.push(error), clock });
  let idle = 0;
  const open = () => createWatch({ store, look, nodeOf: () => undefined, idle: () => void idle++, guardedTask, clock });
  return { clock, store, defects, open, idle: () => idle };
}

test('one whose look never ends, or throws, holds up no other', async () => {
  const { clock, store, defects, open } = await setUp(async (_instance, { vmid }) => {
    if (vmid === 9001) return new Promise(() => {});
    if (vmid === 9002) throw new Error('broken');
    return ok({ tasks: [restore(vmid)] });
  });
  for (const n of [1, 2, 3]) await store.drills.put(drill(`d${n}`, 9000 + n));
  onTestFinished(open().start());
  await clock.advance(5000);
  await expect.poll(() => store.drills.get('d3')?.state).toBe('restored');
  expect(['d1', 'd2'].map((id) => store.drills.get(id)?.state)).toEqual(['waiting', 'waiting']);
  expect(defects).not.toEqual([]);
});

test('a look without an answer says why, and changes nothing', async () => {
  const { store, open } = await setUp(async () => fail({ kind: 'unreachable', message: 'no route' }));
  await store.drills.put(drill('d1', 9001));
  const watch = open();
  await watch.tick();
  expect(watch.errorOf('d1')).toMatchObject({ message: 'no route' });
  expect(store.drills.get('d1')).toEqual(drill('d1', 9001));
});

test('a restart goes on with the open ones, and ended ones are not looked at', async () => {
  let looks = 0;
  const { clock, store, open, idle } = await setUp(async (_instance, { vmid }) => {
    looks++;
    return ok({ tasks: [restore(vmid, 'no space')], copy: null });
  });
  await store.drills.put(drill('d1', 9001));
  await open().tick();
  expect(store.drills.get('d1')).toMatchObject({ state: 'refused', reason: 'restoreFailed', detail: 'no space' });
  expect(store.protection.restoreTests()).toMatchObject([{ guest: 'd1', result: 'failed', by: 'ann' }]);
  expect(idle()).toBe(1);
  await clock.advance(60_000);
  await open().tick();
  expect(looks).toBe(1);
});

test('one that somebody ends while it is looked at stays ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { store, open } = await setUp(async (_instance, { vmid }) => {
    await promise;
    return ok({ tasks: [restore(vmid)] });
  });
  await store.drills.put(drill('d1', 9001));
  const watch = open();
  const looked = watch.tick();
  expect(await watch.abort('d1')).toMatchObject({ state: 'aborted' });
  resolve();
  await looked;
  expect(store.drills.get('d1')).toMatchObject({ state: 'aborted' });
  expect(await watch.abort('d1')).toBeUndefined();
});
