// The guests of the lab as resources of the history, with values for any time: the same ones each time.
import { createCluster } from '@belfry/lab/world/cluster';
import { diskUsed, figures, type Guest } from '@belfry/lab/world/guest';
import { chance } from '@belfry/lab/world/walk';
import type { Resource } from '@belfry/schema/history/metrics';

export const START = Date.UTC(2026, 0, 10);

/** The guests of the lab. Its curves are smooth, so CPU and rates get noise of 20 percent. */
export function estate(count: number) {
  const since = START / 1000 - 1e6;
  const guests = [
    ...createCluster({
      name: 'lab',
      nodes: ['a', 'b', 'c'],
      guests: count,
      seed: 3,
      release: 9.2,
      since,
    }).guests.values(),
  ];
  const resources = guests.map(({ vmid }): Resource => ({ kind: 'guest', id: `lab-${vmid}` }));
  const before = new Map<number, ReturnType<typeof figures>>();
  const valuesOf = (guest: Guest, at: number): number[] => {
    const t = at / 1000;
    const now = figures(guest, t);
    const last = before.get(guest.vmid) ?? figures(guest, t - 10);
    before.set(guest.vmid, now);
    let turn = 0;
    const noisy = (value: number) => value * (0.8 + 0.4 * chance(guest.seed, t, turn++));
    const rate = (name: 'diskread' | 'diskwrite' | 'netin' | 'netout') =>
      noisy(Math.max(0, now[name] - last[name]) / 10);
    const rates = [rate('diskread'), rate('diskwrite'), rate('netin'), rate('netout')];
    const disk = (100 * diskUsed(guest, t, guest.maxdisk)) / guest.maxdisk;
    // Most guests rarely wait.
    const waits = (often: number) => (chance(guest.seed, t, turn++) < often ? 12 * chance(guest.seed, t, turn++) : 0);
    const pressure = [waits(now.cpu), waits(0.1), 0];
    return [noisy(now.cpu * 100), (100 * now.mem) / guest.maxmem, disk, ...rates, ...pressure];
  };
  return { resources, values: (at: number) => Float64Array.from(guests.flatMap((guest) => valuesOf(guest, at))) };
}
