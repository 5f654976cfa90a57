// The guests of the lab as resources of the history, with values for any time: the same ones each time.
import { createCluster } from '@belfry/lab/world/cluster';
import { diskUsed, figures, type Guest } from '@belfry/lab/world/guest';
import { hash } from '@belfry/lab/world/walk';
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';

export const START = Date.UTC(2026, 0, 10);

const EVERY_S = 30;
const counters = ['diskread', 'diskwrite', 'netin', 'netout'] as const;

/** What a guest does from one moment to the next, `EVERY_S` later. */
interface Course {
  from: number;
  first: ReturnType<typeof figures>;
  last: ReturnType<typeof figures>;
  rates: number[];
  disk: number;
}

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
  const between = new Map<Guest, Course>();
  /** The figures change slowly, so those between two moments are on a line. */
  function courseOf(guest: Guest, t: number): Course {
    const from = Math.floor(t / EVERY_S) * EVERY_S;
    const known = between.get(guest);
    if (known?.from === from) return known;
    const first = known?.from === from - EVERY_S ? known.last : figures(guest, from);
    const last = figures(guest, from + EVERY_S);
    const rates = counters.map((name) => Math.max(0, last[name] - first[name]) / EVERY_S);
    const disk = (100 * diskUsed(guest, from, guest.maxdisk)) / guest.maxdisk;
    const course = { from, first, last, rates, disk };
    between.set(guest, course);
    return course;
  }
  const valuesOf = (guest: Guest, at: number): number[] => {
    const t = at / 1000;
    const { from, first, last, rates, disk } = courseOf(guest, t);
    const along = (t - from) / EVERY_S;
    const cpu = first.cpu + (last.cpu - first.cpu) * along;
    const memory = first.mem + (last.mem - first.mem) * along;
    let random = hash(guest.seed, t);
    const next = () => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return random / 2 ** 32;
    };
    const noisy = (value: number) => value * (0.8 + 0.4 * next());
    // Most guests rarely wait.
    const waits = (often: number) => (next() < often ? 12 * next() : 0);
    const pressure = [waits(cpu), waits(0.1), 0];
    return [noisy(cpu * 100), (100 * memory) / guest.maxmem, disk, ...rates.map(noisy), ...pressure];
  };
  const width = metricsOf('guest').length;
  function values(at: number): Float64Array {
    const all = new Float64Array(guests.length * width);
    for (const [n, guest] of guests.entries()) all.set(valuesOf(guest, at), n * width);
    return all;
  }
  return { resources, values };
}
