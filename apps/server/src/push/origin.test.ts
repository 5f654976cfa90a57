import { expect, test } from 'vitest';
import { mayConnect } from './origin.ts';

test.for<[origin: string | undefined, host: string | undefined, allowed: string[], may: boolean]>([
  [undefined, 'belfry:7655', [], true],
  ['http://belfry:7655', 'belfry:7655', [], true],
  ['https://Belfry.lan', 'belfry.lan', [], true],
  ['http://[::1]:7655', '[::1]:7655', [], true],
  ['http://evil.example', 'belfry:7655', [], false],
  ['http://belfry:80', 'belfry:7655', [], false],
  ['http://127.0.0.1:7655', 'belfry:7655', [], false],
  ['null', 'belfry:7655', [], false],
  ['file://', '', [], false],
  ['http://belfry:7655', undefined, [], false],
  ['https://wall.example', 'belfry:7655', ['https://wall.example'], true],
  ['https://wall.example.evil', 'belfry:7655', ['https://wall.example'], false],
  ['https://any.example', 'belfry:7655', ['*'], true],
])('a page of origin %s, asking host %s, with %j allowed: %s', ([origin, host, allowed, may]) => {
  expect(mayConnect(origin, host, allowed)).toBe(may);
});
