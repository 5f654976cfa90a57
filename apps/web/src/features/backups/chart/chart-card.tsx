// The chart with its heading, legend and ranges.
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import { useMemo } from 'react';
import { formatDecimal } from '../../../lib/language/format.ts';
import type { Bar } from '../../../ui/bars/bar.ts';
import { BarChart } from '../../../ui/bars/bar-chart.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Backup, BackupType } from '../backup.ts';
import type { Filters } from '../filters.ts';
import { dayLabel, shortDay } from '../list/day-label.ts';
import { messages } from '../messages.ts';
import { abundance, countDays, type Day, meanDeduplication, RANGES, type Range } from './days.ts';

const kinds: readonly BackupType[] = ['snapshot', 'local', 'remote'];
const shades = ['few', 'some', 'many'] as const;

function barOf(day: Day, today: string): Bar {
  return {
    key: day.day,
    short: shortDay(day.day),
    name: dayLabel(day.day, today, ''),
    parts: kinds.toReversed().map((kind) => ({ kind, name: messages.kinds[kind], count: day[kind] })),
    className: abundance(day.total),
  };
}

interface ChartCardProps {
  backups: readonly Backup[];
  servers: readonly PbsInstance[];
  /** Epoch milliseconds; only its day matters. */
  now: number;
  filters: Pick<Filters, 'range' | 'day' | 'change'>;
}

export function ChartCard({ backups, servers, now, filters }: ChartCardProps) {
  const range = Number(filters.range) as Range;
  const days = useMemo(() => countDays(backups, range, now), [backups, range, now]);
  const bars = useMemo(() => days.map((day) => barOf(day, days.at(-1)?.day ?? '')), [days]);
  const factor = meanDeduplication(servers);
  const used = shades.filter((shade) => days.some((day) => day.total > 0 && abundance(day.total) === shade));
  const total = days.reduce((sum, each) => sum + each.total, 0);
  return (
    <section aria-label={messages.chart} className="card mt-2 px-3.5 pt-2 pb-1">
      <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <h2 className="font-semibold">{messages.chart}</h2>
        <span className="text-mute tabular-nums">{messages.inRange(total, range)}</span>
        {factor !== undefined && (
          <span className="text-mute tabular-nums">{messages.dedup(formatDecimal(factor, 1))}</span>
        )}
        <ul className="chart ml-auto flex flex-wrap gap-x-3 text-xs text-soft max-md:ml-0">
          {/* the colour of a bar says how many backups its day has, its shade of which kind they are */}
          {kinds.map((kind) => (
            <li key={kind} className="inline-flex items-center gap-1.5">
              <Swatches of={used.map((shade) => [shade, kind])} />
              {messages.kinds[kind]}
            </li>
          ))}
          {used.length > 1 &&
            used.map((shade) => (
              <li key={shade} className="inline-flex items-center gap-1.5">
                <Swatches of={[[shade, 'remote']]} />
                {messages.perDay[shade]}
              </li>
            ))}
        </ul>
        <Segmented
          label={messages.range}
          options={RANGES.map((each) => [`${each}`, messages.days(each)] as const)}
          value={filters.range}
          onChange={(range) => filters.change({ range })}
        />
      </div>
      <BarChart
        key={range}
        label={messages.chart}
        bars={bars}
        selected={filters.day}
        onSelect={(day) => filters.change({ day })}
        totalText={messages.total}
      />
    </section>
  );
}

const Swatches = ({ of }: { of: readonly (readonly [shade: string, kind: BackupType])[] }) => (
  <svg width={Math.max(1, of.length) * 6.5 - 0.5} height="9" aria-hidden>
    {of.map(([shade, kind], place) => (
      <g key={shade} className={`day ${shade}`}>
        <rect className={kind} x={place * 6.5 + 0.5} y="0.5" width="5" height="8" rx="1" />
      </g>
    ))}
  </svg>
);
