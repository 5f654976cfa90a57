import { expect, test } from 'vitest';
import { type Attempt, mayConnect } from './origin.ts';

const wall: Attempt = { origin: 'https://wall.example', foreign: true, ambient: true };
const token = { ...wall, ambient: false };

test.for<[what: string, attempt: Attempt, allowed: string[], may: boolean]>([
  ['our own page', { origin: 'http://belfry', foreign: false, ambient: true }, [], true],
  ['another page', wall, [], false],
  ['a page that is named', wall, ['https://wall.example'], true],
  ['a page called almost like it', { ...wall, origin: 'https://wall.example.evil' }, ['https://wall.example'], false],
  ['any page with the cookies of the user, where all origins are allowed', wall, ['*'], false],
  ['any page with a token of its own, where all origins are allowed', token, ['*'], true],
  ['any page with a token of its own, where none is', token, [], false],
])('%s', ([_, attempt, allowed, may]) => {
  expect(mayConnect(attempt, allowed)).toBe(may);
});
