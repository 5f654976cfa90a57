// How long something was up, down, not seen, or in agreed maintenance, from how often it was sampled in each step of the history.
//
// The history keeps of a step how many readings it had, so these sums are exact to one reading, however long the steps are. What it does not
// keep is when within a step the readings were. Only a maintenance window that begins or ends within a step needs that: what is then not
// certain is said as `uncertainMs`.

/** Epoch ms; `until` is not part of it. */
export interface Span {
  from: number;
  until: number;
}

/**
 * `up`: readings in which the resource ran. `seen`: readings in which its instance answered. Both from `from` on, one number for each step.
 * A step has `stepMs / readingMs` readings when nothing is missing.
 */
export interface Readings {
  from: number;
  stepMs: number;
  readingMs: number;
  up: ArrayLike<number>;
  seen: ArrayLike<number>;
}

/** Milliseconds. `absentMs`: the resource did not exist. The five others make up the rest. */
export interface Availability {
  upMs: number;
  downMs: number;
  unknownMs: number;
  maintenanceMs: number;
  absentMs: number;
  uncertainMs: number;
}

/** Spans in order that do not touch. */
export function merged(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(({ from, until }) => until > from).sort((a, b) => a.from - b.from);
  const out: Span[] = [];
  for (const span of sorted) {
    const last = out.at(-1);
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else out.push({ ...span });
  }
  return out;
}

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));

export const overlapOf = (span: Span, spans: readonly Span[]): number =>
  spans.reduce((sum, each) => sum + overlap(span, each), 0);

/** `existed`: when there was the resource. `maintenance`: agreed before, and taken out. Both merged. */
export function availabilityOf(
  readings: Readings,
  period: Span,
  existed: readonly Span[],
  maintenance: readonly Span[],
): Availability {
  const sum: Availability = { upMs: 0, downMs: 0, unknownMs: 0, maintenanceMs: 0, absentMs: 0, uncertainMs: 0 };
  const { from, stepMs } = readings;
  const first = Math.floor((period.from - from) / stepMs);
  const last = Math.ceil((period.until - from) / stepMs);
  for (let index = first; index < last; index++) {
    const at = from + index * stepMs;
    const step = { from: Math.max(at, period.from), until: Math.min(at + stepMs, period.until) };
    if (step.until > step.from) addStep(sum, partsOf(readings, index), step, existed, maintenance);
  }
  return sum;
}

interface Part extends Span {
  kind: 'up' | 'down' | 'unknown';
  /** Its place within the step is not known. */
  isLoose: boolean;
}

/** What a step consists of. What is in it is put next to the step that goes on with it; otherwise its place is not known. */
function partsOf({ from, stepMs, readingMs, up, seen }: Readings, index: number): Part[] {
  const at = from + index * stepMs;
  const full = Math.round(stepMs / readingMs);
  const of = (n: number) => {
    const ups = Math.min(up[n] ?? 0, full);
    return { ups, seen: Math.min(Math.max(seen[n] ?? 0, ups), full) };
  };
  const now = of(index);
  const lengths = {
    up: now.ups * readingMs,
    down: (now.seen - now.ups) * readingMs,
    unknown: stepMs - now.seen * readingMs,
  };
  const kinds = (['up', 'down', 'unknown'] as const).filter((kind) => lengths[kind] > 0);
  if (kinds.length === 1) return kinds.map((kind) => ({ kind, from: at, until: at + stepMs, isLoose: false }));
  const [before, after] = [soleKind(of(index - 1), full), soleKind(of(index + 1), full)];
  const isPlaced =
    kinds.length === 2 &&
    before !== after &&
    kinds.some((kind) => kind === before) &&
    kinds.some((kind) => kind === after);
  const order = isPlaced && kinds[0] !== before ? kinds.toReversed() : kinds;
  let start = at;
  return order.map((kind) => {
    const part = { kind, from: start, until: start + lengths[kind], isLoose: !isPlaced };
    start = part.until;
    return part;
  });
}

function soleKind({ ups, seen }: { ups: number; seen: number }, full: number): Part['kind'] | undefined {
  if (ups === full) return 'up';
  if (seen === 0) return 'unknown';
  return ups === 0 && seen === full ? 'down' : undefined;
}

function addStep(
  sum: Availability,
  parts: readonly Part[],
  step: Span,
  existed: readonly Span[],
  maintenance: readonly Span[],
): void {
  const length = step.until - step.from;
  const there = existed.map((span) => clip(span, step)).filter((span) => span !== undefined);
  const thereMs = overlapOf(step, there);
  const agreedMs = there.reduce((ms, span) => ms + overlapOf(span, maintenance), 0);
  sum.absentMs += length - thereMs;
  sum.maintenanceMs += agreedMs;
  const counted = thereMs - agreedMs;
  if (counted <= 0) return;
  const whole = parts.reduce((ms, part) => ms + part.until - part.from, 0);
  const isCut = counted < whole;
  for (const part of parts) {
    const partMs = part.until - part.from;
    const own = isCut ? countedOf(part, there, maintenance) : partMs;
    // In a step of which only a part counts, a loose part may be within it or not: its share is taken, and said to be uncertain.
    const taken = isCut && part.isLoose ? (partMs / whole) * counted : own;
    if (isCut && part.isLoose && part.kind !== 'up') sum.uncertainMs += Math.min(partMs, counted);
    sum[`${part.kind}Ms`] += taken;
  }
}

const countedOf = (part: Span, there: readonly Span[], maintenance: readonly Span[]): number =>
  there.reduce((ms, span) => {
    const own = clip(span, part);
    return own ? ms + (own.until - own.from) - overlapOf(own, maintenance) : ms;
  }, 0);

function clip(span: Span, to: Span): Span | undefined {
  const cut = { from: Math.max(span.from, to.from), until: Math.min(span.until, to.until) };
  return cut.until > cut.from ? cut : undefined;
}

/**
 * Percent of the time that was seen, with two decimals, rounded down, so that 100 means that nothing was missing. Undefined: nothing was
 * seen.
 */
export function percentUp({ upMs, downMs }: Pick<Availability, 'upMs' | 'downMs'>): number | undefined {
  return shareOf(upMs, upMs + downMs);
}

export function shareOf(part: number, whole: number): number | undefined {
  if (whole <= 0) return undefined;
  return part >= whole ? 100 : Math.floor((part / whole) * 10_000 + 1e-9) / 100;
}

/** The spans in which nothing was seen. Each begins and ends within one step of the truth, and its `missingMs` is exact. */
export function gapsOf(
  { from, stepMs, readingMs, seen }: Omit<Readings, 'up'>,
  period: Span,
): (Span & { missingMs: number })[] {
  const full = Math.round(stepMs / readingMs);
  const gaps: (Span & { missingMs: number })[] = [];
  const last = Math.ceil((period.until - from) / stepMs);
  for (let index = Math.floor((period.from - from) / stepMs); index < last; index++) {
    const missing = full - Math.min(seen[index] ?? 0, full);
    if (missing === 0) continue;
    const at = from + index * stepMs;
    const step = { from: Math.max(at, period.from), until: Math.min(at + stepMs, period.until) };
    const missingMs = Math.min(missing * readingMs, step.until - step.from);
    if (missingMs <= 0) continue;
    const open = gaps.at(-1);
    if (open?.until === step.from) Object.assign(open, { until: step.until, missingMs: open.missingMs + missingMs });
    else gaps.push({ ...step, missingMs });
  }
  return gaps;
}
