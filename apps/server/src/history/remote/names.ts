// The names and labels of the series in the engine: those of `/metrics`, so that what is made for it can ask for them too.
import { type ExposedMetric, exposedMetrics } from '@belfry/domain/history/exposed';
import { metricsOf, type Resource, type ResourceKind } from '@belfry/schema/history/metrics';
import type { Labels } from '../exposition/subject.ts';
import { subjectOf } from '../exposition/subjects.ts';
import { familyOf } from '../exposition/text.ts';
import type { Source } from '../history-store.ts';

/** A metric of the catalogue in the engine. */
export interface RemoteMetric extends Pick<ExposedMetric, 'factor'> {
  /** Of the catalogue. */
  readonly id: string;
  /** Of the series. */
  readonly name: string;
}

const catalogue = new Map<ResourceKind, readonly RemoteMetric[]>();

/** In the order of the catalogue. */
export function remoteMetrics(kind: ResourceKind): readonly RemoteMetric[] {
  const known = catalogue.get(kind);
  if (known) return known;
  const exposed = exposedMetrics(kind);
  const made = metricsOf(kind).map(({ id }, n): RemoteMetric => {
    const { name, factor } = exposed[n] as ExposedMetric;
    return { id, name: familyOf(subjectOf[kind], name), factor };
  });
  catalogue.set(kind, made);
  return made;
}

/** The regular expression of the names of all series of a kind. */
export const namesOf = (kind: ResourceKind): string =>
  remoteMetrics(kind)
    .map(({ name }) => name)
    .join('|');

/** The source of values of whole hours, which Belfry makes for the engine for the long term. */
export const HOURLY = 'belfry-hourly';
export type SeriesSource = Source | typeof HOURLY;

/** `source` tells these series from what `/metrics` and exports have under the same names. */
export const labelsOf = ({ id }: Pick<Resource, 'id'>, source: SeriesSource, more: Labels = []): Labels => [
  ['id', id],
  ['source', source],
  ...more,
];

/** To what an engine gets, and back. Six decimals of a ratio are more than was measured. */
export const toRemote = (value: number, { factor }: RemoteMetric): number =>
  factor === 1 ? value : Math.round(value * factor * 1e6) / 1e6;
export const fromRemote = (value: number, { factor }: RemoteMetric): number => Number((value / factor).toPrecision(12));
