// `GET /nodes/localhost/rrd`: what the network of a backup server carries. No other answer has it.
import { newestRow } from '../proxmox-api/newest-row.ts';

/** Bytes a second, the mean of the last minute. */
export interface Traffic {
  networkIn: number;
  networkOut: number;
}

export function trafficIn(data: unknown, now: number): Traffic | undefined {
  const newest = newestRow(data, ['netin', 'netout'], now);
  if (!newest) return undefined;
  const [networkIn = 0, networkOut = 0] = newest.values.map(Math.round);
  return { networkIn, networkOut };
}
