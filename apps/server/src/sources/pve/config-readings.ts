// The configurations of guests as readings for the journal of changes: what was read, which tasks may have changed it, and which guests
// are gone.
import { guestId } from '@belfry/domain/ids';
import { guestSettings } from '@belfry/domain/journal/guest-settings';
import type { SettingsReading } from '@belfry/schema/journal/reading';
import { part, type Raw, text } from '../proxmox-api/read.ts';
import type { Reader } from '../proxmox-api/session.ts';
import { type ConfigTasks, createConfigTasks } from './config-tasks.ts';
import type { PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';

/** Guests that are read in one run because a task may have changed them. The others follow in the next runs. */
const MAX_URGENT = 50;
/** Guests that are asked about in one run because they are no longer listed. */
const MAX_LOST = 20;
/** What Proxmox VE says about a guest that is not there. */
const NO_CONFIG = /configuration file .{0,300} does not exist/i;

type Home = Pick<GuestRow, 'node' | 'type'> & { name: string };

export const configPath = ({ node, type, vmid }: Pick<GuestRow, 'node' | 'type' | 'vmid'>): string =>
  `/nodes/${encodeURIComponent(node)}/${type}/${vmid}/config`;

export function createConfigReadings(instance: PveInstance) {
  const tasks: ConfigTasks = createConfigTasks(instance);
  /** Where the guests were that are listed, or that were listed until now. By vmid. */
  const homes = new Map<number, Home>();
  /** Those that were there before the first list. */
  let old = new Set(instance.facts.knownGuests.names.keys());
  let isFirst = true;
  const waiting = new Set<number>();
  let readings: SettingsReading[] = [];
  const newcomers = new Set<number>();

  /** Also remembers where each guest is. */
  function learnGuests(guests: readonly GuestRow[]): void {
    // On a fresh start the whole first list is old.
    if (isFirst && old.size === 0) old = new Set(guests.map(({ vmid }) => vmid));
    for (const { vmid, node, type, name = '' } of guests) {
      if (!homes.has(vmid) && !old.has(vmid)) newcomers.add(vmid);
      homes.set(vmid, { node, type, name });
    }
    isFirst = false;
  }

  const make = (vmid: number, name: string, settings: SettingsReading['settings'], born?: string): SettingsReading => {
    const isNew = newcomers.has(vmid);
    return {
      ...{ resource: guestId(instance.place.instance, vmid), kind: 'guest', name, settings },
      ...(isNew && { isNew }),
      ...(born !== undefined && { born }),
      tasks: tasks.of(vmid, isNew),
    };
  };

  function add(vmid: number, name: string, type: GuestRow['type'], data: Raw): void {
    readings.push(make(vmid, name, guestSettings(data, type), bornOf(data)));
    waiting.delete(vmid);
    // It was new once. What comes after it under its number is new again.
    newcomers.delete(vmid);
  }

  async function askLost(reader: Reader, vmid: number, home: Home): Promise<void> {
    const answer = await reader.get(configPath({ vmid, ...home }), { blameless: true });
    const isGone = !answer.ok && NO_CONFIG.test(answer.error.message);
    if (isGone) readings.push(make(vmid, home.name, null));
    // A template is no longer listed as a guest.
    else if (answer.ok) add(vmid, home.name, home.type, part(answer.value));
    if (!answer.ok && !isGone && answer.error.kind !== 'forbidden') return;
    homes.delete(vmid);
    old.delete(vmid);
  }

  return {
    /** Begins a run. Returns the guests to be read at once. */
    async begin(reader: Reader, isOnline: (node: string) => boolean): Promise<ReadonlySet<number>> {
      readings = [];
      const { guests } = instance.facts;
      if (guests.length === 0) return new Set();
      learnGuests(guests);
      for (const vmid of await tasks.look(reader)) waiting.add(vmid);
      const listed = new Set(guests.map(({ vmid }) => vmid));
      for (const vmid of waiting) if (!listed.has(vmid)) waiting.delete(vmid);
      const lost = [...homes].filter(([vmid, { node }]) => !listed.has(vmid) && isOnline(node)).slice(0, MAX_LOST);
      await Promise.all(lost.map(([vmid, home]) => askLost(reader, vmid, home)));
      return new Set([...waiting].slice(0, MAX_URGENT));
    },
    /** The answer of a guest. */
    add: ({ vmid, name, type }: GuestRow, data: Raw): void => add(vmid, name ?? '', type, data),
    /** All of this run. */
    found: (): readonly SettingsReading[] => readings,
  };
}

/** When a virtual machine was created: another one with its number has another time. */
const bornOf = ({ meta }: Raw): string | undefined => /(?:^|,)ctime=(\d+)/.exec(text(meta) ?? '')?.[1];
