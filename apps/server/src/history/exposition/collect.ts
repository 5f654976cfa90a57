// State → readings. What is too old has none, and a value that was not measured is NaN.
import type { ResourceKind } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import { type Parts, unguarded } from '../../lib/parts.ts';
import { type Passes, passNames } from '../../lib/passes.ts';
import type { Usage } from '../sampling/own-cost.ts';
import type { Value } from '../sampling/sample.ts';
import { answering, samplesOf } from '../sampling/samples.ts';
import { collectOthers, collectServer } from './others.ts';
import { collectProxmox } from './proxmox.ts';
import { keyOf, type Labels, type Reading, readingOf, type Subject, seriesOf } from './subject.ts';
import * as subjects from './subjects.ts';

/** In the order of the subjects. */
export type Readings = readonly (readonly [Subject, readonly Reading[]])[];

/** Which parts do not work, and when Belfry last did what it does again and again. */
export interface Inside {
  parts: Pick<Parts, 'guarded' | 'failing'>;
  passes: Pick<Passes, 'ageMs'>;
}

export interface Collect {
  put(subject: Subject, reading: Reading): void;
  /** Something with a history: its values of the catalogue are added. */
  add<Own extends string>(
    subject: Subject<Own>,
    kind: ResourceKind,
    id: string,
    about: Labels,
    own: Readonly<Record<Own, Value>>,
  ): void;
  /** Whether the instance with this id answered its last essential poll. */
  isAnswering(instance: string): boolean;
}

/** A host may report the same id twice; a series must be there once. */
export function readingsOf(state: State, usage: Usage, { parts, passes }: Partial<Inside> = {}): Readings {
  const guarded = parts?.guarded ?? unguarded;
  const sampled = new Map<ResourceKind, Map<string, ArrayLike<number>>>();
  for (const { kind, id, values } of guarded('the metrics of hosts', () => samplesOf(state), [])) {
    const ofKind = sampled.get(kind) ?? new Map<string, ArrayLike<number>>();
    sampled.set(kind, ofKind.set(id, values));
  }
  const found = new Map<Subject, Map<string, Reading>>(subjects.subjects.map((subject) => [subject, new Map()]));
  const put: Collect['put'] = (subject, reading) => {
    found.get(subject)?.set(keyOf(reading), reading);
  };
  const collect: Collect = {
    put,
    add(subject, kind, id, about, own) {
      put(subject, readingOf(subject, { labels: [['id', id]], about }, own, sampled.get(kind)?.get(id)));
    },
    isAnswering: answering(state),
  };
  guarded('the metrics of Proxmox VE', () => collectProxmox(state, collect), undefined);
  guarded('the metrics of other hosts', () => collectOthers(state, collect), undefined);
  guarded('the metrics of Belfry itself', () => collectServer(state, usage, collect), undefined);
  for (const { id } of parts?.failing() ?? [])
    put(subjects.part, readingOf(subjects.part, { labels: [['part', id]] }, { failing: 1 }));
  for (const name of passes ? passNames : [])
    put(
      subjects.passes[name],
      readingOf(subjects.passes[name], { labels: [] }, { age: (passes?.ageMs(name) ?? 0) / 1000 }),
    );
  const readings = [...found].map(([subject, byLabels]) => [subject, [...byLabels.values()]] as const);
  return [...readings.slice(0, -1), [subjects.exposition, readings.slice(0, -1).map(countOf)]];
}

const countOf = ([subject, readings]: Readings[number]): Reading => {
  const series = readings.reduce((sum, reading) => sum + seriesOf(reading), 0);
  return readingOf(subjects.exposition, { labels: [['subject', subject.name]] }, { series });
};
