// What the calm hosts share.
import type { HostFacts } from './case-files.ts';

export type Row = Record<string, unknown>;
/** By path, in which `*` is one part. A function gets the parts of the path. */
export type Answers = Record<string, unknown>;
export interface CalmHost {
  /** The facts of a case, and the rows of the calm host in place of the lists that it does not give. */
  rows(facts: HostFacts): HostFacts;
  /** `now`: epoch seconds of the host. */
  answers(facts: HostFacts, now: number): Answers;
}

export const MiB = 1024 ** 2;
export const GiB = 1024 ** 3;
export const DAY_S = 86_400;

/** An answer that depends on the parts of the path. */
export type FromPath = (parts: readonly string[]) => unknown;

/** The first row with the fields of the second one; null takes a field away. */
export const changed = (row: Row, fields: Row = {}): Row =>
  Object.fromEntries(Object.entries({ ...row, ...fields }).filter(([, value]) => value !== null));

export const refusal = (status: number, reason: string): Row => ({ $status: status, $reason: reason });
