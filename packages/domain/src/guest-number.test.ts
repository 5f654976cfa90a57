import { expect, test } from 'vitest';
import { byNumber, isNumbered, numberedName, numberText } from './guest-number.ts';
import { oldGuestIds } from './ids.ts';

interface Guest {
  name: string;
  vmid?: number;
}
const web: Guest = { name: 'web', vmid: 101 };
const named: Guest = { name: 'build-runner' };

test('guests are in the order of their numbers, and those without one are last', () => {
  const guests: Guest[] = [named, { name: 'db', vmid: 7 }, { name: 'other' }, web];
  expect(guests.toSorted(byNumber).map(({ name }) => name)).toEqual(['db', 'web', 'build-runner', 'other']);
  expect(guests.filter(isNumbered).map(({ vmid }) => vmid)).toEqual([7, 101]);
});

test('a guest without a number is called by its name alone', () => {
  expect([numberedName(web), numberedName(named)]).toEqual(['web (101)', 'build-runner']);
  expect([numberText(web), numberText(named)]).toEqual(['101', '']);
});

test('a guest without a number has no older ids', () => {
  const place = { instance: 'lab', node: 'host-1' };
  expect(oldGuestIds({ ...place, ...web })).toEqual(['lab-host-1-101', 'host-1-101']);
  expect(oldGuestIds(place)).toEqual([]);
});
