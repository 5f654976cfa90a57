import type { PbsInstance } from '@belfry/schema/entities/pbs';
import { expect, test } from 'vitest';
import { nextSort, type SummaryRow, sortSummary, summaryRows } from './summary-rows.ts';

const row = (name: string, fields: Partial<SummaryRow> = {}): SummaryRow => ({
  id: name,
  kind: 'pve',
  name,
  href: undefined,
  remark: '',
  online: true,
  healthy: true,
  staleSince: undefined,
  uptime: undefined,
  cpu: undefined,
  cores: undefined,
  memory: undefined,
  disk: undefined,
  temperature: undefined,
  counts: {},
  ...fields,
});
const names = (rows: SummaryRow[]) => rows.map((each) => each.name).join(' ');

test('hypervisors come before backup servers, online before offline, then by name', () => {
  const rows = [row('store', { kind: 'pbs' }), row('b'), row('a', { online: false }), row('A1')];
  expect(names(sortSummary(rows, null))).toBe('A1 b a store');
});

test('missing values are last in both directions, ties are in the default order', () => {
  const rows = [row('off', { online: false }), row('z', { cpu: 5 }), row('a', { cpu: 5 }), row('hot', { cpu: 90 })];
  expect(names(sortSummary(rows, { key: 'cpu', descending: true }))).toBe('hot a z off');
  expect(names(sortSummary(rows, { key: 'cpu', descending: false }))).toBe('a z hot off');
});

test('the third click returns to the default order', () => {
  const clicks = (key: 'name' | 'cpu') => {
    const first = nextSort(null, key);
    const second = nextSort(first, key);
    return [first?.descending, second?.descending, nextSort(second, key)];
  };
  expect(clicks('name')).toEqual([false, true, null]);
  expect(clicks('cpu')).toEqual([true, false, null]);
  expect(nextSort({ key: 'cpu', descending: false }, 'name')).toEqual({ key: 'name', descending: false });
});

test('a backup server whose version is not known yet is just one', () => {
  const remark = (version: string) => {
    const server = { id: 'pbs-main', name: 'main', host: '', status: 'online', version, datastores: [] };
    return summaryRows([], [server as Partial<PbsInstance> as PbsInstance], new Map())[0]?.remark;
  };
  expect([remark('4.1.2'), remark('unknown'), remark('')]).toEqual(['PBS 4.1.2', 'PBS', 'PBS']);
});
