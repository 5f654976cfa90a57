// A bar of a chart: counts of one span of time, in parts.

interface Part {
  /** The class of its colour. */
  kind: string;
  name: string;
  count: number;
}

export interface Bar {
  key: string;
  /** On the axis. May be empty. */
  short: string;
  name: string;
  /** From the bottom upwards. */
  parts: readonly Part[];
  className?: string;
}

export const totalOf = ({ parts }: Bar): number => parts.reduce((sum, { count }) => sum + count, 0);
