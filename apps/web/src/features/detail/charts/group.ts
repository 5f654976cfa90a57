// The charts of a page: they share one crosshair and one span of time.
import type uPlot from 'uplot';

export interface ChartGroup {
  key: string;
  /** Returns a function that removes the chart. */
  join(chart: uPlot): () => void;
  /** Puts the crosshair of all charts to a time in epoch seconds. */
  point(time: number): void;
  /** The span that the user chose with the pointer, in epoch ms; null for all. */
  zoom(span: { from: number; to: number } | null): void;
}

export function chartGroup(key: string, zoom: ChartGroup['zoom']): ChartGroup {
  const charts = new Set<uPlot>();
  return {
    key,
    zoom,
    join(chart) {
      charts.add(chart);
      return () => charts.delete(chart);
    },
    point(time) {
      for (const chart of charts) chart.setCursor({ left: chart.valToPos(time, 'x'), top: 1 }, true);
    },
  };
}
