// The figures of guests and nodes that have a threshold, a row for each. Thresholds, alert types, readings, charts and the rules are
// made of it. No zod here: the browser imports this file.

/**
 * `history` is the metric in the catalogue of the history. `trigger` is the threshold of a fresh installation, -1 is off; `most` is
 * the largest one. Percent, MB/s or °C. `type` is what an alert about it is called.
 */
interface Figure {
  unit: 'percent' | 'rate' | 'celsius';
  history: string;
  trigger: number;
  most: number;
  type: string;
}

const OFF = -1;
const share = { unit: 'percent', most: 100 } as const;
/** Bytes per second in entities. */
const rate = { unit: 'rate', most: 10_000, trigger: OFF } as const;

const cpu = { ...share, history: 'cpu', trigger: 80, type: 'CPU usage' } as const;
const memory = { ...share, history: 'memory', trigger: 85, type: 'Memory usage' } as const;
const disk = { ...share, history: 'disk', trigger: 90, type: 'Disk usage' } as const;

export const guestFigures = {
  cpu,
  memory,
  disk,
  diskRead: { ...rate, history: 'diskread', type: 'Disk read rate' },
  diskWrite: { ...rate, history: 'diskwrite', type: 'Disk write rate' },
  networkIn: { ...rate, history: 'netin', type: 'Incoming network traffic' },
  networkOut: { ...rate, history: 'netout', type: 'Outgoing network traffic' },
} as const satisfies Record<string, Figure>;

export const nodeFigures = {
  cpu,
  memory,
  disk,
  temperature: { unit: 'celsius', history: 'temperature', trigger: 80, most: 150, type: 'Temperature' },
} as const satisfies Record<string, Figure>;

export type GuestFigure = keyof typeof guestFigures;
export type NodeFigure = keyof typeof nodeFigures;
export const guestFigureNames = Object.keys(guestFigures) as readonly GuestFigure[];
export const nodeFigureNames = Object.keys(nodeFigures) as readonly NodeFigure[];

/** The same names with one field of each row, or with something made of it. */
export const eachFigure = <Row extends Figure, Name extends string, To>(
  figures: Readonly<Record<Name, Row>>,
  make: (figure: Row) => To,
): { [N in Name]: To } =>
  Object.fromEntries(Object.entries<Row>(figures).map(([name, figure]) => [name, make(figure)])) as { [N in Name]: To };
