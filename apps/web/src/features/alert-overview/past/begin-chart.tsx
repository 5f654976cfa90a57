// The value of an alert around its begin, or in the last hour while that has the begin in it.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import { type Past, pastOf } from '@belfry/domain/history/past-of';
import type { Alert } from '@belfry/schema/entities/alert';
import { useQuery } from '@tanstack/react-query';
import { hourMinute, shortMoment } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { messages as types } from '../../../ui/alerts/type-messages.ts';
import { valueText } from '../../../ui/alerts/value-text.ts';
import { Panel } from '../../../ui/detail.tsx';
import { messages as strip } from '../../../ui/strip/messages.ts';
import { STRIP_HEIGHT, stripLevel, stripPaths, stripSummary } from '../../../ui/strip/paths.ts';
import { falls } from '../figures.tsx';
import { messages } from '../messages.ts';
import { chartScale } from './chart-scale.ts';
import { type PastValues, pastValues, type Span, withLast } from './past-values.ts';

const HOUR_MS = 60 * MINUTE_MS;
/** An alert that is younger is in the last hour, with what was before it. */
const YOUNG_MS = 45 * MINUTE_MS;

export function BeginChart({ alert }: { alert: Alert }) {
  const past = pastOf(alert);
  if (past) return <Loaded alert={alert} past={past} />;
  // that of an agreed configuration is in its message
  if (factsOf(alert.type).unit === 'none' || alert.type === 'baseline') return null;
  return (
    <Panel title={messages.explanation.why}>
      <p className="text-mute text-xs">{messages.explanation.notKept}</p>
    </Panel>
  );
}

function Loaded({ alert, past }: { alert: Alert; past: Past }) {
  const now = useNow(MINUTE_MS);
  const begin = Date.parse(alert.startTime);
  const isYoung = now - begin < YOUNG_MS;
  const middle = Math.floor(begin / MINUTE_MS) * MINUTE_MS;
  const span = isYoung ? { from: now - HOUR_MS, to: now } : { from: middle - HOUR_MS / 2, to: middle + HOUR_MS / 2 };
  const { data } = useQuery(pastValues(past, span));
  if (!data || data.length === 0) return null;
  const name = types.name(alert.type);
  return (
    <Panel title={messages.explanation.why}>
      <Chart
        alert={alert}
        values={isYoung ? withLast(data, alert.value) : data}
        span={span}
        now={now}
        name={isYoung ? messages.lastHour(name) : messages.explanation.aroundBegin(name)}
      />
    </Panel>
  );
}

const isSameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();

interface ChartProps {
  alert: Alert;
  values: PastValues;
  span: Span;
  now: number;
  name: string;
}

function Chart({ alert: { type, threshold, level, startTime }, values, span, now, name }: ChartProps) {
  const summary = stripSummary(values);
  if (!summary) return null;
  const format = (value: number) => valueText(type, value);
  const { lowest, highest, last } = summary;
  const scale = chartScale(Math.min(lowest, threshold), Math.max(highest, threshold), factsOf(type).unit);
  const trigger = falls(type) ? Number.POSITIVE_INFINITY : threshold;
  const { line, above } = stripPaths(values, { ...scale, trigger });
  const width = Math.max(1, values.length - 1);
  const top = (value: number) => `${(Number(stripLevel(value, scale)) / STRIP_HEIGHT) * 100}%`;
  const begin = Date.parse(startTime);
  const left = Math.max(0, Math.min(1, (begin - span.from) / (span.to - span.from)));
  const isLate = left > 0.5;
  return (
    <figure className="max-w-md text-mute text-xs tabular-nums">
      <div className="relative ml-16 h-28 border-line border-b">
        <svg
          className="strip h-full!"
          viewBox={`0 0 ${width} ${STRIP_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={strip.summary(name, format(lowest), format(highest), format(last))}
        >
          <path className="limit" d={`M0 ${stripLevel(threshold, scale)}H${width}`} />
          <path d={line} />
          {above !== '' && <path className={level === 'critical' ? 'crit' : 'warn'} d={above} />}
        </svg>
        <span aria-hidden className="absolute inset-y-0 w-px bg-tick" style={{ left: `${left * 100}%` }} />
        <span
          aria-hidden
          className="absolute bottom-0.5 rounded-sm bg-panel px-1 text-soft"
          style={isLate ? { right: `${(1 - left) * 100}%` } : { left: `${left * 100}%` }}
        >
          {messages.explanation.raised(hourMinute(begin))}
        </span>
        {[...new Set([scale.most, threshold, scale.least])].map((value) => (
          <span
            key={value}
            aria-hidden
            className={`absolute -left-16 w-14 -translate-y-1/2 truncate text-right ${value === threshold ? 'text-soft' : ''}`}
            style={{ top: top(value) }}
          >
            {format(value)}
          </span>
        ))}
      </div>
      <div aria-hidden className="ml-16 flex justify-between pt-0.5">
        <span>{isSameDay(span.from, now) ? hourMinute(span.from) : shortMoment(span.from, now)}</span>
        <span>{hourMinute(span.to)}</span>
      </div>
    </figure>
  );
}
