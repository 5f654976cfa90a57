// The details of a Ceph storage: its Ceph cluster.

import type { Limit } from '@belfry/domain/alerts/thresholds';
import { cephPoolId } from '@belfry/domain/ids';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { ReactNode } from 'react';
import { forecastOf, useForecasts } from '../../../api/forecasts.ts';
import { formatBytes, formatCount, formatShare, NONE } from '../../../lib/language/format.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { usageTone } from '../../../lib/tone.ts';
import { Dot } from '../../../ui/dot.tsx';
import { FullForecast } from '../../../ui/forecast/full-forecast.tsx';
import { messages as forecastTexts } from '../../../ui/forecast/messages.ts';
import { Meter } from '../../../ui/meter.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { messages } from '../messages.ts';

const HEALTH = {
  HEALTH_OK: { dot: 'ok', text: 'text-ok' },
  HEALTH_WARN: { dot: 'warn', text: 'text-warn font-semibold' },
  HEALTH_ERR: { dot: 'crit', text: 'text-crit font-bold' },
  HEALTH_UNKNOWN: { dot: 'off', text: 'text-mute' },
} as const;

/** The health of a cluster that is not reached may have changed. */
const OLD = { dot: 'old', text: 'text-mute' } as const;

/** The panel shows this many, the fullest first. */
const MAX_POOLS = 2;

/** `limit`: the threshold of the usage of the cluster. Its pools have none. */
export function CephPanel({ ceph, limit }: { ceph: CephCluster; limit: Limit | undefined }) {
  const now = useNow(MINUTE_MS);
  const forecasts = useForecasts({ of: ceph.id });
  const full = (kind: 'ceph' | 'cephpool', id: string) => {
    const forecast = forecastOf(forecasts, kind, id);
    return forecast && <FullForecast forecast={forecast} now={now} />;
  };
  const fullAbout = full('ceph', ceph.id);
  const pools = [...ceph.pools].sort((a, b) => b.percentUsed - a.percentUsed).slice(0, MAX_POOLS);
  const isOld = ceph.staleSince !== undefined;
  const { dot, text } = isOld ? OLD : HEALTH[ceph.health];
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-x-8 gap-y-4 text-sm">
      <section>
        <h3 className="mb-1.5 flex items-center gap-2">
          <b className="font-semibold">{ceph.name}</b>
          <span className="inline-flex items-center gap-1.5 rounded-sm border border-line px-1.5 text-xs">
            <Dot state={dot} label="" />
            <span className={text}>{ceph.health.replace('HEALTH_', '')}</span>
          </span>
          {ceph.staleSince !== undefined && <StaleMark since={ceph.staleSince} />}
        </h3>
        <p className="break-words text-soft">{ceph.healthMessage || NONE}</p>
      </section>
      <dl className="grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1 tabular-nums">
        <dt className="text-mute">{messages.ceph.used}</dt>
        <dd>
          <Meter
            percent={ceph.usagePercent}
            tone={usageTone('generic', ceph.usagePercent, limit)}
            limit={limit}
            caption={formatShare(ceph.usedBytes, ceph.totalBytes)}
          />
        </dd>
        {fullAbout && (
          <>
            <dt className="text-mute">{forecastTexts.fullAbout}</dt>
            <dd>{fullAbout}</dd>
          </>
        )}
        <dt className="text-mute">{messages.ceph.osds}</dt>
        <dd className={ceph.numOsdsUp < ceph.numOsds ? 'font-semibold text-warn' : ''}>
          {ceph.numOsds === 0 ? NONE : `${ceph.numOsdsUp}/${ceph.numOsds}`}
        </dd>
        <dt className="text-mute">{messages.ceph.placementGroups}</dt>
        <dd>{ceph.numPGs === 0 ? NONE : formatCount(ceph.numPGs)}</dd>
      </dl>
      <section>
        <h3 className="mb-1.5 text-xs font-semibold text-mute">{messages.ceph.pools}</h3>
        {pools.length === 0 && <p className="text-soft">{messages.noPools}</p>}
        <ul className="flex flex-col gap-1.5">
          {pools.map((pool) => (
            <li key={pool.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] gap-3">
              <span className="truncate font-mono">{pool.name}</span>
              <Meter
                percent={pool.percentUsed}
                tone={usageTone('generic', pool.percentUsed, undefined)}
                caption={formatBytes(pool.storedBytes)}
              />
              <PoolForecast>{full('cephpool', cephPoolId(ceph.id, pool.name))}</PoolForecast>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Below the bar of its pool. */
const PoolForecast = ({ children }: { children: ReactNode }) =>
  children ? (
    <span className="col-start-2 -mt-1 text-xs">
      <span className="text-mute">{forecastTexts.fullAbout}:</span> {children}
    </span>
  ) : null;
