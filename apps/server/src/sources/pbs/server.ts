// One configured PBS that is monitored, and the data that its polls share.
import { byId, instanceId } from '@belfry/domain/ids';
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { Slices } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';
import type { Session } from '../proxmox-api/session.ts';
import { copyJobOf } from './copy-jobs.ts';
import { normalizeDetails } from './details.ts';
import { type Facts, noJobs, normalizeInstance } from './facts.ts';
import { pruneRetentions } from './prune-jobs.ts';

export interface BackupServer {
  config: Identified<ConfigOf<'pbs'>>;
  readonly session: Pick<Session, 'read' | 'rights'>;
  readonly clock: Clock;
  /** Each poll replaces its own part when its answer arrives. */
  facts: Facts;
}

/** Before the first list of datastores there is no instance to show. */
export const composeInstance = ({ facts, config }: BackupServer): Slices =>
  facts.datastores === undefined
    ? {}
    : {
        pbs: [normalizeInstance(facts, config)],
        pbsDetails: [normalizeDetails(facts, config.id ?? instanceId('pbs', config.name))],
      };

/** What the jobs copy and what they keep. Without a list of prune jobs, nobody knows what they keep. */
export function composeDeeds({ facts, config }: BackupServer): Pick<Slices, 'copyJobs' | 'retentions'> {
  const { deeds, jobs = noJobs } = facts;
  const { name, id = instanceId('pbs', name) } = config;
  const known = { ...deeds, server: { id, name } };
  const results = new Map(jobs.sync.map((job) => [job.id, job]));
  const tapeResults = new Map(jobs.tape.map((job) => [job.id, job]));
  return {
    copyJobs: [
      ...deeds.sync.map((route) => copyJobOf(route, results.get(route.job), known)),
      ...deeds.tape.map((route) => copyJobOf(route, tapeResults.get(route.job), known)),
    ].sort(byId),
    ...(deeds.prune !== undefined && { retentions: pruneRetentions(deeds.prune, known).sort(byId) }),
  };
}
