// The axes of a chart of counts. Pure.

/** The marks of the axis: equal steps up to a round number at or above `most`. */
export function axisOf(most: number): number[] {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough);
  const ticks = [0];
  while ((ticks.at(-1) as number) < most || ticks.length < 2) ticks.push((ticks.at(-1) as number) + step);
  return ticks;
}

/**
 * The bars whose label has room on the time axis. The last label is always shown, and each label before it is at least `room`
 * pixels away. A bar may have an empty label. `slot` is the width of a bar with its gap.
 */
export function labelledBars(labels: readonly string[], slot: number, room: number): Set<number> {
  const labelled = new Set<number>();
  let next = Number.POSITIVE_INFINITY;
  for (let place = labels.length - 1; place >= 0; place--) {
    if (labels[place] === '' || (next - place) * slot < room) continue;
    labelled.add(place);
    next = place;
  }
  return labelled;
}
