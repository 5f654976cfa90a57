// The availability of what is neither a node nor a guest: backup servers, mail gateways, Docker hosts and containers.
import type { EvidenceNote, EvidenceTable } from '@belfry/schema/evidence/report';
import type { Readings, Span } from './availability.ts';
import { measured, measuredCells, measuredColumns, notesColumn } from './guest-tables.ts';
import type { EvidenceInput, EvidenceService } from './input.ts';

export function servicesTable(
  { services, period }: Pick<EvidenceInput, 'services' | 'period'>,
  seenUntil: number,
): EvidenceTable {
  const span = { from: period.from, until: seenUntil };
  return {
    id: 'services',
    sources: ['GET /status', 'GET /config/cluster/status', 'reportsOfAgents', 'historyOfBelfry'],
    columns: [
      { id: 'kind', kind: 'word' },
      { id: 'service', kind: 'name' },
      { id: 'on', kind: 'name' },
      ...measuredColumns,
      notesColumn,
    ],
    rows: services.map((service) => {
      const { readings, createdAt = Number.NEGATIVE_INFINITY, kind, name, on } = service;
      const since = readings && firstUp(readings, span);
      // Of a container that is younger than the period it is not known whether there was one before it.
      const from = createdAt > span.from ? Math.min(createdAt, since ?? createdAt) : span.from;
      const existed = from < span.until ? [{ from, until: span.until }] : [];
      const availability = measured(service, span, existed, service.maintenance);
      const isIdle = kind === 'container' && availability?.upMs === 0 && availability.downMs > 0;
      const notes: EvidenceNote[] = [
        ...(isIdle ? [{ id: 'idle' }] : []),
        ...(from > span.from && !isIdle ? [{ id: 'seenSince', values: { at: from } }] : []),
      ];
      return [kindWords[kind], name, on, ...measuredCells(availability, isIdle), notes];
    }),
  };
}

const kindWords = {
  ...{ pbs: 'kindPbs', pmg: 'kindPmg', pmgnode: 'kindPmgNode', docker: 'kindDocker', container: 'kindContainer' },
} as const satisfies Record<EvidenceService['kind'], string>;

function firstUp({ from, stepMs, up }: Readings, span: Span): number | undefined {
  for (let n = Math.max(0, Math.floor((span.from - from) / stepMs)); n < up.length; n++)
    if ((up[n] ?? 0) > 0) return Math.max(span.from, from + n * stepMs);
  return undefined;
}
