// The charts of a page: they share one crosshair and one span of time.
import type uPlot from 'uplot';

export interface ChartGroup {
  key: string;
  /** Returns a function that removes the chart. */
  join(chart: uPlot): () => void;
  /** Puts the crosshair of all charts to a time in epoch seconds; undefined hides it. */
  point(time: number | undefined): void;
  /** A chart says where its crosshair is. */
  moved(time: number | undefined): void;
  /** `onMove` is called with each time at the crosshair, in epoch seconds. Returns a function that ends it. */
  follow(onMove: (time: number | undefined) => void): () => void;
  /** The span that the user chose with the pointer, in epoch ms; null for all. */
  zoom(span: { from: number; to: number } | null): void;
}

/** As the chart library hides its crosshair. */
const HIDDEN = { left: -10, top: -10 };

export function chartGroup(key: string, zoom: ChartGroup['zoom']): ChartGroup {
  const charts = new Set<uPlot>();
  const followers = new Set<(time: number | undefined) => void>();
  return {
    key,
    zoom,
    join(chart) {
      charts.add(chart);
      return () => charts.delete(chart);
    },
    point(time) {
      for (const chart of charts)
        chart.setCursor(time === undefined ? HIDDEN : { left: chart.valToPos(time, 'x'), top: 1 }, true);
    },
    moved(time) {
      for (const follower of followers) follower(time);
    },
    follow(onMove) {
      followers.add(onMove);
      return () => void followers.delete(onMove);
    },
  };
}
