// What was really so, looked up in the simulated datacentre itself every ten seconds. Nothing of Belfry has a part in it.
import type { Lab } from '@belfry/lab/datacentre';

export const LOOK_MS = 10_000;

/** How many looks found what. `edges`: how often it changed. */
export interface Looks {
  up: number;
  down: number;
  unseen: number;
  agreed: number;
  edges: number;
}
export interface GuestTruth extends Looks {
  /** Of the last look. */
  name: string;
  vmid: number;
  instance: string;
  isGone: boolean;
}
type Found = keyof Omit<Looks, 'edges'>;

export interface Seen {
  isBelfryOn: boolean;
  isCut(instance: string): boolean;
  isAgreed(vmid: number, instance: string): boolean;
}

const none = (): Looks => ({ up: 0, down: 0, unseen: 0, agreed: 0, edges: 0 });

const DAY_MS = 86_400_000;

/** `begin`: epoch ms, of the first day. */
export function createTruth(lab: Lab, begin: number, now: () => number) {
  const guests = new Map<string, GuestTruth>();
  const nodes = new Map<string, Looks>();
  const last = new Map<string, Found>();
  /** By day, and by key. */
  const days: Map<string, Looks>[] = [];
  let belfryOff = 0;
  const note = (key: string, looks: Looks, found: Found) => {
    const nth = Math.floor((now() - begin) / DAY_MS);
    const day = days[nth] ?? new Map<string, Looks>();
    days[nth] = day;
    const today = day.get(key) ?? none();
    day.set(key, today);
    looks[found]++;
    today[found]++;
    if (last.get(key) !== found) {
      looks.edges++;
      today.edges++;
    }
    last.set(key, found);
  };
  return {
    guests: () => [...guests.values()],
    nodes,
    /** The sums of a day, of all nodes, and of all guests that ever ran. */
    dayOf(day: number): { nodes: Looks; guests: Looks } {
      const sums = { nodes: none(), guests: none() };
      for (const [key, looks] of days[day] ?? []) {
        const guest = guests.get(key);
        if (guest && guest.up === 0) continue;
        const sum = sums[guest ? 'guests' : 'nodes'];
        for (const field of ['up', 'down', 'unseen', 'agreed', 'edges'] as const) sum[field] += looks[field];
      }
      return sums;
    },
    /** Milliseconds. */
    offMs: () => belfryOff * LOOK_MS,
    look({ isBelfryOn, isCut, isAgreed }: Seen): void {
      if (!isBelfryOn) belfryOff++;
      const there = new Set<string>();
      for (const { name: instance, nodes: own, guests: its } of lab.clusters) {
        const isUnseen = !isBelfryOn || isCut(instance);
        const online = new Set(own.filter((node) => node.online).map(({ name }) => name));
        for (const { name } of own) {
          const looks = nodes.get(name) ?? none();
          nodes.set(name, looks);
          note(name, looks, isUnseen ? 'unseen' : online.has(name) ? 'up' : 'down');
        }
        for (const { vmid, name, node, power, createdAt } of its.values()) {
          // A guest that was made again is another one.
          const key = `${instance}/${vmid}/${createdAt ?? ''}`;
          there.add(key);
          const truth = guests.get(key) ?? { ...none(), name, vmid, instance, isGone: false };
          truth.name = name;
          guests.set(key, truth);
          const isUp = power === 'running' && online.has(node);
          note(key, truth, isAgreed(vmid, instance) ? 'agreed' : isUnseen ? 'unseen' : isUp ? 'up' : 'down');
        }
      }
      for (const [key, truth] of guests) {
        if (!there.has(key) && !truth.isGone) truth.edges++;
        truth.isGone = !there.has(key);
      }
    },
  };
}
