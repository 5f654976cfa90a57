// How much is read of an answer, by its call. Real answers are several times smaller: see each entry.
import type { JsonBudget } from '../../lib/json-meter.ts';

const MIB = 2 ** 20;
const DEPTH = 24;

/** The status of one thing, a short list: up to 100 KB and 3,000 values. */
const ordinary: JsonBudget = { bytes: 2 * MIB, depth: DEPTH, values: 50_000 };
/** Series of 1,440 steps with 30 columns (45,000 values, 1 MB), tasks of weeks, permissions on thousands of paths. */
const long: JsonBudget = { bytes: 8 * MIB, depth: DEPTH, values: 250_000 };
/** 10,000 guests have 6 MB and 250,000 values, and 720,000 values in the export of metrics; 10,000 backups 5 MB and 250,000 values. */
const guests: JsonBudget = { bytes: 16 * MIB, depth: DEPTH, values: 600_000 };
const everything: JsonBudget = { bytes: 24 * MIB, depth: DEPTH, values: 800_000 };

const byCall: readonly (readonly [RegExp, JsonBudget])[] = [
  [/^\/cluster\/resources$/, guests],
  [/\/(metrics\/export|snapshots|groups|content)$/, everything],
  [
    /\/(rrddata|rrd|tasks|permissions|queue\/\w+|log|replication|namespace|not-backed-up|statistics\/.+|quarantine\/.+)$/,
    long,
  ],
];

export function budgetOf(path: string): JsonBudget {
  const [call = path] = path.split('?', 1);
  return byCall.find(([pattern]) => pattern.test(call))?.[1] ?? ordinary;
}
