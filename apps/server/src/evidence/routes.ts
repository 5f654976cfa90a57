// GET /api/reports: a report is made when somebody asks for it.
import { parsePeriod } from '@belfry/domain/evidence/period';
import { publicKeyOf, signingKey } from '@belfry/evidence/seal';
import { getReport, getReportKey } from '@belfry/schema/http/reports';
import { HistoryUnavailable } from '../history/history-store.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import { refuse, refuseField } from '../lib/refusal.ts';
import { zoneNamed } from '../lib/zones.ts';
import { type GatherDeps, gather } from './gather.ts';
import { type createMaker, ReportNotMade } from './maker.ts';
import { scopeOf } from './scope.ts';

export interface EvidenceRoutesDeps extends GatherDeps {
  make: ReturnType<typeof createMaker>;
  /** 32 bytes, from which the key of signatures is made. */
  secret: Uint8Array;
  /** The name of the time zone of the server. */
  zone: string;
  clock: Pick<Clock, 'now'>;
}

const media = { pdf: 'application/pdf', csv: 'application/zip', json: 'application/json; charset=utf-8' } as const;
const endings = { pdf: 'pdf', csv: 'zip', json: 'json' } as const;

export function evidenceRoutes(mount: Mount, { make, secret, zone, clock, ...deps }: EvidenceRoutesDeps): void {
  mount(getReport, async ({ query, reply }) => {
    const { format, language } = query;
    const period = parsePeriod(query.period, zoneNamed(zone));
    if (!period) return refuseField('validation_error', 'period', { id: 'input.period' });
    const scoped = scopeOf(query.scope, deps.state());
    if (!scoped) return refuse('not_found');
    try {
      const input = await gather(deps, scoped, { ...period, zone }, clock.now());
      const paper = query.paper === 'letter' ? 'LETTER' : 'A4';
      const file = await make({ input, format, language, paper, secret });
      const name = `belfry-report-${period.key.replace('..', '-to-')}.${endings[format]}`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      reply.type(media[format]);
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    } catch (error) {
      if (error instanceof HistoryUnavailable || error instanceof ReportNotMade) return refuse('unavailable');
      throw error;
    }
  });
  mount(getReportKey, () => ({ publicKey: publicKeyOf(signingKey(secret)) }));
}
