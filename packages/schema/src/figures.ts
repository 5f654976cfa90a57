// The figures of guests and nodes that have a threshold, a row for each. Thresholds, alert types, readings, charts and the rules are
// made of it. No zod here: the browser imports this file.

/**
 * The words for a figure in one language. `type` is what an alert about it is called, `inSentence` what it is called within a sentence,
 * `limitHead` the head of its column in the table of thresholds.
 */
export interface FigureWords {
  type: string;
  inSentence: string;
  limitHead: string;
}

/**
 * `history` is the metric in the catalogue of the history. `trigger` is the threshold of a fresh installation, -1 is off; `most` is
 * the largest one. Percent, MB/s or °C.
 */
interface Figure extends FigureWords {
  unit: 'percent' | 'rate' | 'celsius';
  history: string;
  trigger: number;
  most: number;
}

/**
 * A figure that a guest has as a field of the same name: percent or bytes per second, null while it is not known. The field, its
 * column in the table of guests, its threshold and rule, and its place in the history and in what other systems read follow from it.
 * `head` is the head of its column. `exposed` is its name without the unit, and what it means.
 */
interface FieldFigure extends Figure {
  unit: 'percent' | 'rate';
  head: string;
  /** The columns with the largest ones go first where the table has no room. */
  priority: number;
  exposed: readonly [name: string, help: string];
}

const OFF = -1;
const share = { unit: 'percent', most: 100 } as const;
/** Bytes per second in entities. */
const rate = { unit: 'rate', most: 10_000, trigger: OFF } as const;

const cpu = {
  ...share,
  history: 'cpu',
  trigger: 80,
  type: 'CPU usage',
  inSentence: 'CPU usage',
  limitHead: 'CPU %',
} as const;
const memory = {
  ...share,
  history: 'memory',
  trigger: 85,
  type: 'Memory usage',
  inSentence: 'memory usage',
  limitHead: 'Memory %',
} as const;
const disk = {
  ...share,
  history: 'disk',
  trigger: 90,
  type: 'Disk usage',
  inSentence: 'disk usage',
  limitHead: 'Disk %',
} as const;

export const fieldFigures = {
  diskRead: {
    ...rate,
    history: 'diskread',
    type: 'Disk read rate',
    inSentence: 'disk read rate',
    head: 'Disk Read',
    limitHead: 'Disk R MB/s',
    priority: 9,
    exposed: ['disk_read', 'Read from disks'],
  },
  diskWrite: {
    ...rate,
    history: 'diskwrite',
    type: 'Disk write rate',
    inSentence: 'disk write rate',
    head: 'Disk Write',
    limitHead: 'Disk W MB/s',
    priority: 10,
    exposed: ['disk_write', 'Written to disks'],
  },
  networkIn: {
    ...rate,
    history: 'netin',
    type: 'Incoming network traffic',
    inSentence: 'incoming network traffic',
    head: 'Net In',
    limitHead: 'Net In MB/s',
    priority: 7,
    exposed: ['network_receive', 'Received from networks'],
  },
  networkOut: {
    ...rate,
    history: 'netout',
    type: 'Outgoing network traffic',
    inSentence: 'outgoing network traffic',
    head: 'Net Out',
    limitHead: 'Net Out MB/s',
    priority: 8,
    exposed: ['network_transmit', 'Sent to networks'],
  },
} as const satisfies Record<string, FieldFigure>;

export type FieldFigureName = keyof typeof fieldFigures;
export const fieldFigureNames = Object.keys(fieldFigures) as readonly FieldFigureName[];

export const guestFigures = { cpu, memory, disk, ...fieldFigures } as const satisfies Record<string, Figure>;

/** Guests do not have these. */
export const nodeOnlyFigures = {
  temperature: {
    unit: 'celsius',
    history: 'temperature',
    trigger: 80,
    most: 150,
    type: 'Temperature',
    inSentence: 'temperature',
    limitHead: 'Temp °C',
  },
} as const satisfies Record<string, Figure>;

export const nodeFigures = { cpu, memory, disk, ...nodeOnlyFigures } as const satisfies Record<string, Figure>;

export type GuestFigure = keyof typeof guestFigures;
export type NodeFigure = keyof typeof nodeFigures;
export const guestFigureNames = Object.keys(guestFigures) as readonly GuestFigure[];
export const nodeFigureNames = Object.keys(nodeFigures) as readonly NodeFigure[];

export type FigureName = GuestFigure | NodeFigure;

/** The same names with one field of each row, or with something made of it. */
export const eachFigure = <Rows extends Readonly<Record<string, object>>, To>(
  figures: Rows,
  make: (figure: Rows[keyof Rows], name: keyof Rows) => To,
): { [N in keyof Rows]: To } =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, make(figure as Rows[keyof Rows], name as keyof Rows)]),
  ) as { [N in keyof Rows]: To };

/** Something made of each row, by its metric of the history. */
export const byHistory = <Row extends { history: string }, To>(
  figures: Readonly<Record<string, Row>>,
  make: (figure: Row) => To,
): { [H in Row['history']]: To } =>
  Object.fromEntries(Object.values(figures).map((figure) => [figure.history, make(figure)])) as {
    [H in Row['history']]: To;
  };

/** What each figure is called within a sentence, as rows of a table of sentences. */
export const phrasesOf = <Rows extends Readonly<Record<string, FigureWords>>>(figures: Rows) =>
  Object.fromEntries(Object.entries(figures).map(([name, { inSentence }]) => [`figure.${name}`, inSentence])) as {
    readonly [F in keyof Rows & string as `figure.${F}`]: Rows[F]['inSentence'];
  };
