// What work costs the processor. The clock on the wall also counts what other programs do in the meantime.

/** Starts to count; the function returned gives the milliseconds of processor time this process has used since. */
export function processorTime(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  };
}
