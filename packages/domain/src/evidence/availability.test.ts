import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availabilityOf, gapsOf, merged, overlapOf, percentUp, type Readings, type Span } from './availability.ts';

const READING_MS = 10_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 9, 1);
const month: Span = { from: START, until: START + 31 * DAY };

interface Script {
  down: Span[];
  unseen: Span[];
  maintenance: Span[];
}

/** What a history with this step keeps of the script: one reading each ten seconds. */
function recorded({ down, unseen }: Script, stepMs: number): Readings {
  const steps = (month.until - month.from) / stepMs;
  const [up, seen] = [new Uint16Array(steps), new Uint16Array(steps)];
  const cursor = { down: 0, unseen: 0 };
  const isIn = (name: 'down' | 'unseen', spans: readonly Span[], at: number) => {
    while ((spans[cursor[name]]?.until ?? Infinity) <= at) cursor[name]++;
    const span = spans[cursor[name]];
    return span !== undefined && at >= span.from;
  };
  for (let at = month.from; at < month.until; at += READING_MS) {
    const step = Math.floor((at - month.from) / stepMs);
    const isUnseen = isIn('unseen', unseen, at);
    const isDown = isIn('down', down, at);
    if (isUnseen) continue;
    seen[step] = (seen[step] ?? 0) + 1;
    if (!isDown) up[step] = (up[step] ?? 0) + 1;
  }
  return { from: month.from, stepMs, readingMs: READING_MS, up, seen };
}

/** Milliseconds of the truth, to the millisecond. */
function truthOf({ down, unseen, maintenance }: Script) {
  const outside = [month.from, ...maintenance.flatMap(({ from, until }) => [from, until]), month.until];
  const counted = outside.flatMap((from, i) =>
    i % 2 === 0 && (outside[i + 1] ?? 0) > from ? [{ from, until: outside[i + 1] ?? 0 }] : [],
  );
  const unknownMs = counted.reduce((ms, span) => ms + overlapOf(span, unseen), 0);
  const hidden = down.flatMap((span) =>
    unseen.map((gap) => ({ from: Math.max(span.from, gap.from), until: Math.min(span.until, gap.until) })),
  );
  const downMs = counted.reduce((ms, span) => ms + overlapOf(span, down) - overlapOf(span, merged(hidden)), 0);
  return { downMs, unknownMs, maintenanceMs: overlapOf(month, maintenance) };
}

const span = (longest: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 31 * DAY - 1 }), fc.integer({ min: 1000, max: longest }))
    .map(([from, length]) => ({ from: START + from, until: Math.min(month.until, START + from + length) }));
const spans = (longest: number, most: number) => fc.array(span(longest), { maxLength: most }).map(merged);
const script = fc.record({ down: spans(9 * HOUR, 4), unseen: spans(5 * HOUR, 3), maintenance: spans(8 * HOUR, 3) });

describe('the availability of a month', () => {
  it.each([600_000, HOUR])('equals the truth within one reading for each edge, from steps of %i ms', (stepMs) => {
    fc.assert(
      fc.property(script, (given) => {
        const found = availabilityOf(recorded(given, stepMs), month, [month], given.maintenance);
        const truth = truthOf(given);
        const edges = given.down.length + given.unseen.length + given.maintenance.length;
        const most = 2 * edges * READING_MS + found.uncertainMs;
        expect(Math.abs(found.downMs - truth.downMs)).toBeLessThanOrEqual(most);
        expect(Math.abs(found.unknownMs - truth.unknownMs)).toBeLessThanOrEqual(most);
        expect(found.maintenanceMs).toBe(truth.maintenanceMs);
        expect(found.upMs + found.downMs + found.unknownMs + found.maintenanceMs).toBeCloseTo(31 * DAY, 0);
      }),
      { numRuns: 30 },
    );
  });
  it('is uncertain only where a window begins or ends within a step that has more than one kind of reading', () => {
    const given = { down: [{ from: START + 2 * HOUR, until: START + 3 * HOUR }], unseen: [], maintenance: [] };
    const ofWindow = (from: number, until: number) =>
      availabilityOf(recorded(given, 600_000), month, [month], [{ from: START + from, until: START + until }]);
    expect(ofWindow(2 * HOUR, 3 * HOUR)).toMatchObject({ downMs: 0, uncertainMs: 0, maintenanceMs: HOUR });
    expect(ofWindow(2.2 * HOUR, 2.4 * HOUR)).toMatchObject({ downMs: 0.8 * HOUR, uncertainMs: 0 });
    const short = { ...given, down: [{ from: START + 2 * HOUR + 120_000, until: START + 2 * HOUR + 240_000 }] };
    const cut = availabilityOf(
      recorded(short, 600_000),
      month,
      [month],
      [{ from: START + 2 * HOUR + 180_000, until: START + 5 * HOUR }],
    );
    expect(cut.uncertainMs).toBe(120_000);
  });
  it('is of the time that was seen: what was not seen is neither up nor down', () => {
    const given = { down: [], unseen: [{ from: START, until: START + 30 * DAY }], maintenance: [] };
    const found = availabilityOf(recorded(given, HOUR), month, [month], []);
    expect(percentUp(found)).toBe(100);
    expect(found.unknownMs).toBe(30 * DAY);
  });
  it('is not known when nothing was seen, and never 100 %', () => {
    const given = { down: [], unseen: [month], maintenance: [] };
    expect(percentUp(availabilityOf(recorded(given, HOUR), month, [month], []))).toBeUndefined();
    const none = { from: START, stepMs: HOUR, readingMs: READING_MS, up: [], seen: [] };
    expect(percentUp(availabilityOf(none, month, [month], []))).toBeUndefined();
  });
  it('is rounded down: one reading in a month without it is less than 100 %', () => {
    const given = { down: [{ from: START + DAY, until: START + DAY + READING_MS }], unseen: [], maintenance: [] };
    expect(percentUp(availabilityOf(recorded(given, HOUR), month, [month], []))).toBe(99.99);
  });
  it('counts only while the resource existed', () => {
    const given = { down: [{ from: START, until: START + 10 * DAY }], unseen: [], maintenance: [] };
    const born = [{ from: START + 10 * DAY, until: month.until }];
    const found = availabilityOf(recorded(given, 600_000), month, born, []);
    expect(found).toMatchObject({ downMs: 0, absentMs: 10 * DAY, upMs: 21 * DAY });
  });
});

describe('the gaps of a measurement', () => {
  it('have the exact time that is missing, and their edges within a step', () => {
    fc.assert(
      fc.property(spans(5 * HOUR, 3), (unseen) => {
        const gaps = gapsOf(recorded({ down: [], unseen, maintenance: [] }, 600_000), month);
        const missing = gaps.reduce((ms, gap) => ms + gap.missingMs, 0);
        expect(Math.abs(missing - overlapOf(month, unseen))).toBeLessThanOrEqual(unseen.length * READING_MS);
        for (const { from, until } of gaps)
          expect(unseen.some((one) => one.from < until && one.until > from)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
