// Compares the processor time of some work. The elapsed time would also include other programs.

/** Milliseconds of processor time of this process. */
function timeOf(run: () => unknown): number {
  const from = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** Of the fastest of several runs, which is the one that nothing disturbed. */
export const fastest = (run: () => unknown): number => Math.min(...Array.from({ length: 7 }, () => timeOf(run)));

/** Of each run on its own. */
export const timesOf = (runs: number, run: () => unknown): number[] => Array.from({ length: runs }, () => timeOf(run));

/**
 * How many times as long the work takes with eight times as much: 8 or less when its time grows with the amount, 64 when it grows
 * with the square of it. `of` makes the work for an amount, and is not measured.
 */
export const growth = (amount: number, of: (amount: number) => () => unknown): number =>
  fastest(of(8 * amount)) / fastest(of(amount));

/** Above what a busy machine makes of 8, and far below 64. */
export const LINEAR = 24;
