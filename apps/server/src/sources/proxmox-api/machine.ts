// The machine of a backup server or a mail gateway, as `/nodes/{node}/status` describes it. A part that is not reported is absent.
import { roundTo } from '@belfry/domain/usage';
import type { Machine } from '@belfry/schema/entities/machine';
import { amount, fraction, part, type Raw, whole } from './read.ts';

/** `root` is the root file system: Backup Server and Mail Gateway name it differently. */
export function machineOf({ swap, wait, loadavg }: Raw, root: unknown): Machine {
  const [swapUsed, swapTotal] = sizes(swap);
  const [diskUsed, diskTotal] = sizes(root);
  const load = Array.isArray(loadavg) ? amount(loadavg[0]) : undefined;
  const ioWait = fraction(wait);
  return {
    ...(swapTotal !== undefined && { swapUsed, swapTotal }),
    ...(diskTotal !== undefined && { diskUsed, diskTotal }),
    ...(load !== undefined && { load: roundTo(load, 2) }),
    ...(ioWait !== undefined && { ioWait: roundTo(Math.min(ioWait, 1) * 100, 1) }),
  };
}

/** Nothing where there is none of it, or where a size is missing. */
function sizes(given: unknown): [used: number, total: number] | [] {
  const { used, total } = part(given);
  const [taken, size] = [whole(used), whole(total)];
  return size && taken !== undefined ? [Math.min(taken, size), size] : [];
}
