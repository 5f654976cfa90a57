import { expect, test } from 'vitest';
import { createEpochs, HERE } from './epochs.ts';

/** The settings that a restart reads again. */
function memory() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => values.get(key) as never,
    keep: async (key: string, value: unknown) => void values.set(key, value),
  };
}

test('an instance of this server has the epoch 0 and needs no row', () => {
  const settings = memory();
  const epochs = createEpochs(settings);
  expect(epochs.take('a', HERE)).toBe(0);
  expect(epochs.of('a')).toBe(0);
  expect(settings.get('epochs/a')).toBeUndefined();
});

test('the epoch rises with each other holder and never falls, also over a restart', () => {
  const settings = memory();
  const epochs = createEpochs(settings);
  const takes = (holder: string) => epochs.take('a', holder);
  expect(['cologne/k1', 'cologne/k1', 'cologne/k2', HERE, 'cologne/k1'].map(takes)).toEqual([1, 1, 2, 3, 4]);
  const after = createEpochs(settings);
  expect(after.of('a')).toBe(4);
  expect(after.take('a', 'cologne/k1')).toBe(4);
  expect(after.take('a', HERE)).toBe(5);
});
