// One chart, drawn by uPlot: small and fast with many points, and several charts can share one crosshair.
import { useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '../../../lib/theme.ts';
import type { Plot as PlotData } from '../detail.ts';
import type { Span } from '../view.ts';
import { chartOptions, dataOf } from './chart-options.ts';
import type { ChartGroup } from './group.ts';
import { inksOf } from './inks.ts';
import type { ChartColumns } from './series.ts';

export interface PlotProps {
  plot: PlotData;
  columns: ChartColumns;
  span: Span;
  /** When the resource was changed (epoch ms). */
  changes: readonly number[];
  group: ChartGroup;
  /** Whether it has the axis of time that all charts share. */
  hasAxis: boolean;
}

const PLOT_HEIGHT = 80;
const AXIS_HEIGHT = 24;

/** A chart with other lines or in another theme is a new one. */
export function Plot(props: PlotProps) {
  const { plot, hasAxis } = props;
  const [theme] = useTheme();
  const lines = plot.lines.map(({ name, below }) => `${name} ${below}`).join();
  return <Chart key={`${theme} ${plot.unit} ${hasAxis} ${lines}`} {...props} />;
}

function Chart(props: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  // what is drawn is read from here, so that new values need no new chart
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const own = frame.current;
    if (!own) return;
    const { group, hasAxis, columns } = latest.current;
    const height = PLOT_HEIGHT + (hasAxis ? AXIS_HEIGHT : 0);
    const look = { width: own.clientWidth, height, inks: inksOf(own) };
    const made = new uPlot(
      chartOptions(() => latest.current, look),
      dataOf(columns),
      own,
    );
    chart.current = made;
    const leave = group.join(made);
    const observer = new ResizeObserver(() => made.setSize({ width: own.clientWidth, height }));
    observer.observe(own);
    return () => {
      observer.disconnect();
      leave();
      made.destroy();
    };
  }, []);

  // every render has other values, another span or another threshold
  useLayoutEffect(() => chart.current?.setData(dataOf(props.columns)));

  return <div ref={frame} aria-hidden className="plot min-w-0" />;
}
