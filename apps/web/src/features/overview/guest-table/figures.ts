// The figures that the guest table shows. Each row here is a column with its head, its place and its order, and a key to sort by.
import type { Figures } from '@belfry/domain/guest-figures';
import { type FieldFigureName, fieldFigureNames, fieldFigures } from '@belfry/schema/figures';

interface FigureColumn {
  head: string;
  /** A meter of percent, an amount a second, or a time. */
  look: 'usage' | 'rate' | 'uptime';
  /** The columns with the largest ones go first where the table has no room. */
  priority: number;
  /** Has a column for its last hour beside it. */
  trend?: true;
  /** Percent, bytes per second or seconds. -1 and null: unknown. */
  read(figures: Figures): number | null;
}

const looks = { percent: 'usage', rate: 'rate' } as const;

const ofFields = Object.fromEntries(
  fieldFigureNames.map((name) => {
    const { head, unit, priority } = fieldFigures[name];
    return [name, { head, look: looks[unit], priority, read: (figures) => figures[name] }] as const;
  }),
) as { [F in FieldFigureName]: FigureColumn };

export const guestFigures = {
  uptime: { head: 'Uptime', look: 'uptime', priority: 6, read: ({ uptime }) => uptime },
  cpu: { head: 'CPU', look: 'usage', priority: 1, trend: true, read: ({ cpu }) => cpu * 100 },
  memory: { head: 'Memory', look: 'usage', priority: 2, trend: true, read: (figures) => figures['memory.usage'] },
  disk: { head: 'Disk', look: 'usage', priority: 5, read: (figures) => figures['disk.usage'] },
  ...ofFields,
} as const satisfies Record<string, FigureColumn>;

export type GuestFigure = keyof typeof guestFigures;
export const guestFigureNames = Object.keys(guestFigures) as readonly GuestFigure[];

type Heads = { [F in GuestFigure]: string };
export const figureHeads = Object.fromEntries(guestFigureNames.map((name) => [name, guestFigures[name].head])) as Heads;

/** For the order of the rows. Undefined: unknown. */
export function figureOf(name: GuestFigure, figures: Figures): number | undefined {
  const value = guestFigures[name].read(figures) ?? undefined;
  return value === -1 || Number.isNaN(value) ? undefined : value;
}
