// The figures of a guest: the fields that change with every poll. All other fields are facts, such as its name or node.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Disk, Memory } from '@belfry/schema/entities/usage';

type Path = keyof Guest | `memory.${keyof Memory}` | `disk.${keyof Disk}`;

const paths = [
  'uptime',
  'cpu',
  'memory.used',
  'memory.free',
  'memory.usage',
  'memory.swapUsed',
  'disk.used',
  'disk.free',
  'disk.usage',
  'diskRead',
  'diskWrite',
  'networkIn',
  'networkOut',
] as const satisfies readonly Path[];

/** The names of the columns in a delta. */
export const guestFigures: ReadonlySet<string> = new Set(paths);
