import type { HistoryEntry } from '@belfry/schema/alerts/history';
import { expect, test } from 'vitest';
import { earlierOf } from './earlier.ts';

const entry = (occurrence: string, startTime: string, duration: number, id = 'dc-100-cpu'): HistoryEntry => ({
  ...{ id, occurrence, startTime, duration, type: 'cpu', level: 'warning', resourceId: 'dc-100', node: 'pve1' },
  ...{ resourceName: 'web', instance: 'dc', message: '', value: 90, threshold: 80, acknowledged: false },
  ...{ status: 'resolved', peakValue: 95, notified: true, changes: [] },
});
const now = { id: 'dc-100-cpu', metadata: { resourceType: '', unit: '', occurrence: 'now', instanceId: '', list: '' } };

test('the earlier occurrences of the same alert count, with the days on which they began and the longest one', () => {
  const entries = [
    entry('now', '2026-05-04T12:00:00', 60),
    entry('c', '2026-05-03T23:00:00', 600),
    entry('b', '2026-05-03T01:00:00', 1080),
    entry('a', '2026-05-01T12:00:00', 30),
    entry('x', '2026-05-01T12:00:00', 9999, 'dc-100-disk-data'),
  ];
  expect(earlierOf(entries, now)).toEqual({ times: 3, days: 2, longest: 1080 });
  expect(earlierOf(entries.slice(0, 1), now)).toEqual({ times: 0, days: 0, longest: 0 });
});
