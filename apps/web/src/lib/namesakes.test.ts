import { expect, test } from 'vitest';
import { namesakesOf } from './namesakes.ts';

const guest = (name: string, instance: string, id = `${instance}-${name}`) => ({ id, name, instance });

test('guests of different clusters with one name say their cluster', () => {
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

test('two of one name in one cluster have their numbers, and the cluster too where another one has the name', () => {
  const guests = [
    { ...guest('web', 'a', '1'), vmid: 101 },
    { ...guest('web', 'a', '2'), vmid: 102 },
    { ...guest('web', 'b', '3'), vmid: 101 },
    { ...guest('mail', 'b', '4'), vmid: 104 },
    { ...guest('mail', 'b', '5'), vmid: 105 },
  ];
  expect([...namesakesOf(guests, (instance) => instance.toUpperCase()).values()]).toEqual([
    ...['A 101', 'A 102', 'B'],
    ...['104', '105'],
  ]);
});
