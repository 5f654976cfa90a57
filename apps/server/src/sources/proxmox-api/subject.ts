// One resource whose past a Proxmox host has kept, and the call that reads it.
import { ok } from '@belfry/domain/result';
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import type { Subject } from '../../config/past.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Denials } from './denials.ts';
import { type RowValues, readKeptColumns } from './kept-columns.ts';
import { type Session, TIMEOUT_MS } from './session.ts';

export interface SubjectDeps {
  session: Pick<Session, 'read'>;
  denials: Denials;
  clock: Pick<Clock, 'now'>;
}

/** `part` is the kind of the calls: after some refusals the others are not made. `path` ends in `rrddata` or `rrd`. */
export type MakeSubject = (resource: Resource, part: string, path: string, values: RowValues) => Subject;

export const subjectsOver =
  ({ session, denials, clock }: SubjectDeps): MakeSubject =>
  (resource, part, path, values) => ({
    resource,
    async read({ name }, how, signal) {
      const query = `${path}?timeframe=${name}&cf=${how}`;
      const reader = session.read(signal, 'history', 'aside');
      const answer = await denials.ask(part, query, (calledOff) =>
        reader.get(query, { timeoutMs: TIMEOUT_MS.slow, blameless: true, calledOff }),
      );
      if (!answer.ok) return answer;
      return ok(readKeptColumns(answer.value, metricsOf(resource.kind).length, values, clock.now()));
    },
  });
