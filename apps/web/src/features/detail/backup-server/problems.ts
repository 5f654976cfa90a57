// What is wrong on a backup server, the worst first. Pure.
import { isUnreadable } from '@belfry/domain/datastores';
import { jobLateBy } from '@belfry/domain/late-jobs';
import { pbsProblems } from '@belfry/domain/pbs-problems';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PbsDetails } from '@belfry/schema/entities/pbs-details';
import type { Service } from '@belfry/schema/entities/service';
import { statusText } from '../../../ui/status-text.ts';
import { messages } from './messages.ts';

export interface ServerProblem {
  tone: 'crit' | 'warn';
  text: string;
  /** In the words of the server. */
  words: string;
}

/** One that systemd starts and that is dead has ended. Without `startup`, only `failed` is certain. */
export const hasFailed = ({ state, startup }: Service): boolean =>
  state === 'failed' || (state === 'dead' && startup === 'enabled');

/** An error is a problem of its own; a disk that is changed from time to time and not connected is none. */
const KNOWN: ReadonlySet<string> = new Set(['error', 'not mounted']);

const jobKinds = ['syncJobs', 'verifyJobs', 'pruneJobs', 'tapeJobs', 'garbageJobs'] as const;

/** `now`: epoch ms. */
export function problemsOf(server: PbsInstance, details: PbsDetails | undefined, now: number): ServerProblem[] {
  const known = pbsProblems(server).map(({ kind, name, message }): ServerProblem => {
    const isCritical = kind === 'datastores' || kind === 'full' || kind === 'verifyJobs';
    const words = message.replace(/^TASK ERROR: /, '');
    return { tone: isCritical ? 'crit' : 'warn', text: messages.problem[kind](name), words };
  });
  const unreadable = server.datastores
    .filter((store) => isUnreadable(store) && !KNOWN.has(store.status))
    .map(({ name, status, maintenanceMessage = '' }): ServerProblem => {
      const text = messages.problem.unreadable(name, statusText(status));
      return { tone: 'warn', text, words: maintenanceMessage };
    });
  const late = jobKinds.flatMap((kind) =>
    server[kind]
      .filter((job) => jobLateBy(server, job, now) !== undefined)
      .map(({ id }): ServerProblem => ({ tone: 'warn', text: messages.lateJob[kind](id), words: '' })),
  );
  const services = (details?.services ?? []).filter(hasFailed);
  const disks = (details?.disks ?? []).filter(({ health }) => health === 'failed');
  const pools = (details?.pools ?? []).filter(({ state }) => state !== 'ONLINE');
  return [
    ...known,
    ...pools.map(({ name, state }): ServerProblem => {
      const tone = state === 'DEGRADED' ? 'warn' : 'crit';
      return { tone, text: messages.problem.pools(name), words: state };
    }),
    ...disks.map(({ id, model }): ServerProblem => ({ tone: 'crit', text: messages.problem.disks(id), words: model })),
    ...services.map(
      ({ id, state }): ServerProblem => ({ tone: 'warn', text: messages.problem.services(id), words: state }),
    ),
    ...unreadable,
    ...late,
  ].sort((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'));
}
