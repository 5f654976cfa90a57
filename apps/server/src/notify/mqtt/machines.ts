// The machines that Belfry watches, as devices of Home Assistant.
import type { Alert } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';

/** A machine on which alerts may be. `id` is that of the entity; `model` says what it is: "Proxmox VE node". */
export interface Machine {
  id: string;
  name: string;
  model: string;
}

export interface Present {
  alerts: readonly Alert[];
  machines: readonly Machine[];
}

type Watched = Pick<State, 'nodes' | 'pbs' | 'pmg' | 'dockerHosts'>;

export const machinesOf = ({ nodes, pbs, pmg, dockerHosts }: Watched): Machine[] => [
  ...nodes.map(({ id, displayName }) => ({ id, name: displayName, model: 'Proxmox VE node' })),
  ...pbs.map(({ id, name }) => ({ id, name, model: 'Proxmox Backup Server' })),
  ...pmg.map(({ id, name }) => ({ id, name, model: 'Proxmox Mail Gateway' })),
  ...dockerHosts.map(({ id, displayName }) => ({ id, name: displayName, model: 'Docker host' })),
];

export const isSameMachines = (some: readonly Machine[], others: readonly Machine[]): boolean =>
  some.length === others.length && some.every(({ id, name }, i) => id === others[i]?.id && name === others[i]?.name);
