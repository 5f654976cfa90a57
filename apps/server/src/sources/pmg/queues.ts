// `GET /nodes/{node}/postfix/qshape`: the number of messages in a queue, and their approximate age.
import { isRaw, rows, text, timeOf, whole } from '../proxmox-api/read.ts';

export const queueNames = ['active', 'deferred', 'hold', 'incoming'] as const;
export type QueueName = (typeof queueNames)[number];

/** `total` messages. The oldest one is between `atLeast` and `atMost` seconds old. */
export interface QueueShape {
  total: number;
  atLeast: number;
  atMost: number;
}

/** The upper ends, in minutes, of the buckets `5m`, `10m` … `1280m`. Older messages are in `1280m+`. */
const BUCKETS = [5, 10, 20, 40, 80, 160, 320, 640, 1280];

/** Reads the row TOTAL, which covers all domains. An empty queue may have no rows. */
export function parseShape(data: unknown): QueueShape | undefined {
  if (!Array.isArray(data)) return undefined;
  if (data.length === 0) return { total: 0, atLeast: 0, atMost: 0 };
  const row = data.filter(isRaw).find((r) => r.domain === 'TOTAL');
  if (!row) return undefined;
  const counts = BUCKETS.map((minutes) => whole(row[`${minutes}m`]) ?? 0);
  const beyond = whole(row['1280m+']) ?? 0;
  const total = whole(row.total) ?? counts.reduce((sum, n) => sum + n, beyond);
  if (beyond > 0) return { total, atLeast: 1280 * 60, atMost: Number.POSITIVE_INFINITY };
  const oldest = counts.findLastIndex((n) => n > 0);
  return { total, atLeast: (BUCKETS[oldest - 1] ?? 0) * 60, atMost: (BUCKETS[oldest] ?? 0) * 60 };
}

/** `GET /nodes/{node}/postfix/queue/deferred`, oldest first: when the oldest message arrived (epoch ms). */
export function parseOldest(data: unknown): number | undefined {
  const [first] = rows(data);
  return first && text(first.queue_id) ? timeOf(first.arrival_time) : undefined;
}
