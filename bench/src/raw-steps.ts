// The steps of one resolution as they follow from the raw samples, for as long as they are kept: what the history is compared with.

export interface RawSteps {
  readonly stepMs: number;
  /** `values` are those of all columns. */
  add(at: number, values: Float64Array): void;
  /** Of the step that begins at `at` (epoch ms). Undefined when it is no longer kept, or nothing was measured. */
  read(at: number, column: number): { min: number; mean: number; max: number } | undefined;
}

export function createRawSteps(stepMs: number, keptMs: number, columns: number): RawSteps {
  const steps = Math.ceil(keptMs / stepMs) + 1;
  const times = new Float64Array(steps).fill(Number.NaN);
  const make = () => new Float64Array(steps * columns);
  const [min, max, sum, count] = [make(), make(), make(), make()];
  const placeOf = (at: number) => (Math.floor(at / stepMs) % steps) * columns;
  return {
    stepMs,
    add(at, values) {
      const start = Math.floor(at / stepMs) * stepMs;
      const place = placeOf(at);
      if (times[place / columns] !== start) {
        times[place / columns] = start;
        count.fill(0, place, place + columns);
      }
      for (let column = 0; column < columns; column++) {
        const value = values[column] as number;
        if (Number.isNaN(value)) continue;
        const n = place + column;
        const before = count[n] as number;
        min[n] = before === 0 ? value : Math.min(min[n] as number, value);
        max[n] = before === 0 ? value : Math.max(max[n] as number, value);
        sum[n] = before === 0 ? value : (sum[n] as number) + value;
        count[n] = before + 1;
      }
    },
    read(at, column) {
      const place = placeOf(at);
      const n = place + column;
      const weight = times[place / columns] === at ? (count[n] as number) : 0;
      if (weight === 0) return undefined;
      return { min: min[n] as number, mean: (sum[n] as number) / weight, max: max[n] as number };
    },
  };
}
