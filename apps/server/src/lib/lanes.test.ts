import { expect, test } from 'vitest';
import { createLanes } from './lanes.ts';

/** Work that a test ends. `running` has the names of the work under way, in the order in which it began. */
function workshop() {
  const lanes = createLanes({ most: 6, reserved: 2, each: 3 });
  const ends = new Map<string, () => void>();
  const running: string[] = [];
  const settle = () => new Promise((done) => setImmediate(done));
  return {
    running,
    async start(lane: string | string[], ...names: string[]) {
      for (const name of names)
        void lanes([lane].flat(), () => {
          running.push(name);
          return new Promise<void>((end) => ends.set(name, end));
        });
      await settle();
    },
    async end(name: string) {
      running.splice(running.indexOf(name), 1);
      ends.get(name)?.();
      await settle();
    },
  };
}

test('one lane cannot use all places, all lanes leave the reserved places free, and urgent work can use every place', async () => {
  const { start, running } = workshop();
  await start('storage', 's1', 's2', 's3', 's4');
  expect(running).toEqual(['s1', 's2', 's3']);
  await start('nodes', 'n1', 'n2');
  expect(running).toEqual(['s1', 's2', 's3', 'n1']);
  await start([], 'u1', 'u2', 'u3');
  expect(running).toEqual(['s1', 's2', 's3', 'n1', 'u1', 'u2']);
});

test('a free place is given first to urgent work, then to the lane with the least work in progress', async () => {
  const { start, end, running } = workshop();
  await start('storage', 's1', 's2', 's3', 's4', 's5');
  await start('agents', 'a1', 'a2');
  await start('nodes', 'n1');
  expect(running).toEqual(['s1', 's2', 's3', 'a1']);
  await end('s1');
  expect(running).toEqual(['s2', 's3', 'a1', 'n1']);
  await end('n1');
  expect(running).toEqual(['s2', 's3', 'a1', 'a2']);
  await start([], 'u1', 'u2', 'u3');
  await end('s2');
  expect(running).toContain('u3');
});

test('work in two lanes waits for a place in both', async () => {
  const { start, end, running } = workshop();
  await start(['storage', 'node 1'], 's1');
  await start(['agents', 'node 1'], 'a1', 'a2', 'a3');
  expect(running).toEqual(['s1', 'a1', 'a2']);
  await start(['agents', 'node 2'], 'b1');
  expect(running).toEqual(['s1', 'a1', 'a2', 'b1']);
  await end('b1');
  expect(running).toEqual(['s1', 'a1', 'a2']);
  await end('s1');
  expect(running).toEqual(['a1', 'a2', 'a3']);
});

test('work that throws releases its place', async () => {
  const lanes = createLanes({ most: 1, reserved: 0, each: 1 });
  await expect(lanes(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lanes(['a'], async () => 1)).toBe(1);
});
