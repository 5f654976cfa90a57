// The axis of a chart of counts. Pure.

/** The marks of the axis: equal steps up to a round number at or above `most`. */
export function axisOf(most: number): number[] {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough);
  const ticks = [0];
  while ((ticks.at(-1) as number) < most || ticks.length < 2) ticks.push((ticks.at(-1) as number) + step);
  return ticks;
}
