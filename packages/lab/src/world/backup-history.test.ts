// The backups that a lab has when it starts are those that its prune job keeps, at any time of the day.
import { expect, test } from 'vitest';
import { historyOf, prune } from './backup-history.ts';
import { createCluster } from './cluster.ts';

const DAY_S = 86_400;
/** The prune job runs at half past twelve at night, and the nightly backups begin at one. */
const PRUNED_S = 50 * 60;
const daily = prune['keep-daily'];
const kept = daily + prune['keep-weekly'];

test.for([
  ...['2026-11-28T00:10:00Z', '2026-11-28T00:49:59Z', '2026-11-28T00:50:00Z', '2026-11-28T01:00:00Z'],
  ...['2026-11-28T01:41:00Z', '2026-11-28T12:30:00Z', '2026-11-30T23:59:00Z', '2026-12-01T00:30:00Z'],
  ...['2026-03-01T00:55:00Z', '2024-02-29T23:59:00Z', '2026-03-29T01:30:00Z', '2026-10-25T01:30:00Z'],
])('at %s a lab that starts has the backups that its prune job has kept, and the later ones', (at) => {
  const since = Date.parse(at) / 1000;
  const cluster = createCluster({ name: 'lab', nodes: ['n1', 'n2'], guests: 300, seed: 5, release: 9.2, since });
  const { groups, runs } = historyOf(cluster);
  const midnight = since - (since % DAY_S);
  const pruned = midnight + PRUNED_S <= since ? midnight + PRUNED_S : midnight + PRUNED_S - DAY_S;
  const grown = groups.filter(({ type, id }) => {
    const guest = type === 'host' ? undefined : cluster.guests.get(Number(id));
    return guest && guest.createdAt < since - 80 * DAY_S;
  });
  expect(grown.length).toBeGreaterThan(100);
  for (const { id, snapshots } of grown) {
    const before = snapshots.filter(({ time, isProtected }) => time < pruned && !isProtected);
    expect(before, `guest ${id}`).toHaveLength(kept);
    const last = before[0]?.time ?? 0;
    // Only a night that failed makes room for an older one.
    const days = before.slice(0, daily).map(({ time }) => Math.floor(last / DAY_S) - Math.floor(time / DAY_S));
    expect(days.at(-1), `guest ${id}`).toBeLessThan(daily + 3);
  }
  expect(runs.every(({ starttime }) => starttime > since - 10 * DAY_S && starttime <= since)).toBe(true);
});
