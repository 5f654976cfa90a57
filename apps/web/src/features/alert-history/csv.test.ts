import type { HistoryEntry } from '@belfry/schema/alerts/history';
import { expect, test } from 'vitest';
import { historyCsv } from './csv.ts';

const entry = (fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ id: 'a', occurrence: 'o', type: 'cpu', level: 'warning', resourceId: 'dc-100', resourceName: 'mail' },
  ...{ node: 'pve1', instance: 'dc', message: 'CPU is at 85 %', value: 85, threshold: 80, acknowledged: false },
  ...{ startTime: '2026-01-01T10:00:00.000Z', status: 'resolved', peakValue: 97.5, duration: 60, notified: true },
  changes: [],
  ...fields,
});
const lines = (...entries: HistoryEntry[]) => historyCsv(entries).split('\r\n');

test('an export has a head and one line for each entry', () => {
  expect(lines(entry({ ackUser: 'anna', resolvedAt: '2026-01-01T10:01:00.000Z' }))).toEqual([
    'started,ended,duration_seconds,resource,resource_id,type,severity,message,peak,threshold,status,acknowledged_by,node,instance,late',
    '2026-01-01T10:00:00.000Z,2026-01-01T10:01:00.000Z,60,mail,dc-100,cpu,warning,CPU is at 85 %,97.5,80,resolved,anna,pve1,dc,',
    '',
  ]);
});

test('commas, quotes and line breaks stay in their field', () => {
  expect(lines(entry({ message: 'disk "a", full\nnow' }))[1]).toContain(',"disk ""a"", full\nnow",');
});

test.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\tx'])(
  'the name %j is a text for a spreadsheet',
  (resourceName) => {
    const [, line = ''] = lines(entry({ resourceName }));
    expect(line.split(',60,')[1]?.replace(/^"/, '').startsWith("'")).toBe(true);
  },
);
