// The values at the crosshair, beside their lines, and the time below the last chart.
import type uPlot from 'uplot';
import { messages } from '../messages.ts';
import type { PlotProps } from './plot.tsx';
import { isImported } from './series.ts';
import { pointText, valueText } from './value-text.ts';

/** Pixels. */
const ROOM = 76;
const LEAST_DISTANCE = 11;

export function crosshair(now: () => PlotProps): uPlot.Plugin {
  const labels: HTMLElement[] = [];
  const time = document.createElement('div');
  time.className = 'cross-time';
  return {
    hooks: {
      init(u) {
        for (const _line of now().plot.lines) {
          const label = u.over.appendChild(document.createElement('div'));
          label.className = 'cross-value';
          labels.push(label);
        }
        if (now().hasAxis) u.over.appendChild(time);
      },
      setCursor(u) {
        const { plot, columns, span, group, hasAxis } = now();
        const { idx, left = -1 } = u.cursor;
        const isShown = left >= 0 && idx !== null && idx !== undefined;
        const at = isShown ? (columns.times[idx] ?? 0) : 0;
        const x = u.valToPos(at, 'x');
        if (hasAxis) group.moved(isShown ? at : undefined);
        time.hidden = !isShown;
        const text = pointText(at * 1000, span.to - span.from);
        time.textContent = isImported(columns, at * 1000) ? messages.at(text, messages.fromProxmox) : text;
        time.style.left = `${x}px`;
        const flips = x > u.over.clientWidth - ROOM;
        let below = -LEAST_DISTANCE;
        const shown = columns.lines
          .map(({ line, mean }, place) => ({ place, line, value: isShown ? (mean[idx] ?? null) : null }))
          .map((each) => ({ ...each, y: u.valToPos((each.value ?? 0) * (each.line.below ? -1 : 1), 'y') }))
          .sort((a, b) => a.y - b.y);
        for (const { place, value, y } of shown) {
          const label = labels[place];
          if (!label) continue;
          label.hidden = value === null;
          if (value === null) continue;
          below = Math.max(y - 7, below + LEAST_DISTANCE);
          label.textContent = valueText(plot.unit, value);
          label.style.transform = `translate(${flips ? `calc(${x - 6}px - 100%)` : `${x + 6}px`}, ${below}px)`;
        }
      },
    },
  };
}
