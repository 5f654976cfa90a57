// How a chart looks and behaves. Trends are neutral lines; only the part above the threshold has the colour of the state.
import type uPlot from 'uplot';
import { hourMinute, monthDay } from '../../../lib/moment.ts';
import { SHORTEST_SPAN_MS } from '../view.ts';
import { crosshair } from './crosshair.ts';
import type { Inks } from './inks.ts';
import { drawEstimates, drawMarks, drawParts } from './marks.ts';
import type { PlotProps } from './plot.tsx';
import type { ChartColumns, Column } from './series.ts';
import { scaleTexts } from './value-text.ts';

const DAY_S = 86_400;
/** Pixels at the left for the scale and at the right for the names of the lines, also on a phone. */
const LEFT = 54;
const RIGHT = { wide: 92, narrow: 68 };
const NARROW = 560;
/** A shorter drag is a click. */
const LEAST_DRAG = 6;

/** A line is three series: minimum, maximum and mean. Values of a line below zero are negative. */
export function dataOf({ times, lines }: ChartColumns): uPlot.AlignedData {
  return [
    times as number[],
    ...lines.flatMap(({ line, min, max, mean }) =>
      (line.below ? [max, min, mean].map(negative) : [min, max, mean]).map((column) => column as (number | null)[]),
    ),
  ];
}

const negative = (column: Column): Column => column.map((value) => value && -value);

interface Look {
  width: number;
  height: number;
  inks: Inks;
}

/** `now` returns what the chart has to show at the moment of drawing. */
export function chartOptions(now: () => PlotProps, { width, height, inks }: Look): uPlot.Options {
  const { plot, group, hasAxis } = now();
  const font = '10.5px "Inter Variable", system-ui, sans-serif';
  const right = () => (width < NARROW ? RIGHT.narrow : RIGHT.wide);
  return {
    width,
    height,
    padding: [8, right(), hasAxis ? 0 : 6, 0],
    legend: { show: false },
    cursor: {
      y: false,
      sync: {
        key: group.key,
        filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave', sub: () => true },
      },
      drag: { x: true, y: false, setScale: false },
      // on the means only
      points: { size: (_u, at) => (at % 3 === 0 ? 5 : 0), stroke: inks.soft, fill: inks.panel, width: 1.25 },
      bind: {
        dblclick: () => () => {
          now().group.zoom(null);
          return null;
        },
      },
    },
    scales: {
      x: { time: true, range: () => [now().span.from / 1000, now().span.to / 1000] },
      y: { range: (_u, _min, _max) => rangeOf(now()) },
    },
    axes: [
      {
        show: hasAxis,
        size: 24,
        font,
        stroke: inks.mute,
        grid: { show: false },
        ticks: { stroke: inks['field-line'], width: 1, size: 4 },
        values: (_u, times) => times.map((time) => timeText(time, now().span.to / 1000 - now().span.from / 1000)),
      },
      {
        size: LEFT,
        gap: 4,
        font,
        stroke: inks.mute,
        grid: { stroke: inks.grid, width: 1 },
        ticks: { show: false },
        splits: () => splitsOf(now()),
        values: (_u, values) => scaleTexts(plot.unit, values),
      },
    ],
    series: [{}, ...plot.lines.flatMap((_line, place) => lineSeries(place, inks, () => now().plot.limit))],
    bands: plot.lines.map((_line, place) => ({
      series: [place * 3 + 2, place * 3 + 1] as [number, number],
      fill: `color-mix(in srgb, ${inks['ink-2']} ${place === 0 ? 28 : 16}%, transparent)`,
    })),
    hooks: {
      drawClear: [(u) => drawParts(u, now(), inks), (u) => drawEstimates(u, now(), inks)],
      draw: [(u) => drawMarks(u, now(), inks)],
      setSelect: [
        (u) => {
          const { left, width: dragged } = u.select;
          if (dragged < LEAST_DRAG) return;
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          const [from, to] = [u.posToVal(left, 'x') * 1000, u.posToVal(left + dragged, 'x') * 1000];
          if (to - from >= SHORTEST_SPAN_MS) now().group.zoom({ from, to });
        },
      ],
    },
    plugins: [crosshair(now)],
  };
}

/** Percent has a fixed scale. */
function rangeOf({ plot, columns }: PlotProps): [number, number] {
  if (plot.unit === 'percent') return [0, 100];
  const highest = Math.max(1e-9, ...columns.lines.flatMap(({ max }) => max.map((value) => value ?? 0)));
  const top = roundUp(highest, plot.unit.startsWith('bytes'));
  return [plot.lines.some(({ below }) => below) ? -top : 0, top];
}

const splitsOf = (props: PlotProps): number[] => {
  const [bottom, top] = rangeOf(props);
  return bottom < 0 ? [bottom, 0, top] : [0, top / 2, top];
};

/** The next of 1, 2 and 5 times a power of ten, of a size in its unit: a scale that does not move with every value. */
export function roundUp(value: number, isSize: boolean): number {
  const unit = isSize ? 1024 ** Math.max(0, Math.floor(Math.log(value) / Math.log(1024))) : 1;
  const power = 10 ** Math.floor(Math.log10(value / unit));
  return ([1, 2, 5, 10].find((step) => step * power * unit >= value) ?? 10) * power * unit;
}

const timeText = (seconds: number, span: number): string => {
  const date = new Date(seconds * 1000);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  return span > 3 * DAY_S || isMidnight ? monthDay(seconds * 1000) : hourMinute(seconds * 1000);
};

function lineSeries(place: number, inks: Inks, limit: () => number | undefined): uPlot.Series[] {
  const edge: uPlot.Series = { width: 0, stroke: 'transparent', points: { show: false } };
  const ink = place === 0 ? inks.ink : inks['ink-2'];
  return [
    edge,
    edge,
    {
      width: 1.25,
      points: { show: false },
      stroke: (u) => {
        const top = place === 0 ? limit() : undefined;
        return top === undefined ? ink : above(u, top, inks.warn, ink);
      },
    },
  ];
}

/** One colour above the threshold and another below it. */
function above(u: uPlot, limit: number, over: string, under: string): CanvasGradient | string {
  const { top, height } = u.bbox;
  if (!(height > 0)) return under;
  const gradient = u.ctx.createLinearGradient(0, top, 0, top + height);
  const at = Math.min(1, Math.max(0, (u.valToPos(limit, 'y', true) - top) / height));
  for (const [stop, colour] of [
    [0, over],
    [at, over],
    [at, under],
    [1, under],
  ] as const)
    gradient.addColorStop(stop, colour);
  return gradient;
}
