// The requests of remote write: protobuf in the block format of snappy.
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { compress } from 'snappyjs';
import type { Batch } from '../../db/export-queue-file.ts';
import type { Readings } from '../exposition/collect.ts';
import type { Labels } from '../exposition/subject.ts';
import { familyOf } from '../exposition/text.ts';
import type { Encode } from './format.ts';

/** About 100 bytes each before compression; engines accept several megabytes. */
const MOST_SERIES = 10_000;

export const encode: Encode = function* (readings, at, added) {
  let writer = new BinaryWriter();
  let values = 0;
  for (const { labels, value } of seriesOf(readings, Object.entries(added))) {
    writeSeries(writer, labels, value, at);
    if (++values < MOST_SERIES) continue;
    yield batchOf(writer, values, at);
    writer = new BinaryWriter();
    values = 0;
  }
  if (values > 0) yield batchOf(writer, values, at);
};

function batchOf(writer: BinaryWriter, values: number, at: number): Batch {
  return { at, values, body: new Uint8Array(compress(writer.finish())) };
}

/** Labels are sorted by name, as the specification wants. Those of the resource win over added ones. */
function* seriesOf(readings: Readings, added: Labels): Generator<{ labels: Labels; value: number }> {
  for (const [subject, all] of readings) {
    const names = subject.fields.map(({ name, type }) =>
      familyOf(subject, type === 'counter' ? `${name}_total` : name),
    );
    const info = familyOf(subject, 'info');
    for (const { labels, about, values } of all) {
      const own = withAdded(labels, added);
      for (const [column, name] of names.entries()) {
        const value = values[column] ?? Number.NaN;
        if (!Number.isNaN(value)) yield { labels: sorted([['__name__', name], ...own]), value };
      }
      if (about.length > 0)
        yield { labels: sorted([['__name__', info], ...withAdded([...labels, ...about], added)]), value: 1 };
    }
  }
}

const withAdded = (labels: Labels, added: Labels): Labels =>
  added.length === 0 ? labels : [...labels, ...added.filter(([name]) => !labels.some(([own]) => own === name))];

const sorted = (labels: Labels): Labels => [...labels].sort(([a], [b]) => (a < b ? -1 : 1));

/** `WriteRequest { repeated TimeSeries = 1 }`, `TimeSeries { repeated Label = 1; repeated Sample = 2 }`. */
function writeSeries(writer: BinaryWriter, labels: Labels, value: number, at: number): void {
  writer.tag(1, WireType.LengthDelimited).fork();
  for (const [name, text] of labels) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(name).tag(2, WireType.LengthDelimited).string(text.toWellFormed());
    writer.join();
  }
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.Bit64).double(value).tag(2, WireType.Varint).int64(at);
  writer.join().join();
}
