// How a guest is protected: high availability, backups, replication.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { replicationLateBy } from '@belfry/domain/late-jobs';
import { replicationLevel } from '@belfry/domain/protection-faults';
import type { ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import { formatAgo } from '../../lib/language/format.ts';
import { useNow } from '../../lib/now.ts';
import { Facts, Panel } from '../detail.tsx';
import { Dot } from '../dot.tsx';
import { statusText } from '../status-text.ts';
import { messages } from './messages.ts';

type Severity = 'warn' | 'crit';

/** The states of the high availability manager in which it moves the guest away from a dead node. */
const MOVING_STATES = /fence|recovery/;

const severityOfHa = (state: string): Severity | undefined =>
  state === 'error' ? 'crit' : MOVING_STATES.test(state) ? 'warn' : undefined;

export function Protection({ guest: { haState, inBackupJob, lastBackup, replication = [] } }: { guest: GuestFacts }) {
  const now = useNow();
  const ago = (iso: string) => formatAgo(Date.parse(iso), now);
  return (
    <Panel title={messages.protection.title}>
      <Facts
        facts={[
          ...(haState === undefined
            ? []
            : [
                [
                  messages.protection.ha,
                  <State key="ha" text={statusText(haState)} severity={severityOfHa(haState)} />,
                ] as const,
              ]),
          ...(inBackupJob === undefined
            ? []
            : [
                [
                  messages.protection.job,
                  <State
                    key="job"
                    text={inBackupJob ? messages.protection.covered : messages.protection.uncovered}
                    severity={inBackupJob ? undefined : 'warn'}
                  />,
                ] as const,
              ]),
          ...(lastBackup === undefined ? [] : [[messages.protection.last, ago(lastBackup)] as const]),
          ...replication.map(
            (job) =>
              [
                messages.protection.copy,
                <Copy key={job.id} job={job} ago={ago} isLate={replicationLateBy(job, now) !== undefined} />,
              ] as const,
          ),
        ]}
      />
    </Panel>
  );
}

const TEXT: Record<Severity, string> = { warn: 'text-warn', crit: 'text-crit' };

function State({ text, severity }: { text: string; severity: Severity | undefined }) {
  if (severity === undefined) return text;
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${TEXT[severity]}`}>
      <Dot state={severity} label="" />
      {text}
    </span>
  );
}

const severityOf = ({ disabled, result, failCount }: ReplicationJob, isLate: boolean): Severity | undefined => {
  if (isLate) return 'warn';
  if (disabled || result !== 'failed') return undefined;
  return replicationLevel(failCount) === 'critical' ? 'crit' : 'warn';
};

function Copy({ job, ago, isLate }: { job: ReplicationJob; ago: (iso: string) => string; isLate: boolean }) {
  const { to, paused, late, results } = messages.protection;
  const state = job.disabled ? paused : isLate ? late : results[job.result](job.failCount);
  const text = `${to(job.target)} ${state}`;
  return (
    <span>
      <State text={text} severity={severityOf(job, isLate)} />
      {job.lastSync !== undefined && <span className="text-soft"> · {ago(job.lastSync)}</span>}
      <span className="block text-mute wrap-anywhere">{job.error ?? job.schedule}</span>
    </span>
  );
}
