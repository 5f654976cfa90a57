// What the node settings must know about each type of host, once.

import type { NodeType } from '@belfry/schema/config/node';
import { WEB_PORTS } from '@belfry/schema/defaults';

export interface Kind {
  title: string;
  port: number;
  /** Appended to a user name without a realm. */
  realm: string;
  /** Whether several hosts may stand behind one address. */
  clustered: boolean;
}

export const kinds: Readonly<Record<NodeType, Kind>> = {
  pve: { title: 'Proxmox VE', port: WEB_PORTS.pve, realm: 'pam', clustered: true },
  pbs: { title: 'Proxmox Backup Server', port: WEB_PORTS.pbs, realm: 'pbs', clustered: false },
  pmg: { title: 'Proxmox Mail Gateway', port: WEB_PORTS.pmg, realm: 'pmg', clustered: false },
};
