// `GET /access/permissions`: the privileges of the account. Without a privilege, most lists of a host are incomplete
// and not refused.
import type { ConfigOf } from '@belfry/schema/config/node';
import type { Gap } from '@belfry/schema/entities/instance';
import { flag, isRaw, part } from '../proxmox-api/read.ts';

/** The names of all privileges granted on any path. */
export type Rights = ReadonlySet<string>;

/**
 * Undefined when the answer is not a map of paths. The value of a privilege shows whether it also applies below its
 * path.
 */
export function parseRights(data: unknown): Rights | undefined {
  if (!isRaw(data)) return undefined;
  const granted = Object.values(data).filter(isRaw).flatMap(Object.entries);
  return new Set(granted.flatMap(([name, value]) => (flag(value) || value === 0 ? [name] : [])));
}

/** Equal for equal privileges on equal paths; the host lists them in any order. */
export const fingerprintOf = (data: unknown): string =>
  Object.entries(part(data))
    .flatMap(([path, granted]) => Object.keys(part(granted)).map((name) => `${path} ${name}`))
    .sort()
    .join('\n');

/** The privileges to ask an agent: one until version 8, others from version 9 on. */
const agentPrivileges = ['VM.Monitor', 'VM.GuestAgent.Audit', 'VM.GuestAgent.Unrestricted'];

/** True as long as the privileges are unknown. */
export const mayAskAgents = (rights: Rights | undefined): boolean =>
  rights === undefined || agentPrivileges.some((name) => rights.has(name));

/** `VM.GuestAgent.Audit` came with version 9 and replaced `VM.Monitor`. */
export const agentPrivilege = (version: string | undefined): string =>
  Number.parseInt(version ?? '9', 10) < 9 ? 'VM.Monitor' : 'VM.GuestAgent.Audit';

/** The parts that are empty without an error if a privilege is not granted on any path. */
export function silentGaps(rights: Rights, config: ConfigOf<'pve'>): Gap[] {
  const wanted = [
    { part: 'guests', needs: 'VM.Audit on /vms', has: ['VM.Audit'], on: config.monitorVMs || config.monitorContainers },
    { part: 'storages', needs: 'Datastore.Audit on /storage', has: ['Datastore.Audit'], on: config.monitorStorage },
    {
      part: 'backups on storages',
      needs: 'Datastore.Allocate on /storage',
      has: ['Datastore.Allocate', 'VM.Backup'],
      on: config.monitorBackups,
    },
    { part: 'backup tasks', needs: 'Sys.Audit on /nodes', has: ['Sys.Audit'], on: config.monitorBackups },
  ];
  return wanted
    .filter(({ on, has }) => on && !has.some((name) => rights.has(name)))
    .map(({ part, needs }) => ({
      part,
      kind: 'forbidden',
      message: `The account may not see this: the host leaves it out without a word. It needs ${needs}.`,
      needs,
    }));
}
