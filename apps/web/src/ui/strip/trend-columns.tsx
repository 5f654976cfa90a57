// Columns with the strips of the last hour, each after the column of its figure.
import type { Limits } from '@belfry/domain/alerts/thresholds';
import { memo } from 'react';
import { formatCount } from '../../lib/language/format.ts';
import { type StripKind, type StripMetric, type Strips, stripValues } from '../../lib/strips.ts';
import type { Column } from '../table/column.ts';
import { messages } from './messages.ts';
import { Strip } from './strip.tsx';

interface Trended {
  strips: Strips | undefined;
  limits: Limits;
}

const format = (percent: number): string => `${formatCount(percent)}%`;

interface TrendProps {
  strips: Strips;
  kind: StripKind;
  id: string;
  metric: StripMetric;
  limit: Limits[StripMetric];
}

/** It renders once a minute, and not with the figures of its row. */
const Trend = memo(function Trend({ strips, kind, id, metric, limit }: TrendProps) {
  const values = stripValues(strips[kind], id, metric);
  return values && <Strip name={messages.hours[metric]} values={values} format={format} limit={limit} />;
});

const trend = <I extends { id: string }, C extends Trended, K extends string>(
  kind: StripKind,
  metric: StripMetric,
): Column<I, C, K> => ({
  id: `${metric}Trend`,
  head: () => messages.heads[metric],
  min: metric === 'memory' ? 94 : 84,
  priority: 2,
  cell: ({ id }, { strips, limits }) =>
    strips && <Trend strips={strips} kind={kind} id={id} metric={metric} limit={limits[metric]} />,
});

export const withTrends = <I extends { id: string }, C extends Trended, K extends string>(
  columns: readonly Column<I, C, K>[],
  kind: StripKind,
): readonly Column<I, C, K>[] =>
  columns.flatMap((column) =>
    column.id === 'cpu' || column.id === 'memory' ? [column, trend<I, C, K>(kind, column.id)] : [column],
  );
