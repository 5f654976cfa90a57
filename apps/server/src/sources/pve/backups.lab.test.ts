// Backups over time: a large installation has tens of thousands, and the state keeps the objects of those that did not change.
import { expect, test } from 'vitest';
import { watchLab } from './testing/watched.ts';

test('a backup that did not change is the same object in each poll', async () => {
  await using dc = await watchLab({ nodes: 2, guests: 10 });
  const { storageBackups: before = [] } = { ...(await dc.poll('resources', 'backups')) };
  const { storageBackups: after = [] } = await dc.poll('backups');
  expect(before.length).toBeGreaterThan(5);
  const known = new Map(before.map((backup) => [backup.id, backup]));
  expect(after.filter((backup) => known.get(backup.id) === backup)).toHaveLength(before.length);
});
