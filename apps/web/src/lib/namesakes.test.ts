import { expect, test } from 'vitest';
import { namesakesOf } from './namesakes.ts';

const guest = (name: string, instance: string, id = `${instance}-${name}`) => ({ id, name, instance });

test('guests of different clusters with one name say their cluster; within a cluster the number tells them apart', () => {
  const guests = [
    guest('web', 'a'),
    guest('web', 'b'),
    guest('db', 'a'),
    guest('mail', 'b', '1'),
    guest('mail', 'b', '2'),
  ];
  expect([...namesakesOf(guests, (instance) => instance.toUpperCase())]).toEqual([
    ['a-web', 'A'],
    ['b-web', 'B'],
  ]);
});
