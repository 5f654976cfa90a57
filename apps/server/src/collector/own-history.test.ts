// What a collector says about its own history.
import { expect, test } from 'vitest';
import type { HistoryStore } from '../history/history-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createOwnHistory } from './own-history.ts';

test('a full disk and a damaged file are told apart: only the first accepts nothing', () => {
  let problems: ReturnType<HistoryStore['problems']> = {};
  const store = { problems: () => problems } as HistoryStore;
  const own = createOwnHistory({ store, version: 'test', clock: fakeClock() });
  const since = '2026-01-01T00:00:00.000Z';
  expect(own.status()).toEqual({ bytes: 0 });
  problems = { history: { message: 'The file of measured values was damaged.', since } };
  expect(own.status()).toEqual({ bytes: 0, problem: 'The file of measured values was damaged.' });
  problems = { ...problems, 'history-disk': { message: 'Measured values cannot be stored: full.', since } };
  expect(own.status()).toMatchObject({ problem: 'Measured values cannot be stored: full.', isFull: true });
});
