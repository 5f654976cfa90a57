// What stands in a chart beside its lines: what was imported, gaps, the threshold, names.
import type uPlot from 'uplot';
import { messages } from '../messages.ts';
import type { Inks } from './inks.ts';
import type { PlotProps } from './plot.tsx';
import { type ChartColumns, gapsOf, type Part } from './series.ts';

/** Pixels between two lines of a hatching. */
const HATCH = 5;

/** Behind the lines: a quiet band where the host itself had kept the values, and a hatched one where nothing was measured. */
export function drawParts(u: uPlot, { columns }: PlotProps, inks: Inks): void {
  const fill = (parts: readonly Part[], colour: string) => {
    u.ctx.fillStyle = colour;
    const { left, top, width, height } = u.bbox;
    for (const part of parts) {
      const [from, to] = part.map((time) => Math.min(Math.max(u.valToPos(time, 'x', true), left), left + width)) as [
        number,
        number,
      ];
      if (to > from) u.ctx.fillRect(from, top, to - from, height);
    }
  };
  fill(
    columns.imported.map(([from, to]): Part => [from / 1000, to / 1000]),
    inks.imported,
  );
  const gaps = gapsOf(columns);
  fill(gaps, inks.bg);
  if (gaps.length === 0) return;
  u.ctx.save();
  u.ctx.beginPath();
  for (const [from, to] of gaps) {
    const left = u.valToPos(from, 'x', true);
    u.ctx.rect(left, u.bbox.top, u.valToPos(to, 'x', true) - left, u.bbox.height);
  }
  u.ctx.clip();
  hatch(u, inks['field-line']);
  u.ctx.restore();
}

/** Within the clip. */
function hatch({ ctx, bbox }: uPlot, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (let x = bbox.left - bbox.height; x < bbox.left + bbox.width; x += HATCH * devicePixelRatio) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.stroke();
}

/** Below the first line, hatched where it is an estimate. */
export function drawEstimates(u: uPlot, { columns }: PlotProps, inks: Inks): void {
  const { ctx } = u;
  const { times, lines, estimated } = columns;
  const [line] = lines;
  if (!line || estimated.length === 0) return;
  const bottom = u.valToPos(0, 'y', true);
  ctx.save();
  ctx.beginPath();
  for (const [from, to] of estimated)
    for (const [at, time] of times.entries()) {
      const value = line.mean[at];
      if (value === null || value === undefined || time * 1000 < from || time * 1000 >= to) continue;
      const left = u.valToPos(time, 'x', true);
      const right = u.valToPos(Math.min(times[at + 1] ?? to / 1000, to / 1000), 'x', true);
      const top = u.valToPos(value, 'y', true);
      ctx.rect(left, top, right - left, bottom - top);
    }
  ctx.clip();
  hatch(u, inks.mute);
  ctx.restore();
}

/** The threshold, changes, and the names of the lines at their last values. */
export function drawMarks(u: uPlot, { plot, columns, changes }: PlotProps, inks: Inks): void {
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
