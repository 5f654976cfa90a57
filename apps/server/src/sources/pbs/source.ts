// A Proxmox Backup Server as a source: the list of its polls.
import { instanceId } from '@belfry/domain/ids';
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { InstanceIdentity } from '@belfry/schema/messages/observation';
import type { Session } from '../proxmox-api/session.ts';
import type { Poll, Source, SourceDeps } from '../source.ts';
import { createBackupsPoll } from './backups-poll.ts';
import { createDisksPoll } from './disks-poll.ts';
import { noFacts } from './facts.ts';
import { createFailedTasksPoll } from './failed-tasks-poll.ts';
import { createJobsPoll } from './jobs-poll.ts';
import { createPast } from './past.ts';
import { createPoolsPoll } from './pools-poll.ts';
import type { BackupServer } from './server.ts';
import { createServicesPoll } from './services-poll.ts';
import { createPbsSettingsPoll } from './settings-poll.ts';
import { createTrafficPoll } from './traffic-poll.ts';
import { createUsagePoll } from './usage-poll.ts';

export function createPbsSource(config: Identified<ConfigOf<'pbs'>>, session: Session, { clock }: SourceDeps): Source {
  const { name, host, id = instanceId('pbs', name) } = config;
  const server: BackupServer = { config: { ...config, id }, session, clock, facts: noFacts };
  let identity: InstanceIdentity = { id, kind: 'pbs', name, host };
  return {
    get instance() {
      return identity;
    },
    rename(name) {
      identity = { ...identity, name };
      server.config = { ...server.config, name };
    },
    polls: createPolls(server),
    calls: session.calls,
    endpoints: session.endpoints,
    past: createPast(server),
    close: session.close,
  };
}

export const createPolls = (server: BackupServer): Poll[] => [
  createUsagePoll(server),
  createTrafficPoll(server),
  createJobsPoll(server),
  createBackupsPoll(server),
  createServicesPoll(server),
  createFailedTasksPoll(server),
  createDisksPoll(server),
  createPoolsPoll(server),
  createPbsSettingsPoll(server),
];
