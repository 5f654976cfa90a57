// What an account with few privileges does not see of Proxmox VE. Without a privilege, most lists of a host are incomplete and not refused.
import type { ConfigOf } from '@belfry/schema/config/node';
import type { Gap } from '@belfry/schema/entities/instance';
import type { Rights } from '../proxmox-api/granted-rights.ts';

/** Whether the account may see anything in the list of resources. */
export const maySeeAnything = (rights: Rights): boolean =>
  rights.within('/vms', 'VM.Audit') ||
  rights.within('/nodes', 'Sys.Audit') ||
  storagePrivileges.some((name) => rights.within('/storage', name));

/** Any of them shows a storage. */
const storagePrivileges = ['Datastore.Audit', 'Datastore.AllocateSpace'];

/** The privileges to ask an agent: one until version 8, others from version 9 on. */
const agentPrivileges = ['VM.Monitor', 'VM.GuestAgent.Audit', 'VM.GuestAgent.Unrestricted'];

/** True as long as the privileges are unknown. */
export const mayAskAgents = (rights: Rights | undefined): boolean =>
  rights === undefined || agentPrivileges.some((name) => rights.has(name));

/** `VM.GuestAgent.Audit` came with version 9 and replaced `VM.Monitor`. */
export const agentPrivilege = (version: string | undefined): string =>
  Number.parseInt(version ?? '9', 10) < 9 ? 'VM.Monitor' : 'VM.GuestAgent.Audit';

export interface Watched {
  config: Pick<ConfigOf<'pve'>, 'monitorVMs' | 'monitorContainers' | 'monitorStorage' | 'monitorBackups'>;
  nodes: readonly string[];
  /** The names of the storages for backups. */
  backupStorages: readonly string[];
}

/**
 * The parts that are empty or incomplete without an error, because the host leaves out what the account may not see. Each is judged
 * on its own path: the role PVEAuditor on one guest contains Datastore.Audit, and shows no storage.
 */
export function silentGaps(rights: Rights, { config, nodes, backupStorages }: Watched): Gap[] {
  const guests = { part: 'guests', needs: 'VM.Audit on /vms', may: rights.within('/vms', 'VM.Audit') };
  const storages = {
    part: 'storages',
    needs: 'Datastore.Audit on /storage',
    may: storagePrivileges.some((name) => rights.within('/storage', name)),
  };
  const blind = nodes.filter((node) => !rights.on(`/nodes/${node}`, 'Sys.Audit'));
  const tasks = {
    part: 'backup tasks',
    needs: `Sys.Audit on ${blind.length < nodes.length ? blind.map((node) => `/nodes/${node}`).join(', ') : '/nodes'}`,
    may: nodes.length === 0 ? rights.within('/nodes', 'Sys.Audit') : blind.length === 0,
  };
  const wanted = [
    ...(config.monitorVMs || config.monitorContainers ? [guests] : []),
    ...(config.monitorStorage ? [storages] : []),
    ...(config.monitorBackups ? [tasks, ...backups(rights, backupStorages)] : []),
  ];
  return wanted
    .filter(({ may }) => !may)
    .map(({ part, needs }) => ({
      part,
      kind: 'forbidden',
      message: `The account may not see this: the host leaves it out without a word. It needs ${needs}.`,
      needs,
    }));
}

const BACKUPS = 'backups on storages';
const ofGuests = 'VM.Backup on /vms';

/**
 * PVE shows a backup to an account with Datastore.Allocate on its storage, or with Datastore.AllocateSpace there and VM.Backup on
 * the guest (`check_volume_access` of pve-storage).
 */
function backups(rights: Rights, storages: readonly string[]): { part: string; needs: string; may: boolean }[] {
  const maySee = (path: string) =>
    rights.on(path, 'Datastore.Allocate') ||
    (rights.on(path, 'Datastore.AllocateSpace') && rights.on('/vms', 'VM.Backup'));
  const hidden = storages.filter((name) => !maySee(`/storage/${name}`));
  if (hidden.length === storages.length)
    return [{ part: BACKUPS, needs: `Datastore.AllocateSpace on /storage and ${ofGuests}`, may: maySee('/storage') }];
  return hidden.map((name) => ({
    part: `backups on ${name}`,
    needs: `Datastore.AllocateSpace on /storage/${name} and ${ofGuests}`,
    may: false,
  }));
}
