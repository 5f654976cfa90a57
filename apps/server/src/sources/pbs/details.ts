// The entity with what only the page of a backup server shows, composed from the latest answers of all polls.
import type { PbsDatastoreFacts, PbsDetails } from '@belfry/schema/entities/pbs-details';
import type { Facts } from './facts.ts';

export function normalizeDetails(facts: Facts, id: string): PbsDetails {
  const { machine, services, disks, pools, failedTasks } = facts;
  return {
    id,
    machine,
    datastores: (facts.datastores ?? []).map(({ name }) => datastoreFacts(name, facts)),
    ...(services && { services: [...services] }),
    ...(pools && { pools: [...pools] }),
    ...(disks && { disks: [...disks] }),
    ...(failedTasks && { failedTasks: [...failedTasks] }),
  };
}

function datastoreFacts(name: string, { placements, garbage }: Facts): PbsDatastoreFacts {
  const last = garbage.get(name);
  return { name, ...placements.get(name), ...(last && { garbage: last }) };
}
