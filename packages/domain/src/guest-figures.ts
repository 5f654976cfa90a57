// A guest as two objects: its figures, which change with every poll, and its facts, such as its name or its node.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Disk, Memory } from '@belfry/schema/entities/usage';
import { eachFigure, fieldFigureNames, fieldFigures } from '@belfry/schema/figures';

const MEMORY = ['used', 'free', 'usage', 'swapUsed'] as const satisfies readonly (keyof Memory)[];
const DISK = ['used', 'free', 'usage'] as const satisfies readonly (keyof Disk)[];
const OWN = ['uptime', 'cpu', ...fieldFigureNames] as const;

type MemoryFigure = (typeof MEMORY)[number];
type DiskFigure = (typeof DISK)[number];
type OwnFigure = (typeof OWN)[number];

/** The lists of the state that have guests. */
export const guestLists = ['vms', 'containers'] as const;

/** The name of a figure, as a delta names it. */
export type Figure = keyof Figures;

/** An update replaces this object. Units are those of `Guest`. */
export type Figures = Readonly<
  Pick<Guest, OwnFigure> & { [F in MemoryFigure as `memory.${F}`]: Memory[F] } & {
    [F in DiskFigure as `disk.${F}`]: Disk[F];
  }
>;

export type GuestFacts = Omit<Guest, OwnFigure | 'memory' | 'disk'> & {
  memory: Omit<Memory, MemoryFigure>;
  disk: Omit<Disk, DiskFigure>;
};

const names: ReadonlySet<string> = new Set([
  ...OWN,
  ...MEMORY.map((name) => `memory.${name}`),
  ...DISK.map((name) => `disk.${name}`),
]);

export const isFigure = (field: string): field is Figure => names.has(field);

/** Other fields that change with most polls. Only the details of a guest show them. */
const otherReadings = ['disks', 'networkInterfaces', 'pressure', 'disk.at', 'memory.hostUsed', 'memory.balloon'];
const readings: ReadonlySet<string> = new Set([...names, ...otherReadings]);

/** Whether a field, as a delta names it, is not sent to a browser that does not show the guest. */
export const isReading = (field: string): boolean => readings.has(field) || field.startsWith('pressure.');

/** The names of all readings, those of an object as one. */
export const readingNames: readonly string[] = [...readings];

/** For a guest that is not known. */
export const unknownFigures: Figures = {
  uptime: 0,
  cpu: 0,
  ...eachFigure(fieldFigures, () => null),
  'memory.used': 0,
  'memory.free': 0,
  'memory.usage': 0,
  'memory.swapUsed': undefined,
  'disk.used': 0,
  'disk.free': 0,
  'disk.usage': -1,
};

type Readers = { [F in Figure]: (guest: Guest) => Figures[F] };

const readers: Readers = {
  uptime: (guest) => guest.uptime,
  cpu: (guest) => guest.cpu,
  ...eachFigure(fieldFigures, (_, name) => (guest: Guest) => guest[name]),
  'memory.used': ({ memory }) => memory.used,
  'memory.free': ({ memory }) => memory.free,
  'memory.usage': ({ memory }) => memory.usage,
  'memory.swapUsed': ({ memory }) => memory.swapUsed,
  'disk.used': ({ disk }) => disk.used,
  'disk.free': ({ disk }) => disk.free,
  'disk.usage': ({ disk }) => disk.usage,
};

export const figuresOf = (guest: Guest): Figures => eachFigure(readers, (read) => read(guest)) as Figures;

const without = <K extends string>(keys: readonly K[]): { [key in K]: undefined } =>
  Object.fromEntries(keys.map((key) => [key, undefined])) as { [key in K]: undefined };
const [noOwn, noMemory, noDisk] = [without(OWN), without(MEMORY), without(DISK)];

/** Figures become undefined: that is much faster than leaving them out. */
export const factsOf = (guest: Guest): GuestFacts => ({
  ...guest,
  ...noOwn,
  memory: { ...guest.memory, ...noMemory },
  disk: { ...guest.disk, ...noDisk },
});

/** The same for a guest that belongs to the caller alone. It changes the guest: a first visit does it for each of 10,000. */
export function keepFacts(guest: Guest): void {
  Object.assign(guest.memory, noMemory);
  Object.assign(guest.disk, noDisk);
  Object.assign(guest, noOwn);
}
