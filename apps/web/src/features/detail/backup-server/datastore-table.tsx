// The datastores of a backup server: how full they are and will be, and what the last garbage collection did.
import { datastoreSubject } from '@belfry/domain/alerts/subjects';
import { jobLateBy } from '@belfry/domain/late-jobs';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PbsDetails } from '@belfry/schema/entities/pbs-details';
import { Link } from '@tanstack/react-router';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { formatBytes, formatDecimal, formatShare, NONE } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { usageTone } from '../../../lib/tone.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { FullDate, FullForecast } from '../../../ui/forecast/full-forecast.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { statusText } from '../../../ui/status-text.ts';
import { evidenceOfStore, type StoreRow, storeRows } from './datastore-rows.ts';
import { EvidenceTable, type TextColumn } from './evidence-table.tsx';
import { FillTrend } from './fill-trend.tsx';
import { LastRun, Late } from './job-table.tsx';
import { messages } from './messages.ts';
import { type Growth, perDayOf, useGrowth } from './use-growth.ts';

const limitsOf = createLimits(({ server, name }: { server: string; name: string }) => datastoreSubject(server, name));

const mute = (text: string) => <span className="text-mute">{text}</span>;
/** Nothing is known; a phone leaves it out. */
const unknown = <span className="unknown text-mute">{NONE}</span>;

interface Known {
  server: PbsInstance;
  growth: ReadonlyMap<string, Growth> | undefined;
  limits(name: string): ReturnType<typeof limitsOf>;
  now: number;
}

const columnsWith = ({ server, growth, limits, now }: Known): readonly TextColumn<StoreRow>[] => [
  { id: 'name', head: () => messages.heads.datastore, cell: (row) => <Name row={row} /> },
  {
    id: 'usage',
    head: () => messages.heads.usage,
    cell({ store: { name, usage } }) {
      if (usage === undefined) return mute(messages.sizesUnknown);
      const limit = limits(name).usage;
      return (
        <div className="w-36">
          <Meter percent={usage} tone={usageTone('disk', usage, limit)} limit={limit} />
        </div>
      );
    },
  },
  {
    id: 'used',
    head: () => messages.heads.used,
    numeric: true,
    cell: ({ store: { used, total } }) =>
      used === undefined || total === undefined ? (
        unknown
      ) : (
        <span className="whitespace-nowrap">{formatShare(used, total)}</span>
      ),
  },
  {
    id: 'deduplication',
    head: () => messages.heads.deduplication,
    numeric: true,
    cell: ({ store: { deduplicationFactor: factor } }) =>
      factor === undefined ? unknown : `${formatDecimal(factor, 1)}×`,
  },
  {
    id: 'growth',
    head: () => messages.heads.growth,
    numeric: true,
    cell: ({ store: { name } }) => {
      const perDay = perDayOf(growth?.get(name)?.forecast);
      return perDay === undefined ? unknown : <span className="whitespace-nowrap">{signedPerDay(perDay)}</span>;
    },
  },
  {
    id: 'trend',
    head: () => messages.heads.trend,
    cell: ({ store: { name, used, total } }) => {
      const own = growth?.get(name);
      return own && used !== undefined && total ? <FillTrend growth={own} {...{ used, total, now }} /> : null;
    },
  },
  {
    id: 'full',
    head: () => messages.heads.full,
    cell: ({ store: { name } }) => {
      const forecast = growth?.get(name)?.forecast;
      return forecast ? <FullForecast forecast={forecast} now={now} /> : unknown;
    },
  },
  {
    id: 'fullSaid',
    head: () => messages.heads.fullSaid,
    cell: ({ store: { estimatedFullDate: date } }) =>
      date === undefined ? mute(messages.noEstimate) : <FullDate at={Date.parse(date)} now={now} />,
  },
  { id: 'garbage', head: () => messages.heads.garbage, cell: (row) => <Garbage row={row} server={server} /> },
  {
    id: 'removed',
    head: () => messages.heads.removed,
    numeric: true,
    cell: ({ facts }) => bytes(facts?.garbage?.removed),
  },
  {
    id: 'pending',
    head: () => messages.heads.pending,
    numeric: true,
    cell: ({ facts }) => bytes(facts?.garbage?.pending),
  },
];

const bytes = (size: number | undefined) =>
  size === undefined ? unknown : <span className="whitespace-nowrap">{formatBytes(size)}</span>;

const signedPerDay = (perDay: number): string => {
  const sign = perDay >= 0 ? '+' : '−';
  return messages.perDay(`${sign}${formatBytes(Math.abs(Math.round(perDay)))}`);
};

function Name({ row: { id, store, status, facts } }: { row: StoreRow }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Dot state={status.tone} label={statusText(status.label)} />
      <Link to="/datastores/$id" params={{ id }} className="font-[550] hover:underline">
        {store.name}
      </Link>
      {facts?.mount !== undefined && <Chip>{messages.removable}</Chip>}
      {facts?.backend === 's3' && <Chip>{messages.s3}</Chip>}
      {store.status === 'read-only' && <Chip>{messages.readOnly}</Chip>}
      {facts?.comment !== undefined && <span className="w-full text-xs text-mute wrap-anywhere">{facts.comment}</span>}
    </span>
  );
}

/** Before 3.2 a server says when the last one began, and not how it ended. */
function Garbage({ row: { job, facts }, server }: { row: StoreRow; server: PbsInstance }) {
  const now = useNow(MINUTE_MS);
  const { startTime } = facts?.garbage ?? {};
  const hasResult = job?.lastRunState !== undefined || job?.lastRunEnd !== undefined;
  if (!hasResult && startTime !== undefined)
    return (
      <span className="flex flex-wrap gap-x-2">
        <span className="tabular-nums">{shortMoment(Date.parse(startTime), now)}</span>
        {mute(messages.resultUnknown)}
      </span>
    );
  if (!job) return unknown;
  const isLate = jobLateBy(server, job, now) !== undefined;
  const next = job.nextRun === undefined ? undefined : shortMoment(Date.parse(job.nextRun), now);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <LastRun job={job} />
      {isLate && <Late nextRun={job.nextRun} now={now} />}
      {next !== undefined && !isLate && (
        <span className="text-xs text-mute tabular-nums">{messages.thenNext(next)}</span>
      )}
    </span>
  );
}

export function DatastoreTable({ server, details }: { server: PbsInstance; details: PbsDetails | undefined }) {
  const now = useNow(MINUTE_MS);
  const growth = useGrowth(server);
  const policies = useAlertPolicies();
  const columns = columnsWith({
    server,
    growth,
    now,
    limits: (name) => limitsOf(policies, { server: server.id, name }),
  });
  const rows = storeRows(server, details);
  return (
    <Card title={messages.datastores} flush>
      {rows.length > 0 ? (
        <EvidenceTable
          label={messages.datastores}
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          evidenceOf={evidenceOfStore}
        />
      ) : (
        <p className="px-4 py-3 text-sm text-mute">{messages.noDatastores}</p>
      )}
    </Card>
  );
}
