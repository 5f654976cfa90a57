// What changes with every poll while a guest stays what it is. Anything else is a fact: another guest, or another place.
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

/** By the names the columns of a delta have. */
export const guestFigures: ReadonlySet<string> = new Set(paths);
