// What the journal of changes knows of a machine, the same in backup servers and mail gateways.
import type { SettingsKind } from './settings-kind.ts';

export const networkFields = [
  ...[
    'type',
    'method',
    'method6',
    'address',
    'netmask',
    'gateway',
    'cidr',
    'address6',
    'netmask6',
    'gateway6',
    'cidr6',
  ],
  ...['autostart', 'mtu', 'bridge_ports', 'bridge_vlan_aware', 'bridge_vids', 'slaves', 'bond_mode', 'bond-primary'],
  ...['bond_xmit_hash_policy', 'vlan-id', 'vlan-raw-device', 'vlan-protocol', 'ovs_type', 'ovs_bridge', 'ovs_ports'],
  ...['ovs_bonds', 'ovs_options', 'ovs_tag', 'comments', 'comments6'],
];
export const networkSets = ['bridge_ports', 'slaves', 'ovs_ports'];
export const dnsFields = ['search', 'dns1', 'dns2', 'dns3'];
export const certificateFields = ['fingerprint', 'issuer', 'subject', 'notbefore', 'notafter', 'san'];
export const keeps = ['keep-last', 'keep-hourly', 'keep-daily', 'keep-weekly', 'keep-monthly', 'keep-yearly'];

/** The packages of a machine, in the list of `apt/versions`. */
export const packages = {
  form: 'table',
  key: ['Package'],
  only: ['version'],
  as: { OldVersion: 'version' },
} as const satisfies Partial<SettingsKind>;
