// What a collector keeps of the changes in its site.
import { appendFileSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { failed, guest, heard, node } from '../state/testing/observations.ts';
import { createEdges, type Edges } from './edges.ts';

const DAY_MS = 86_400_000;
const all = (edges: Edges, from = 0) => [...edges.parts({ instance: 'a', from })].flatMap((part) => part.edges);
const brief = (edges: Edges) =>
  all(edges).map(({ at, list, id, before, after }) => [at, list, id, before?.status, after?.status]);

function setUp(file = path.join(tempDir(), 'edges.jsonl'), most?: number) {
  const clock = { time: 0, now: () => clock.time };
  const edges = createEdges({ file, clock, ...(most && { most }) });
  const tell = (at: number, status: string, more: readonly number[] = []) => {
    clock.time = at;
    edges.observe(heard('a', at, { vms: [guest('a', 100, { status }), ...more.map((vmid) => guest('a', vmid))] }));
  };
  return { file, clock, edges, tell };
}

test('a status that changes is kept with its time, what is as before is not, and the first answer is no change', () => {
  const { edges, tell } = setUp();
  tell(10, 'running');
  tell(20, 'stopped');
  tell(30, 'stopped');
  tell(40, 'running', [101]);
  tell(50, 'running');
  expect(brief(edges)).toEqual([
    [20, 'vms', 'a-100', 'running', 'stopped'],
    [40, 'vms', 'a-100', 'stopped', 'running'],
    [40, 'vms', 'a-101', undefined, 'running'],
    [50, 'vms', 'a-101', 'running', undefined],
  ]);
  expect(all(edges, 41)).toHaveLength(1);
});

test('an instance that fails and answers again is two changes, and its lists are not empty meanwhile', () => {
  const { edges } = setUp();
  edges.observe(heard('a', 10, { nodes: [node('a', 'n')] }));
  edges.observe(failed('a', 20));
  edges.observe(failed('a', 30));
  edges.observe(heard('a', 40, { nodes: [node('a', 'n')] }));
  expect(all(edges).map(({ at, list, after }) => [at, list, after?.error === null])).toEqual([
    [20, 'instances', false],
    [40, 'instances', true],
  ]);
});

test('changes are there after a restart, and a line that a crash has torn costs only itself', () => {
  const { file, tell } = setUp();
  tell(10, 'running');
  tell(20, 'stopped');
  appendFileSync(file, '{"at":30,"list":"vms","id":"a-1');
  const again = setUp(file);
  expect(brief(again.edges)).toEqual([[20, 'vms', 'a-100', 'running', 'stopped']]);
  again.tell(40, 'stopped');
  again.tell(50, 'running');
  expect(brief(setUp(file).edges).map(([at]) => at)).toEqual([20, 50]);
});

test('of too many the oldest are dropped and counted, those of more than seven days too, and the file does not grow for ever', () => {
  const { file, edges, tell } = setUp(undefined, 10);
  for (let n = 0; n < 100; n++) tell(n, n % 2 ? 'stopped' : 'running');
  expect(all(edges).map(({ at }) => at)).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
  const [part] = edges.parts({ instance: 'a', from: 80 });
  expect([edges.status().dropped, part?.dropped]).toEqual([89, 89]);
  expect([...edges.parts({ instance: 'a', from: 90 })][0]?.dropped).toBe(0);
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(21);
  tell(8 * DAY_MS, 'running');
  expect(all(edges)).toHaveLength(1);
});

test('while the disk accepts nothing, changes are kept in memory, the reason is said, and they are written as soon as there is room', () => {
  const folder = path.join(tempDir(), 'full');
  const { file, edges, tell } = setUp(path.join(folder, 'edges.jsonl'));
  // A folder in the place of the file cannot be written.
  mkdirSync(file, { recursive: true });
  tell(10, 'running');
  tell(20, 'stopped');
  expect(edges.status()).toMatchObject({ count: 1, problem: expect.stringContaining('EISDIR') });
  rmdirSync(file);
  tell(30, 'running');
  expect(edges.status()).toEqual({ count: 2, dropped: 0 });
  expect(brief(setUp(file).edges).map(([at]) => at)).toEqual([20, 30]);
});
