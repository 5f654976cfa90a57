// The samples of an answer of /metrics, counted and added.

export type OpenMetric = ReturnType<typeof readMetrics>;

/** `labels`: pieces that the labels of a sample must contain, such as `type="qemu"`. */
export function readMetrics(text: string) {
  const lines = text.split('\n');
  const values = (name: string, ...labels: string[]): number[] =>
    lines
      .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))));
  return {
    count: (name: string, ...labels: string[]): number => values(name, ...labels).length,
    sum: (name: string, ...labels: string[]): number =>
      values(name, ...labels).reduce((total, value) => total + value, 0),
  };
}
