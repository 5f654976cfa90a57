// What backup servers and mail gateways report of the machine they run on, beside processor and memory.
import * as z from 'zod';

/** Bytes; `load` is the load of the last minute, `ioWait` percent of the time of all cores. Absent where it is not reported. */
export const Machine = z.object({
  swapUsed: z.number().optional(),
  swapTotal: z.number().optional(),
  /** The root file system. */
  diskUsed: z.number().optional(),
  diskTotal: z.number().optional(),
  load: z.number().optional(),
  ioWait: z.number().optional(),
});
export type Machine = z.infer<typeof Machine>;
