import { aGuest } from '@belfry/domain/testing/guest';
import { expect, test } from 'vitest';
import { gridOf, type PasteInput, pasteInto } from './paste.ts';
import { guestResources } from './resources.ts';
import type { ValueRow } from './rows.ts';
import { sections } from './sections.ts';

const guests = ['ada', 'bob', 'eve'].map((name, at) =>
  aGuest({ id: `dc-${100 + at}`, vmid: 100 + at, name, node: 'pve1' }),
);
const named = guestResources(guests, [], (id) => id).map(
  (resource): ValueRow => ({ kind: 'resource', key: resource.key, target: resource.target, resource }),
);
const rows = [{ kind: 'more', key: 'm', group: 'g', count: 1, of: 1, isOpen: false } as const, ...named];
const heads: Record<string, string> = { cpu: 'CPU %', memory: 'Memory %', disk: 'Disk %' };
const pasted = (text: string, more: Partial<PasteInput> = {}) => {
  const { cells, unknown, beyond } = pasteInto({
    grid: gridOf(text),
    rows,
    fields: ['cpu', 'memory'],
    from: 'guests:dc-100',
    named,
    headOf: (field) => heads[field] ?? field,
    allFields: sections.guests.fields,
    ...more,
  });
  return {
    cells: cells.map(({ row, field, text }) => `${row.key.slice(-3)} ${field} ${text}`),
    unknown,
    beyond,
  };
};

test('cells go into the rows and columns from the current one on; what has no cell is counted', () => {
  expect(pasted('70\t80\r\n\t85\r\n').cells).toEqual(['100 cpu 70', '100 memory 80', '101 memory 85']);
  expect(pasted('70\t80\t90\n1\n2\n3\n4')).toMatchObject({ beyond: 3 });
  expect(pasted('60', { from: 'guests:dc-101', fields: ['disk'] }).cells).toEqual(['101 disk 60']);
});

test('lines with names or VMIDs go into the rows with that name, in any order', () => {
  expect(pasted('eve\t70\t80\n100\t60\nmallory\t50')).toEqual({
    cells: ['102 cpu 70', '102 memory 80', '100 cpu 60'],
    unknown: ['mallory'],
    beyond: 0,
  });
});

test('a line of heads says which columns', () => {
  expect(pasted('Name\tDisk %\tCPU %\nbob\t91\t71').cells).toEqual(['101 disk 91', '101 cpu 71']);
  expect(pasted('memory;cpu\n"82";72').cells).toEqual(['100 memory 82', '100 cpu 72']);
});
