// Drills as pure data: what each look means, and what no look may mean.
import type { Drill } from '@belfry/schema/drill/drill';
import type { DrillLook, DrillTask } from '@belfry/schema/drill/look';
import { expect, test } from 'vitest';
import { isSameBackup } from './archive.ts';
import { observe } from './observe.ts';
import { questionOf } from './question.ts';

const START = Date.parse('2026-10-17T08:00:00Z');
const VOLID = 'pbs:backup/vm/110/2026-10-17T00:14:03Z';
const MINUTE = 60_000;

const drill = (more: Partial<Drill> = {}): Drill => ({
  ...{ id: 'd1', guest: 'lab-110', name: 'mariadb-1', instance: 'lab', type: 'qemu', vmid: 110, tags: [] },
  backup: { volid: VOLID, time: '2026-10-17T00:14:03.000Z', storage: 'pbs' },
  target: { node: 'pve1', vmid: 9110, storage: 'local-zfs' },
  ...{ ports: [], use: { from: 40, to: 42 }, by: 'ann' },
  createdAt: new Date(START).toISOString(),
  until: new Date(START + 480 * MINUTE).toISOString(),
  patienceMs: 15 * MINUTE,
  state: 'waiting',
  seen: [{ step: 'handedOut', at: new Date(START).toISOString() }],
  ...more,
});

/** Seconds since the drill was handed out. */
const task = (what: DrillTask['what'], began: number, ended?: number, more: Partial<DrillTask> = {}) => ({
  ...{ what, began, ended, vmid: what === 'clone' ? 110 : 9110, user: 'root@pam', upid: `UPID:${what}:${began}` },
  ...more,
});
type Happened = ReturnType<typeof task>;

/** What a host would answer at a second. */
function lookAt(s: number, tasks: readonly Happened[], more: DrillLook = {}): DrillLook {
  return {
    tasks: tasks
      .filter(({ began }) => began <= s)
      .map(({ began, ended, ...rest }) => ({
        ...rest,
        beganAgo: (s - began) * 1000,
        ...(ended !== undefined && ended <= s && { endedAgo: (s - ended) * 1000 }),
      })),
    copy: null,
    ...more,
  };
}
const copy = (more: Partial<NonNullable<DrillLook['copy']>> = {}) => ({
  ...{ node: 'pve1', isRunning: false, uptimeMs: 0 },
  ...more,
});
const running = (uptimeS: number) => copy({ isRunning: true, uptimeMs: uptimeS * 1000, bridges: [] });
const files = { used: 41, total: 100, mounts: ['/'] };
const log = (archive: string | undefined) => ({
  upid: 'UPID:restore:60',
  ...(archive !== undefined && { archive }),
});

/** The looks in their order, `[second, look]`, three seconds after the look before. */
const play = (from: Drill, ...looks: readonly (readonly [number, DrillLook])[]): Drill =>
  looks.reduce((now, [s, look]) => observe(now, look, START + s * 1000, START + (s - 3) * 1000), from);

const restore = task('restore', 60, 500);
const restored: readonly (readonly [number, DrillLook])[] = [
  [62, lookAt(62, [restore], { copy: copy({ lock: 'create' }) })],
  [503, lookAt(503, [restore], { copy: copy() })],
  [506, lookAt(506, [restore], { copy: copy(), log: log('vm/110/2026-10-17T00:14:03Z') })],
];
const began = play(drill(), ...restored, [540, lookAt(540, [restore], { copy: running(15), agent: 'silent' })]);

test('a restore that boots and shows its files passes, with the time from its begin to the last thing that was seen', () => {
  expect(play(drill(), ...restored)).toMatchObject({ state: 'restored', archive: 'vm/110/2026-10-17T00:14:03Z' });
  expect(began).toMatchObject({ state: 'running', bridges: [] });
  const passed = play(began, [582, lookAt(582, [restore], { copy: running(57), agent: 'answers', files })]);
  expect(passed).toMatchObject({ state: 'passed', restoreMs: 522_000 });
  expect(passed.isAtMost).toBeUndefined();
  expect(passed.seen.map(({ step, at }) => [step, (Date.parse(at) - START) / 1000])).toEqual([
    ['handedOut', 0],
    ['restoreBegan', 60],
    ['restoreEnded', 500],
    ['started', 525],
    ['agentAnswered', 582],
    ['filesRead', 582],
  ]);
  const destroyed = [restore, task('destroy', 900, 903)];
  const done = play(passed, [905, lookAt(905, destroyed)]);
  expect(done).toMatchObject({ state: 'done', restoreMs: 522_000 });
  expect(done.seen.at(-1)).toMatchObject({ step: 'removed', at: new Date(START + 903_000).toISOString() });
});

test('a look without answers changes nothing, however late it is', () => {
  for (const state of [drill(), ...[1, 2, 3].map((n) => play(drill(), ...restored.slice(0, n))), began])
    expect(observe(state, {}, START + 1e10)).toBe(state);
});

test('what happened while Belfry did not look is said so, and its time is an upper bound', () => {
  const late = observe(began, lookAt(900, [restore], { copy: running(375), agent: 'answers', files }), START + 900_000);
  expect(late).toMatchObject({ state: 'passed', restoreMs: 840_000, isAtMost: true });
  expect(late.seen.at(-1)).toMatchObject({ step: 'filesRead', notBefore: began.seen.at(-1)?.at });
});

