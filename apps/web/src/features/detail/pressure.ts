// Pressure stall information as a figure: in how much of the time processes waited.
import type { Pressure } from '@belfry/schema/entities/guest';
import { formatDecimal } from '../../lib/language/format.ts';
import type { Figure, Line, Measured } from './detail.ts';
import { messages } from './messages.ts';

interface PressureInput {
  /** Whose it is. */
  of: Pick<Line, 'kind' | 'id'>;
  /** Undefined where it is not known: hosts report it since Proxmox VE 9. */
  pressure: Pressure | undefined;
  measured: Measured;
  note: string;
}

export function pressureFigure({ of, pressure, measured, note }: PressureInput): Figure {
  const parts = [
    ['cpu', messages.cpu, pressure?.cpu],
    ['io', messages.io, pressure?.io],
    ['memory', messages.memory, pressure?.memory],
  ] as const;
  const lines = parts.map(([id, name, live]): Line => ({ ...of, metric: `pressure.${id}`, name, live }));
  return {
    id: 'pressure',
    title: messages.pressure,
    isRare: true,
    note,
    plot: { unit: 'percent', lines },
    ...(pressure && {
      measured,
      values: parts.map(([, name, live = 0]) => [name, messages.percent(formatDecimal(live, 1))]),
    }),
  };
}
