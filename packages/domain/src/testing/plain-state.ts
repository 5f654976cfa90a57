// The whole plain state of a state, list by list and by name: what the server must write.
import type { PlainState } from '@belfry/schema/plain-state';
import type { State } from '@belfry/schema/state';
import {
  lastSeenIn,
  plainCeph,
  plainDockerHost,
  plainForms,
  plainGuest,
  plainPbs,
  plainPbsBackup,
  plainPmg,
  plainStorage,
} from '../plain-state.ts';

/** The server writes the same list by list (push/plain-text.ts). */
export function plain(whole: State): PlainState {
  const { backupTasks, storageBackups, guestSnapshots, ...others } = whole;
  const { tasks: _t, guestConfigs: _c, nodeLosses: _l, pbsDetails: _d, baselines: _a, ...known } = others;
  const { backupJobs: _j, copyJobs: _y, retentions: _r, guestProtection: _p, backupGroups: _o, ...state } = known;
  const lastSeen = lastSeenIn(state.instances);
  return {
    ...state,
    nodes: state.nodes.map(plainForms.node(whole).of),
    vms: state.vms.map((guest) => plainGuest(guest, lastSeen(guest))),
    containers: state.containers.map((guest) => plainGuest(guest, lastSeen(guest))),
    storage: state.storage.map((storage) => plainStorage(storage, state.pbs)),
    pbs: state.pbs.map(plainPbs),
    pmg: state.pmg.map(plainPmg),
    dockerHosts: state.dockerHosts.map(plainDockerHost),
    cephClusters: state.cephClusters.map(plainCeph),
    pbsBackups: state.pbsBackups.map(plainPbsBackup),
    pveBackups: { backupTasks, storageBackups, guestSnapshots },
    metrics: [],
  };
}
