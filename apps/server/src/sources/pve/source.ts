// A Proxmox VE host or cluster as a source: the list of its polls.
import { instanceId } from '@belfry/domain/ids';
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { InstanceIdentity } from '@belfry/schema/messages/observation';
import { createDenials, ENOUGH } from '../proxmox-api/denials.ts';
import type { Session } from '../proxmox-api/session.ts';
import type { Poll, Source, SourceDeps } from '../source.ts';
import { createAddressesPoll } from './addresses-poll.ts';
import { createAgentsPoll } from './agents-poll.ts';
import { createAvailabilityPoll } from './availability-poll.ts';
import { createBackupsPoll } from './backups-poll.ts';
import { createDetailsPoll } from './details-poll.ts';
import { createDisksPoll } from './disks-poll.ts';
import { noFacts } from './facts.ts';
import { createGuestConfigsPoll } from './guest-configs-poll.ts';
import type { PveInstance } from './instance.ts';
import { recallGuests } from './known-guests.ts';
import { createLocksPoll } from './locks-poll.ts';
import { createNodeLossPoll } from './node-loss-poll.ts';
import { createNodesPoll } from './nodes-poll.ts';
import { createPast } from './past.ts';
import { createPressurePoll } from './pressure-poll.ts';
import { createProtectionPoll } from './protection-poll.ts';
import { createResourcesPoll } from './resources-poll.ts';
import { createRightsPoll } from './rights-poll.ts';
import { createServicesPoll } from './services-poll.ts';
import { createPveSettingsPoll } from './settings-poll.ts';
import { createSnapshotsPoll } from './snapshots-poll.ts';
import { createStoppedGuestsPoll } from './stopped-guests-poll.ts';
import { createStoragePoll } from './storage-poll.ts';

export function createPveSource(config: Identified<ConfigOf<'pve'>>, session: Session, deps: SourceDeps): Source {
  const { clock, log, random, cluster, guests } = deps;
  const { name, host, id = instanceId('pve', name) } = config;
  const place = { instance: id, host, name };
  const denials = createDenials(clock, ENOUGH);
  const facts = { ...noFacts, knownGuests: recallGuests(guests) };
  const instance: PveInstance = { config, place, session, clock, log, cluster, guests, denials, facts };
  let identity: InstanceIdentity = { id, kind: 'pve', name, host };
  return {
    get instance() {
      return identity;
    },
    rename(name) {
      identity = { ...identity, name };
      instance.place = { ...instance.place, name };
    },
    polls: createPolls(instance, random),
    calls: session.calls,
    endpoints: session.endpoints,
    past: createPast(instance),
    close: session.close,
  };
}

export const createPolls = (instance: PveInstance, random: () => number): Poll[] => [
  createResourcesPoll(instance),
  createNodesPoll(instance),
  createPressurePoll(instance),
  createServicesPoll(instance),
  createDetailsPoll(instance),
  createAgentsPoll(instance, random),
  createAddressesPoll(instance),
  createStoragePoll(instance),
  createDisksPoll(instance),
  createBackupsPoll(instance),
  createSnapshotsPoll(instance),
  createGuestConfigsPoll(instance),
  createAvailabilityPoll(instance),
  createProtectionPoll(instance),
  createNodeLossPoll(instance),
  createStoppedGuestsPoll(instance),
  createLocksPoll(instance),
  createRightsPoll(instance),
  createPveSettingsPoll(instance),
];
