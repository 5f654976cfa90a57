import { expect, test } from 'vitest';
import { createFairQueue, type Place } from './fair-queue.ts';

function queue(random = () => 0) {
  const enter = createFairQueue({ places: 4, ofOneNetwork: 2, random });
  const ran: string[] = [];
  const first = Promise.withResolvers<void>();
  const task = (network: string, known = false, until?: Promise<void>) =>
    enter({ network, known } satisfies Place, async () => {
      await until;
      ran.push(network);
      return network;
    });
  return { ran, task, busy: task('busy', false, first.promise), release: first.resolve };
}

test('a known place is heard before strangers, and a full queue makes room for it', async () => {
  const { ran, task, busy, release } = queue();
  const strangers = ['a', 'b', 'c'].map((network) => task(network));
  const person = task('home', true);
  release();
  expect(await person).toBe('home');
  expect(ran).toEqual(['busy', 'home']);
  expect(await Promise.all([busy, ...strangers])).toEqual(['busy', undefined, 'b', 'c']);
});

test('among strangers chance decides who waits, and not who came first', async () => {
  const late = queue(() => 0);
  const early = ['a', 'b', 'c'].map((network) => late.task(network));
  const newcomer = late.task('d');
  late.release();
  expect(await Promise.all([...early, newcomer])).toEqual([undefined, 'b', 'c', 'd']);

  const unlucky = queue(() => 0.99);
  for (const network of ['a', 'b', 'c']) void unlucky.task(network);
  expect(await unlucky.task('d')).toBe(undefined);
});

test('one network cannot take all places, and a task that fails does not stop the others', async () => {
  const { task, release } = queue();
  const flood = [1, 2, 3].map(() => task('flood'));
  const other = task('other', false, Promise.reject(new Error('broken')));
  release();
  expect(await Promise.all(flood)).toEqual(['flood', 'flood', undefined]);
  await expect(other).rejects.toThrow('broken');
  expect(await task('last')).toBe('last');
});
