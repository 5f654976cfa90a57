// Measures the processor time of some work. The elapsed time would also include other programs.

/** Starts to measure. The returned function gives the processor time of this process since then, in milliseconds. */
export function processorTime(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  };
}
