// The requests of remote write: protobuf in the block format of snappy.
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { compress } from 'snappyjs';
import type { Batch } from '../../db/export-queue-file.ts';
import { keyOf, type Labels, type Subject } from '../exposition/subject.ts';
import { familyOf } from '../exposition/text.ts';
import type { Encode, Take } from './format.ts';

/** About 100 bytes for each series before compression; engines accept several megabytes. */
const MAX_VALUES = 10_000;
/** The number that says that a series ends: one of many that are not a number. */
const STALE = 0x7ff0000000000002n;

/** Values of one series with their times (epoch ms). NaN: the series ends there. */
export interface TimedSeries {
  readonly labels: Labels;
  readonly points: readonly (readonly [at: number, value: number])[];
}

export const encode: Encode = function* (take, before) {
  if (before) yield* encodeSeries(endedSince(before, take), take.at, before.added);
  yield* encodeSeries(seriesOf(take), take.at, take.added);
};

/** `at` (epoch ms) is when the requests were made. */
export function* encodeSeries(
  all: Iterable<TimedSeries>,
  at: number,
  added: Readonly<Record<string, string>>,
): Generator<Batch> {
  const more = Object.entries(added);
  let writer = new BinaryWriter();
  let values = 0;
  for (const { labels, points } of all) {
    writeSeries(writer, sorted(withAdded(labels, more)), points);
    values += points.length;
    if (values < MAX_VALUES) continue;
    yield batchOf(writer, values, at);
    writer = new BinaryWriter();
    values = 0;
  }
  if (values > 0) yield batchOf(writer, values, at);
}

function batchOf(writer: BinaryWriter, values: number, at: number): Batch {
  return { at, values, body: new Uint8Array(compress(writer.finish())) };
}

function* seriesOf({ readings, at }: Take): Generator<TimedSeries> {
  for (const [subject, all] of readings) {
    const { names, info } = namesOf(subject);
    for (const { labels, about, values } of all) {
      for (const [column, name] of names.entries()) {
        const value = values[column] ?? Number.NaN;
        if (!Number.isNaN(value)) yield { labels: [['__name__', name], ...labels], points: [[at, value]] };
      }
      if (about.length > 0) yield { labels: [['__name__', info], ...labels, ...about], points: [[at, 1]] };
    }
  }
}

/**
 * Series that were sent before and have no value now. Without this an engine shows their last value for five minutes, and a resource
 * whose description has changed has two of them. They end just before the new values, so that one whose labels are the same goes on.
 */
function* endedSince(before: Take, now: Take): Generator<TimedSeries> {
  const isRelabelled = JSON.stringify(before.added) !== JSON.stringify(now.added);
  const points = [[now.at - 1, Number.NaN]] as const;
  const current = new Map(
    now.readings.map(([subject, all]) => [subject, new Map(all.map((one) => [keyOf(one), one]))]),
  );
  for (const [subject, all] of before.readings) {
    const { names, info } = namesOf(subject);
    for (const old of all) {
      const next = isRelabelled ? undefined : current.get(subject)?.get(keyOf(old));
      for (const [column, name] of names.entries())
        if (!Number.isNaN(old.values[column]) && Number.isNaN(next?.values[column] ?? Number.NaN))
          yield { labels: [['__name__', name], ...old.labels], points };
      if (old.about.length > 0 && JSON.stringify(next?.about) !== JSON.stringify(old.about))
        yield { labels: [['__name__', info], ...old.labels, ...old.about], points };
    }
  }
}

const namesOf = (subject: Subject) => ({
  names: subject.fields.map(({ name, type }) => familyOf(subject, type === 'counter' ? `${name}_total` : name)),
  info: familyOf(subject, 'info'),
});

/** Labels of the resource win over added ones. */
const withAdded = (labels: Labels, added: Labels): Labels =>
  added.length === 0 ? labels : [...labels, ...added.filter(([name]) => !labels.some(([own]) => own === name))];

/** By name, as the specification wants. */
const sorted = (labels: Labels): Labels => [...labels].sort(([a], [b]) => (a < b ? -1 : 1));

/** `WriteRequest { repeated TimeSeries = 1 }`, `TimeSeries { repeated Label = 1; repeated Sample = 2 }`. */
function writeSeries(writer: BinaryWriter, labels: Labels, points: TimedSeries['points']): void {
  writer.tag(1, WireType.LengthDelimited).fork();
  for (const [name, text] of labels) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(name).tag(2, WireType.LengthDelimited).string(text.toWellFormed());
    writer.join();
  }
  for (const [at, value] of points) {
    writer.tag(2, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Bit64);
    if (Number.isNaN(value)) writer.fixed64(STALE);
    else writer.double(value);
    writer.tag(2, WireType.Varint).int64(at);
    writer.join();
  }
  writer.join();
}
