// The line protocol of InfluxDB, for the write endpoints of version 1 and 2: a line for each resource, its values as fields.
// https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/
import { constants, gzipSync } from 'node:zlib';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Batch } from '../../db/export-queue-file.ts';
import type { Labels } from '../exposition/subject.ts';
import { type Encode, type Format, passing } from './format.ts';

const MAX_LINES = 5000;

export const influxdb: Format = {
  name: 'InfluxDB',
  headers: { 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' },
  passing,
  tokenScheme: 'Token',
  problemOf({ pathname, searchParams }): Sentence | undefined {
    if (!pathname.endsWith('/write')) return { id: 'history.influxAddress' };
    const needed = pathname.endsWith('/api/v2/write') ? 'bucket' : 'db';
    return searchParams.get(needed) ? undefined : { id: 'history.addressNeeds', values: { parameter: needed } };
  },
  target(text) {
    const url = new URL(text);
    url.searchParams.set('precision', 'ms');
    return url.href;
  },
  encoder: async () => encode,
};

const encode: Encode = function* ({ readings, at, added }) {
  let lines: string[] = [];
  let values = 0;
  const batch = (): Batch => ({
    ...{ at, values },
    body: new Uint8Array(gzipSync(lines.join('\n'), { level: constants.Z_BEST_SPEED })),
  });
  for (const [subject, all] of readings)
    for (const reading of all) {
      const known = subject.fields
        .map(({ name }, column) => [name, reading.values[column] ?? Number.NaN] as const)
        .filter(([, value]) => !Number.isNaN(value));
      if (known.length === 0) continue;
      const tags = tagsOf([...reading.labels, ...reading.about], Object.entries(added));
      // Always floating point: a field keeps the type of its first value.
      lines.push(`belfry_${subject.name}${tags} ${known.map(([name, value]) => `${name}=${value}`).join(',')} ${at}`);
      values += known.length;
      if (lines.length < MAX_LINES) continue;
      yield batch();
      lines = [];
      values = 0;
    }
  if (lines.length > 0) yield batch();
};

const tagsOf = (labels: Labels, added: Labels): string =>
  [...labels, ...added.filter(([name]) => !labels.some(([own]) => own === name))]
    .map(([name, value]) => `,${name}=${escaped(value)}`)
    .join('');

/** A backslash before the end of a value would take away its end, so none is kept. */
const escaped = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('\\', '/')
    .replaceAll(/[,= ]/g, '\\$&');
