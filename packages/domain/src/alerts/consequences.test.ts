import type { AlertMetadata } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { consequencesOf } from './consequences.ts';

const alert = (type: string, more: Partial<AlertMetadata>) => ({
  type,
  metadata: { resourceType: '', unit: '', occurrence: '', instanceId: '', list: '', ...more },
});
const affects = { count: 52, resources: [] };

test('a lost node counts the guests that ran there, although more is affected; any other alert counts all that it explains', () => {
  expect(consequencesOf(alert('connectivity', { affects, depends: { guests: 43, others: 2 } }))).toEqual({
    ...{ kind: 'ran', count: 43, unknown: 0 },
  });
  expect(consequencesOf(alert('connectivity', { affects, depends: { guests: 0, others: 2 } }))).toEqual({
    ...{ kind: 'affected', count: 52 },
  });
  expect(consequencesOf(alert('connectivity', { affects, depends: { guests: 0, unknown: 9, others: 2 } }))).toEqual({
    ...{ kind: 'ran', count: 0, unknown: 9 },
  });
  expect(consequencesOf(alert('usage', { affects, depends: { guests: 0, others: 5 } }))).toEqual({
    ...{ kind: 'affected', count: 52 },
  });
  expect(consequencesOf(alert('usage', { depends: { guests: 3, others: 5 } }))).toBeUndefined();
});
