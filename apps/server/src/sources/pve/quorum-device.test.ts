import { expect, test } from 'vitest';
import { quorumDevice } from './quorum-device.ts';

const connected = {
  Model: 'Net',
  State: 'Connected',
  Algorithm: 'Fifty-Fifty split',
  'QNetd host': '10.0.0.9:5403',
  'Last poll call': '2026-06-01T12:00:00 (cast vote)',
};

test('a quorum device votes when it is connected and the last poll had its vote', () => {
  expect(quorumDevice(connected)).toEqual({
    ...{ state: 'Connected', votes: true, host: '10.0.0.9:5403', algorithm: 'Fifty-Fifty split' },
  });
  expect(quorumDevice({ ...connected, 'Last poll call': '2026-06-01T12:00:00' })?.votes).toBe(false);
  expect(quorumDevice({ ...connected, State: 'Connect failed' })).toMatchObject({
    state: 'Connect failed',
    votes: false,
  });
});

test('an empty object is no device, and everything else is not an answer', () => {
  expect(quorumDevice({})).toBeNull();
  for (const data of [undefined, [], 'x', { Model: 'Net' }]) expect(quorumDevice(data)).toBeUndefined();
});
