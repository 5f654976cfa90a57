// The chart with its heading, legend and ranges.
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import { useMemo } from 'react';
import { formatDecimal } from '../../../lib/language/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Backup, BackupType } from '../backup.ts';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { Chart } from './chart.tsx';
import { countDays, meanDeduplication, RANGES, type Range } from './days.ts';

const kinds: readonly BackupType[] = ['snapshot', 'local', 'remote'];

interface ChartCardProps {
  backups: readonly Backup[];
  servers: readonly PbsInstance[];
  /** Epoch milliseconds; only its day matters. */
  now: number;
  filters: Pick<Filters, 'range' | 'setRange' | 'day' | 'setDay'>;
}

export function ChartCard({ backups, servers, now, filters }: ChartCardProps) {
  const range = Number(filters.range) as Range;
  const days = useMemo(() => countDays(backups, range, now), [backups, range, now]);
  const factor = meanDeduplication(servers);
  const total = days.reduce((sum, each) => sum + each.total, 0);
  return (
    <section aria-label={messages.chart} className="card mt-2 px-3.5 pt-2 pb-1">
      <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <h2 className="font-semibold">{messages.chart}</h2>
        <span className="text-mute tabular-nums">{messages.inRange(total, range)}</span>
        {factor !== undefined && (
          <span className="text-mute tabular-nums">{messages.dedup(formatDecimal(factor, 1))}</span>
        )}
        <ul className="chart ml-auto flex gap-3 text-xs text-soft max-md:ml-0">
          {kinds.map((kind) => (
            <li key={kind} className="inline-flex items-center gap-1.5">
              <svg width="9" height="9" aria-hidden className="day any">
                <rect className={kind} width="9" height="9" rx="1.5" />
              </svg>
              {messages.kinds[kind]}
            </li>
          ))}
        </ul>
        <Segmented
          label={messages.range}
          options={RANGES.map((each) => [`${each}`, messages.days(each)] as const)}
          value={filters.range}
          onChange={filters.setRange}
        />
      </div>
      <Chart key={range} days={days} selected={filters.day} onSelect={filters.setDay} />
    </section>
  );
}
