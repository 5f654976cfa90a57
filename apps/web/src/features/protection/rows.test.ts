import { expect, test } from 'vitest';
import { MAX_WELL, type Row, toRows } from './rows.ts';
import type { Subject } from './subject.ts';
import { aJob, aSubject } from './testing/subject.ts';

const jobs = new Map([['nightly', aJob('nightly', { comment: 'every night' })]]);
const failed = aSubject('mail', {
  ...{ state: 'failed', jobs: ['nightly'] },
  lastRun: { job: 'nightly', at: '2026-11-22T02:00:00Z', result: 'failed', error: 'no space left' },
});
const keys = (subjects: readonly Subject[], view: Partial<Parameters<typeof toRows>[1]> = {}, opened: string[] = []) =>
  toRows(subjects, { grouping: 'problems', rest: 'folded', ...view }, jobs, new Set(opened)).map(({ key }) => key);
const well = Array.from({ length: MAX_WELL + 5 }, (_, i) => aSubject(`vm-${i}`));

test('a run that did not work has a line below its guest, and the details are below that', () => {
  expect(keys([failed], {}, ['mail'])).toEqual(['group:problem', 'mail', 'mail/note', 'mail/why']);
});

test('a run that is going on is no failure', () => {
  const running = aSubject('web', { lastRun: { job: 'nightly', at: '2026-11-22T02:00:00Z', result: 'running' } });
  expect(keys([running])).toEqual(['group:protected', 'web']);
});

test('many guests that are well fold into one row, and the group still counts all of them', () => {
  const rows = toRows(well, { grouping: 'problems', rest: 'folded' }, jobs, new Set());
  expect(rows.filter(({ kind }) => kind === 'guest')).toHaveLength(MAX_WELL);
  expect(rows[0]).toMatchObject({ kind: 'group', count: MAX_WELL + 5 });
  expect(rows.at(-1)).toMatchObject({ part: 'more', count: 5 });
  expect(keys(well, { rest: 'shown' })).toHaveLength(MAX_WELL + 6);
});

test('one guest is not folded: the row that says so would take the same place', () => {
  expect(keys(well.slice(0, MAX_WELL + 1))).toHaveLength(MAX_WELL + 2);
});

test('problems never fold', () => {
  const many = well.map(({ id }) => aSubject(id, { state: 'not-covered', jobs: [] }));
  expect(keys(many)).toHaveLength(many.length + 1);
});

test('by node: nodes with the same name in two clusters are two groups', () => {
  const rows = toRows(
    [
      aSubject('a', {}, { node: 'pve10' }),
      aSubject('b', {}, { node: 'pve2' }),
      aSubject('c', {}, { node: 'pve2', instance: 'x' }),
    ],
    { grouping: 'node', rest: 'folded' },
    jobs,
    new Set(),
  );
  const groups = rows.filter((row): row is Extract<Row, { kind: 'group' }> => row.kind === 'group');
  expect(groups.map(({ key }) => key)).toEqual(['group:dc/pve2', 'group:x/pve2', 'group:dc/pve10']);
});

test('by job: guests in no job are first, and a job has its name', () => {
  const rows = toRows(
    [aSubject('a'), aSubject('b', { jobs: [] })],
    { grouping: 'job', rest: 'folded' },
    jobs,
    new Set(),
  );
  expect(rows.flatMap((row) => (row.kind === 'group' ? row.group : []))).toEqual([
    { by: 'job', name: '' },
    { by: 'job', name: 'every night' },
  ]);
});

test('a guest that recovers stays in its group while somebody points at it', () => {
  const [row] = toRows([aSubject('a')], { grouping: 'problems', rest: 'folded' }, jobs, new Set(), () => 'problem');
  expect(row).toMatchObject({ key: 'group:problem' });
});
