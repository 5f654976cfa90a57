// How many backups a prune keeps: `keep-last=3,keep-daily=7`, or the same as fields of an object.
import { defined } from '@belfry/domain/defined';
import type { Keep } from '@belfry/schema/protection/backup-job';
import { flag, isRaw, type Raw, text, whole } from './read.ts';

/** From an object with the fields `keep-…`. Undefined when it has none. */
export function keepOf(row: Raw): Keep | undefined {
  const count = (name: string) => (row[`keep-${name}`] === undefined ? undefined : whole(row[`keep-${name}`]));
  const keep: Keep = defined({
    ...(flag(row['keep-all']) && { all: true }),
    ...{ last: count('last'), hourly: count('hourly'), daily: count('daily') },
    ...{ weekly: count('weekly'), monthly: count('monthly'), yearly: count('yearly') },
  });
  return Object.keys(keep).length > 0 ? keep : undefined;
}

/** From the property string or the object `prune-backups`, or from `maxfiles` of releases before 7, where 0 means all. */
export function keepIn({ 'prune-backups': prune, maxfiles }: Raw): Keep | undefined {
  if (isRaw(prune)) return keepOf(prune);
  const pairs = text(prune)
    ?.split(',')
    .map((pair) => pair.split('=', 2));
  if (pairs) return keepOf(Object.fromEntries(pairs));
  const most = maxfiles === undefined ? undefined : whole(maxfiles);
  if (most === undefined) return undefined;
  return most === 0 ? { all: true } : { last: most };
}
