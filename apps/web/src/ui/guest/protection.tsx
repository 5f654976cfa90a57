// How a guest is protected: high availability, backups, replication.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import { formatAgo } from '../../lib/language/format.ts';
import { useNow } from '../../lib/now.ts';
import { Facts, Panel } from '../detail.tsx';
import { messages } from './messages.ts';

/** The states of the high availability manager that need attention. */
const BAD_STATES = /error|fence|recovery/;

export function Protection({ guest: { haState, inBackupJob, lastBackup, replication = [] } }: { guest: GuestFacts }) {
  const now = useNow();
  const ago = (iso: string) => formatAgo(Date.parse(iso), now);
  return (
    <Panel title={messages.protection.title}>
      <Facts
        facts={[
          ...(haState === undefined
            ? []
            : [[messages.protection.ha, <State key="ha" text={haState} bad={BAD_STATES.test(haState)} />] as const]),
          ...(inBackupJob === undefined
            ? []
            : [
                [
                  messages.protection.job,
                  <State
                    key="job"
                    text={inBackupJob ? messages.protection.covered : messages.protection.uncovered}
                    bad={!inBackupJob}
                  />,
                ] as const,
              ]),
          ...(lastBackup === undefined ? [] : [[messages.protection.last, ago(lastBackup)] as const]),
          ...replication.map((job) => [messages.protection.copy, <Copy key={job.id} job={job} ago={ago} />] as const),
        ]}
      />
    </Panel>
  );
}

const State = ({ text, bad }: { text: string; bad: boolean }) => (
  <span className={bad ? 'font-semibold text-warn' : ''}>{text}</span>
);

function Copy({ job, ago }: { job: ReplicationJob; ago: (iso: string) => string }) {
  const text = `${messages.protection.to(job.target)} ${job.disabled ? messages.protection.paused : messages.protection.results[job.result](job.failCount)}`;
  return (
    <span>
      <State text={text} bad={!job.disabled && job.result === 'failed'} />
      {job.lastSync !== undefined && <span className="text-soft"> · {ago(job.lastSync)}</span>}
      <span className="block text-mute wrap-anywhere">{job.error ?? job.schedule}</span>
    </span>
  );
}
