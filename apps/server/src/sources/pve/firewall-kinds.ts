// What the journal of changes knows of the firewall of Proxmox VE. Nodes and guests have rules and options of the same form.
import type { SettingsKind } from '../proxmox-api/settings-kind.ts';

const AUDIT = [['/', 'Sys.Audit']] as const;

/** The direction, what it does, and the rest of a rule. */
export const rule = [
  ...['type', 'action', 'enable', 'macro', 'iface', 'source', 'dest', 'proto', 'sport', 'dport', 'icmp-type', 'log'],
  'comment',
];

export const firewallOptions = [
  ...['enable', 'ebtables', 'log_ratelimit', 'policy_forward', 'policy_in', 'policy_out', 'dhcp', 'ipfilter'],
  ...['log_level_forward', 'log_level_in', 'log_level_out', 'macfilter', 'ndp', 'radv', 'nftables', 'nosmurfs'],
  ...['log_nf_conntrack', 'nf_conntrack_allow_invalid', 'nf_conntrack_helpers', 'nf_conntrack_max', 'tcpflags'],
  ...['nf_conntrack_tcp_timeout_established', 'nf_conntrack_tcp_timeout_syn_recv', 'protection_synflood'],
  ...['protection_synflood_burst', 'protection_synflood_rate', 'smurf_log_level', 'tcp_flags_log_level'],
];

export const clusterFirewall: readonly SettingsKind[] = [
  {
    what: 'firewall',
    kind: 'firewall',
    path: '/cluster/firewall/options',
    of: 'instance',
    form: 'one',
    only: firewallOptions,
    needs: AUDIT,
  },
  {
    what: 'rules',
    kind: 'firewall',
    path: '/cluster/firewall/rules',
    of: 'instance',
    form: 'lines',
    only: rule,
    needs: AUDIT,
  },
  {
    what: 'security-group',
    kind: 'firewall',
    path: '/cluster/firewall/groups',
    of: 'instance',
    form: 'rows',
    key: ['group'],
    only: ['comment'],
  },
  {
    what: 'group-rules',
    kind: 'firewall',
    path: '/cluster/firewall/groups/{id}',
    of: 'each security-group',
    form: 'lines',
    only: rule,
    needs: AUDIT,
  },
  {
    what: 'alias',
    kind: 'firewall',
    path: '/cluster/firewall/aliases',
    of: 'instance',
    form: 'rows',
    key: ['name'],
    only: ['cidr', 'comment'],
    needs: AUDIT,
  },
  {
    what: 'ipset',
    kind: 'firewall',
    path: '/cluster/firewall/ipset',
    of: 'instance',
    form: 'rows',
    key: ['name'],
    only: ['comment'],
    needs: AUDIT,
  },
  {
    what: 'addresses',
    kind: 'firewall',
    path: '/cluster/firewall/ipset/{id}',
    of: 'each ipset',
    form: 'table',
    key: ['cidr'],
    only: ['cidr', 'nomatch', 'comment'],
    needs: AUDIT,
  },
];
