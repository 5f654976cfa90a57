import { expect, test } from 'vitest';
import { quorumOf } from './quorum.ts';

const device = { state: 'Connected', votes: true, algorithm: 'Fifty-Fifty split' };

test('two nodes need both; with a quorum device that votes, one of them and the device are a majority', () => {
  expect(quorumOf(2, 1, undefined)).toEqual({ cast: 1, majority: 2 });
  expect(quorumOf(2, 1, device)).toEqual({ cast: 2, majority: 2 });
  expect(quorumOf(2, 1, { ...device, votes: false })).toEqual({ cast: 1, majority: 2 });
  expect(quorumOf(4, 2, device)).toEqual({ cast: 3, majority: 3 });
});

test('with last man standing, one node of three and the device are a majority', () => {
  expect(quorumOf(3, 1, { ...device, algorithm: 'LMS' })).toEqual({ cast: 3, majority: 3 });
});
