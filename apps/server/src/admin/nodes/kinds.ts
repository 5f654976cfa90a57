// What the node settings must know about each type of host, once.
import { WEB_PORTS } from '@belfry/schema/defaults';
import type { NodeType } from '@belfry/schema/config/node';

export interface Kind {
  title: string;
  port: number;
  /** Appended to a user name without a realm. */
  realm: string;
}

export const kinds: Readonly<Record<NodeType, Kind>> = {
  pve: { title: 'Proxmox VE', port: WEB_PORTS.pve, realm: 'pam' },
  pbs: { title: 'Proxmox Backup Server', port: WEB_PORTS.pbs, realm: 'pbs' },
  pmg: { title: 'Proxmox Mail Gateway', port: WEB_PORTS.pmg, realm: 'pmg' },
};