test.each<[string, Partial<Drill>, readonly (readonly [number, DrillLook])[]]>([
  ['clone', {}, [[100, lookAt(100, [task('clone', 50, 90)], { copy: copy() })]]],
  ['created', {}, [[100, lookAt(100, [task('create', 50, 55)], { copy: running(20) })]]],
  ['notRestored', {}, [[100, lookAt(100, [], { copy: copy() })]]],
  [
    'otherBackup',
    {},
    [...restored.slice(0, 2), [506, lookAt(506, [restore], { log: log('vm/110/2026-10-16T00:14:03Z') })]],
  ],
  [
    'unnamedBackup',
    {},
    [...restored.slice(0, 2), [506, lookAt(506, [restore], { copy: copy(), log: log(undefined) })]],
  ],
  ['restoreFailed', {}, [[503, lookAt(503, [task('restore', 60, 500, { error: 'no space' })], { copy: copy() })]]],
  ['removedEarly', {}, [...restored, [520, lookAt(520, [restore, task('destroy', 510, 512)])]]],
  ['removedEarly', {}, [...restored, [520, lookAt(520, [restore])]]],
  ['neverBegan', {}, [[480 * 60 + 1, lookAt(480 * 60 + 1, [])]]],
  [
    'notFinished',
    {},
    [[480 * 60 + 1, lookAt(480 * 60 + 1, [task('restore', 60)], { copy: copy({ lock: 'create' }) })]],
  ],
  ['neverStarted', {}, [...restored, [480 * 60 + 1, lookAt(480 * 60 + 1, [restore], { copy: copy() })]]],
])('%s is refused', (reason, more, looks) => {
  expect(play(drill(more), ...looks)).toMatchObject({ state: 'refused', reason });
});

const AFTER = 540 + 15 * 60;
test.each<[string, Partial<Drill>, DrillLook]>([
  ['agentSilent', {}, { copy: running(915), agent: 'silent' }],
  ['notRunning', {}, { copy: copy() }],
  ['filesDiffer', {}, { copy: running(915), agent: 'answers', files: { ...files, used: 60 } }],
  ['filesUnread', {}, { copy: running(915), agent: 'answers' }],
  ['portsClosed', { ports: [22, 3306] }, { copy: running(915), agent: 'answers', files, ports: [22] }],
  ['portsUnseen', { ports: [22] }, { copy: running(915), agent: 'answers', files, ports: null }],
])('%s is refused when the patience is over, and not before', (reason, more, look) => {
  const before = { ...began, ...more };
  expect(play(before, [AFTER - 60, lookAt(AFTER - 60, [restore], look)]).state).toBe('running');
  expect(play(before, [AFTER, lookAt(AFTER, [restore], look)])).toMatchObject({ state: 'refused', reason });
});

test('a host that does not answer when the patience is over refuses nothing', () => {
  expect(play(began, [AFTER, lookAt(AFTER, [restore], { copy: running(915) })]).state).toBe('running');
  expect(play(began, [AFTER, { copy: undefined }]).state).toBe('running');
});

test('an account that sees no tasks refuses nothing, because the restore may be among them', () => {
  const unseen: DrillLook = { copy: running(20) };
  expect(play(drill(), [100, unseen])).toMatchObject({ state: 'waiting' });
});

test('a guest that a task still works on may be the copy whose restore is listed a moment later', () => {
  expect(play(drill(), [100, lookAt(100, [], { copy: copy({ lock: 'create' }) })])).toMatchObject({ state: 'waiting' });
});

test('an agent that the host lets nobody ask is refused when the number is no longer reserved', () => {
  const s = 480 * 60 + 1;
  expect(play(began, [s, lookAt(s, [restore], { copy: running(s - 525) })])).toMatchObject({ reason: 'agentSilent' });
});

test('tasks of the same number before the drill are of another guest', () => {
  const old = task('restore', -3600, -3000);
  expect(play(drill(), [10, lookAt(10, [old, task('destroy', -2000, -1990)])])).toMatchObject({ state: 'waiting' });
});

test('after a refusal nothing is looked at any more', () => {
  const refused = play(drill(), [100, lookAt(100, [], { copy: copy() })]);
  expect(play(refused, ...restored)).toBe(refused);
});

test('files that are not known from the past are read, and not compared', () => {
  const { use: _, ...unknown } = began;
  const look = { copy: running(57), agent: 'answers', files: { ...files, used: 90 } } as const;
  expect(play(unknown, [582, lookAt(582, [restore], look)])).toMatchObject({ state: 'passed' });
});

test('a container has no agent: its host says how full it is', () => {
  const lxc = { ...began, type: 'lxc' as const };
  expect(questionOf(lxc, 'pve1')).toMatchObject({ agent: false });
  expect(play(lxc, [560, lookAt(560, [restore], { copy: running(35), files })])).toMatchObject({ state: 'passed' });
});

test('the name of a backup is the same in lists and in logs', () => {
  const file = 'vzdump-qemu-110-2026_10_17-02_14_03.vma.zst';
  expect(isSameBackup(`nas:backup/${file}`, `/mnt/pve/nas/dump/${file}`)).toBe(true);
  expect(isSameBackup(VOLID, 'other:backup/vm/110/2026-10-17T00:14:03Z')).toBe(true);
  expect(isSameBackup(VOLID, 'vm/111/2026-10-17T00:14:03Z')).toBe(false);
  expect(isSameBackup(VOLID, 'vm/110/2026-10-17T00:14:04Z')).toBe(false);
});

test('the log is asked for once, and only of a restore that has ended', () => {
  const logOf = (state: Drill) => questionOf(state, undefined).log;
  expect([drill(), play(drill(), ...restored.slice(0, 1))].map(logOf)).toEqual([undefined, undefined]);
  expect(logOf(play(drill(), ...restored.slice(0, 2)))).toBe('UPID:restore:60');
  expect(logOf(play(drill(), ...restored))).toBeUndefined();
});
