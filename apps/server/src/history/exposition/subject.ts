// What is exposed: subjects such as guests, each with the same fields for every reading.
import { type ExposedMetric, exposedMetrics, type Field } from '@belfry/domain/history/exposed';
import type { ResourceKind } from '@belfry/schema/history/metrics';
import type { Value } from '../sampling/sample.ts';

/** Pairs of name and value, in a fixed order. A name has letters, digits and underscores only. */
export type Labels = readonly (readonly [name: string, value: string])[];

/** `name` begins the name of each of its metrics. */
export interface Subject<Own extends string = string> {
  readonly name: string;
  /** How many readings there are, as a phrase: "one for each guest". */
  readonly count: string;
  readonly fields: readonly Field[];
  /** Those of the catalogue are first; this is how their values become values of the fields. */
  readonly factors: readonly number[];
  readonly own: readonly Own[];
}

/** `labels` identify it. `about` describes it, and may change. `values` are in the order of the fields; NaN: not measured. */
export interface Reading {
  readonly labels: Labels;
  readonly about: Labels;
  readonly values: Float64Array;
}

type OwnField = Omit<Field, 'name'>;
export const gauge = (help: string, unit?: string): OwnField => ({ type: 'gauge', unit, help });
export const counter = (help: string, unit?: string): OwnField => ({ type: 'counter', unit, help });

/** `kind`: the kind of the catalogue whose metrics it has. `own`: its other fields, by their names without units. */
export function subject<const Own extends string>(
  name: string,
  count: string,
  kind: ResourceKind | undefined,
  own: Readonly<Record<Own, OwnField>>,
): Subject<Own> {
  const catalogue: readonly ExposedMetric[] = kind ? exposedMetrics(kind) : [];
  const names = Object.keys(own) as Own[];
  const ownFields = names.map((id): Field => {
    const { unit } = own[id];
    return { ...own[id], name: unit === undefined ? id : `${id}_${unit}` };
  });
  return {
    name,
    count,
    fields: [...catalogue, ...ownFields],
    factors: catalogue.map(({ factor }) => factor),
    own: names,
  };
}

/** `sampled`: the values of the catalogue, if there are any. Null and undefined: not known. */
export function readingOf<Own extends string>(
  { fields, factors, own: names }: Subject<Own>,
  { labels, about = [] }: { labels: Labels; about?: Labels },
  own: Readonly<Record<Own, Value>>,
  sampled?: ArrayLike<number>,
): Reading {
  const values = new Float64Array(fields.length);
  for (const [n, factor] of factors.entries()) values[n] = scaled(sampled?.[n] ?? Number.NaN, factor);
  for (const [n, name] of names.entries()) values[factors.length + n] = own[name] ?? Number.NaN;
  return { labels, about, values };
}

/** Six decimals of a ratio are more than was measured. */
const scaled = (value: number, factor: number): number =>
  factor === 1 ? value : Math.round(value * factor * 1e6) / 1e6;

/** Of a time (ISO), for a field that is a time. */
export const epochSeconds = (time: string | undefined): Value =>
  time === undefined ? undefined : Date.parse(time) / 1000;

/** Of one subject, no two readings have the same. */
export const keyOf = ({ labels }: Pick<Reading, 'labels'>): string => labels.map(([, value]) => value).join('\n');

/** Labels without a value are left out: for Prometheus that is the same. */
export const labelsOf = (values: Readonly<Record<string, string | undefined>>): Labels =>
  Object.entries(values).filter((label): label is [string, string] => label[1] !== undefined && label[1] !== '');

/** One for each value that is known, and one for the description. */
export const seriesOf = ({ about, values }: Reading): number => {
  let count = about.length > 0 ? 1 : 0;
  for (const value of values) if (!Number.isNaN(value)) count++;
  return count;
};
