// The value of an alert in the last hour, in its row.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import { type Past, pastOf } from '@belfry/domain/history/past-of';
import type { Alert } from '@belfry/schema/entities/alert';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMay } from '../../../lib/may.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { messages as types } from '../../../ui/alerts/type-messages.ts';
import { valueText } from '../../../ui/alerts/value-text.ts';
import { Strip } from '../../../ui/strip/strip.tsx';
import { falls } from '../figures.tsx';
import { messages } from '../messages.ts';
import { pastValues, withLast } from './past-values.ts';

const HOUR_MS = 60 * MINUTE_MS;

export function LastHour({ alert }: { alert: Alert }) {
  const past = useMemo(() => pastOf(alert), [alert]);
  return past ? <Values alert={alert} past={past} /> : null;
}

function Values({ alert: { type, value, threshold, level }, past }: { alert: Alert; past: Past }) {
  const to = useNow(MINUTE_MS);
  const enabled = useMay('read');
  const { data } = useQuery({ ...pastValues(past, { from: to - HOUR_MS, to }), enabled });
  const format = useMemo(() => (value: number) => valueText(type, value), [type]);
  const limit = useMemo(
    () => (falls(type) ? undefined : { trigger: threshold, ...(level === 'critical' && { critical: threshold }) }),
    [type, threshold, level],
  );
  const values = useMemo(() => (data ? withLast(data, value) : []), [data, value]);
  if (values.length === 0) return null;
  return (
    <Strip
      name={messages.lastHour(types.name(type))}
      values={values}
      format={format}
      scale={factsOf(type).unit === 'percent' ? 'percent' : 'values'}
      limit={limit}
      showsLimit
    />
  );
}
