// Makes one report: finds what it is about, reads what it is made from, and has its file written.
import { parsePeriod } from '@belfry/domain/evidence/period';
import { ok } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import type { ReportOrder } from '@belfry/schema/http/kept-reports';
import type { SavedView } from '@belfry/schema/http/views';
import { HistoryUnavailable } from '../history/history-store.ts';
import type { Clock } from '../lib/clock.ts';
import { type Answer, refuse, refuseField } from '../lib/refusal.ts';
import { zoneNamed } from '../lib/zones.ts';
import { type GatherDeps, gather } from './gather.ts';
import type { LetterHead } from './letter-head.ts';
import { type createMaker, ReportNotMade } from './maker.ts';
import { type Scoped, scopeOf } from './scope.ts';

export interface ReporterDeps extends GatherDeps {
  make: ReturnType<typeof createMaker>;
  /** The saved views of somebody. */
  views(owner: string): Promise<readonly Pick<SavedView, 'id' | 'name' | 'screen' | 'params'>[]>;
  /** Name and logo on the pages. */
  head(): LetterHead;
  /** 32 bytes, from which the key of signatures is made. */
  secret: Uint8Array;
  /** The name of the time zone of the server. */
  zone: string;
  clock: Pick<Clock, 'now'>;
}

/** `owner`: whose saved views are meant. */
export interface OwnedOrder extends ReportOrder {
  owner: string;
}

export type Step = { state: 'reading'; done: number } | { state: 'writing' };
export type Reporter = ReturnType<typeof createReporter>;

export function createReporter(deps: ReporterDeps) {
  const { make, secret, zone, clock } = deps;
  const views = async ({ scope, owner }: OwnedOrder) => (scope.startsWith('view:') ? deps.views(owner) : []);

  async function scoped(order: OwnedOrder): Promise<Answer<Scoped & { period: ReturnType<typeof periodOf> & object }>> {
    const period = periodOf(order);
    if (!period) return refuseField('validation_error', 'period', { id: 'input.period' });
    const found = scopeOf(order.scope, deps.state(), await views(order));
    return found.ok ? ok({ ...found.value, period }) : found;
  }
  const periodOf = ({ period }: ReportOrder) => parsePeriod(period, zoneNamed(zone));

  return {
    /** What it would be about, in words; refused if there is no such period or scope. */
    async check(order: OwnedOrder): Promise<Answer<{ name: string }>> {
      const found = await scoped(order);
      return found.ok ? ok({ name: found.value.scope.name }) : found;
    },
    async report(order: OwnedOrder, onStep: (step: Step) => void = () => {}): Promise<Answer<Uint8Array>> {
      const found = await scoped(order);
      if (!found.ok) return found;
      const { format, language, paper } = order;
      const about = { ...found.value.period, zone };
      try {
        const input = await gather(deps, found.value, about, clock.now(), (done) => onStep({ state: 'reading', done }));
        onStep({ state: 'writing' });
        const asked = { input, format, language, secret, head: deps.head() };
        return ok(await make({ ...asked, paper: paper === 'letter' ? 'LETTER' : 'A4' }));
      } catch (error) {
        if (error instanceof HistoryUnavailable) return refuse('unavailable', { id: 'report.noHistory' });
        if (error instanceof ReportNotMade)
          return refuse('unavailable', { id: 'report.notMade', values: { reason: otherWords(error.message) } });
        throw error;
      }
    },
  };
}

const endings = { pdf: 'pdf', csv: 'zip', json: 'json' } as const;
export const media = {
  pdf: 'application/pdf',
  csv: 'application/zip',
  json: 'application/json; charset=utf-8',
} as const;

/** `about`: of the scope. `stamp`: when it was made, where several are kept. */
export function fileName({ period, format }: Pick<ReportOrder, 'period' | 'format'>, about = '', stamp = ''): string {
  const slug = about
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .toLowerCase();
  const parts = ['belfry-report', period.replace('..', '-to-'), slug, stamp].filter(Boolean);
  return `${parts.join('-')}.${endings[format]}`;
}
