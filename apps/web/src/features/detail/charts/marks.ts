// What stands in a chart beside its lines: gaps, the threshold, the end of what was imported, names.
import type uPlot from 'uplot';
import { messages } from '../messages.ts';
import type { Inks } from './inks.ts';
import type { PlotProps } from './plot.tsx';
import { type ChartColumns, gapsOf } from './series.ts';

/** Where nothing was measured. */
export function drawGaps(u: uPlot, { columns }: PlotProps, inks: Inks): void {
  const { top, height } = u.bbox;
  u.ctx.fillStyle = inks.bg;
  for (const [from, to] of gapsOf(columns)) {
    const [left, right] = [u.valToPos(from, 'x', true), u.valToPos(to, 'x', true)];
    u.ctx.fillRect(left, top, right - left, height);
  }
}

/** The threshold, the end of what was imported, changes, and the names of the lines at their last values. */
export function drawMarks(u: uPlot, { plot, columns, imported, changes }: PlotProps, inks: Inks): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.lineWidth = ratio;
  const line = (x1: number, y1: number, x2: number, y2: number, colour: string, dash: number[]) => {
    ctx.setLineDash(dash.map((part) => part * ratio));
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
    ctx.stroke();
  };
  if (plot.limit !== undefined) {
    const y = u.valToPos(plot.limit, 'y', true);
    line(bbox.left, y, bbox.left + bbox.width, y, inks.tick, [2, 3]);
  }
  const upright = (time: number, dash: number[]) => {
    const x = u.valToPos(time / 1000, 'x', true);
    if (x > bbox.left && x < bbox.left + bbox.width)
      line(x, bbox.top, x, bbox.top + bbox.height, inks['field-line'], dash);
  };
  if (imported !== undefined) upright(imported, []);
  for (const time of changes) upright(time, [1, 3]);
  ctx.restore();
  drawNames(u, plot, columns, inks);
}

function drawNames(u: uPlot, plot: PlotProps['plot'], { lines }: ChartColumns, inks: Inks): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const last = ({ line, mean }: ChartColumns['lines'][number]) => {
    const value = mean.findLast((each) => each !== null) ?? undefined;
    return value === undefined || line.name === '' ? [] : [{ text: line.name, at: line.below ? -value : value }];
  };
  const names = [
    ...lines.flatMap(last),
    ...(plot.limit === undefined ? [] : [{ text: messages.limit(plot.limit), at: plot.limit }]),
  ]
    .map(({ text, at }) => ({ text, y: u.valToPos(at, 'y', true) }))
    .sort((a, b) => a.y - b.y);
  const least = 11.5 * ratio;
  // names keep their distance: first downwards, then back up from the lower edge
  for (const [place, name] of names.entries())
    name.y = Math.max(name.y, (names[place - 1]?.y ?? 0) + (place > 0 ? least : 0));
  let floor = bbox.top + bbox.height;
  for (const name of names.toReversed()) {
    name.y = Math.min(name.y, floor);
    floor = name.y - least;
  }
  ctx.save();
  ctx.font = `${10.5 * ratio}px "Inter Variable", system-ui, sans-serif`;
  ctx.fillStyle = inks.mute;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const left = bbox.left + bbox.width + 7 * ratio;
  for (const { text, y } of names) ctx.fillText(text, left, y, ctx.canvas.width - left);
  ctx.restore();
}
