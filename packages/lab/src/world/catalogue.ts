// Tables for a realistic datacentre: roles of guests, systems, places. No logic.

export type System = 'debian' | 'ubuntu' | 'alma' | 'alpine' | 'windows' | 'freebsd';
export type GuestKind = 'qemu' | 'lxc';

/** `cores` and `gib` are the usual size. `busy` is the mean CPU share. `traffic` is in bytes per second. */
export type Role = {
  name: string;
  kind: GuestKind;
  system: System;
  cores: number;
  gib: number;
  diskGib: number;
  busy: number;
  traffic: number;
  tags: readonly string[];
};

const role = (
  name: string,
  kind: GuestKind,
  system: System,
  size: readonly [cores: number, gib: number, diskGib: number],
  busy: number,
  traffic: number,
  ...tags: string[]
): Role => ({ name, kind, system, cores: size[0], gib: size[1], diskGib: size[2], busy, traffic, tags });

export const roles: readonly [Role, ...Role[]] = [
  role('web-frontend', 'qemu', 'debian', [4, 8, 40], 0.18, 900_000, 'web'),
  role('api-gateway', 'qemu', 'ubuntu', [4, 8, 32], 0.22, 1_400_000, 'web', 'api'),
  role('postgres', 'qemu', 'debian', [8, 32, 200], 0.28, 700_000, 'database'),
  role('mariadb', 'qemu', 'debian', [4, 16, 120], 0.2, 400_000, 'database'),
  role('redis', 'lxc', 'debian', [2, 4, 8], 0.06, 300_000, 'cache'),
  role('rabbitmq', 'lxc', 'debian', [2, 4, 16], 0.08, 150_000, 'queue'),
  role('elasticsearch', 'qemu', 'ubuntu', [8, 32, 400], 0.35, 800_000, 'search'),
  role('prometheus', 'qemu', 'debian', [4, 16, 250], 0.14, 260_000, 'monitoring'),
  role('grafana', 'lxc', 'debian', [2, 2, 12], 0.04, 60_000, 'monitoring'),
  role('loki', 'lxc', 'debian', [4, 8, 80], 0.12, 350_000, 'monitoring', 'logs'),
  role('gitlab', 'qemu', 'ubuntu', [8, 16, 160], 0.17, 220_000, 'dev'),
  role('ci-runner', 'qemu', 'ubuntu', [8, 16, 80], 0.4, 500_000, 'dev', 'ci'),
  role('registry', 'lxc', 'debian', [2, 4, 200], 0.03, 400_000, 'dev'),
  role('nextcloud', 'qemu', 'debian', [4, 8, 500], 0.1, 180_000, 'office'),
  role('mail-relay', 'lxc', 'debian', [2, 2, 16], 0.05, 40_000, 'mail'),
  role('dns-resolver', 'lxc', 'alpine', [1, 0.5, 4], 0.02, 30_000, 'network'),
  role('dhcp', 'lxc', 'alpine', [1, 0.25, 2], 0.01, 2_000, 'network'),
  role('wireguard', 'lxc', 'alpine', [1, 0.5, 2], 0.03, 250_000, 'network', 'vpn'),
  role('reverse-proxy', 'lxc', 'debian', [2, 2, 8], 0.07, 1_100_000, 'web'),
  role('opnsense', 'qemu', 'freebsd', [2, 4, 20], 0.09, 2_000_000, 'network', 'firewall'),
  role('dc', 'qemu', 'windows', [4, 8, 80], 0.07, 50_000, 'windows', 'identity'),
  role('rds-host', 'qemu', 'windows', [8, 32, 160], 0.24, 300_000, 'windows', 'office'),
  role('sql-server', 'qemu', 'windows', [8, 32, 300], 0.21, 350_000, 'windows', 'database'),
  role('erp-app', 'qemu', 'alma', [8, 24, 120], 0.26, 240_000, 'erp'),
  role('k8s-worker', 'qemu', 'ubuntu', [8, 32, 120], 0.38, 900_000, 'k8s'),
  role('k8s-control', 'qemu', 'ubuntu', [4, 8, 60], 0.16, 180_000, 'k8s'),
  role('minio', 'qemu', 'alma', [4, 16, 1000], 0.09, 1_500_000, 'storage'),
  role('home-assistant', 'qemu', 'debian', [2, 4, 32], 0.06, 12_000, 'iot'),
  role('jellyfin', 'lxc', 'ubuntu', [4, 4, 24], 0.05, 80_000, 'media'),
  role('wiki', 'lxc', 'debian', [2, 2, 20], 0.03, 15_000, 'office'),
  role('ldap', 'lxc', 'debian', [1, 1, 8], 0.02, 9_000, 'identity'),
  role('license-server', 'qemu', 'windows', [2, 4, 60], 0.02, 1_000, 'windows'),
];

export const stages: readonly [string, ...string[]] = ['prod', 'prod', 'prod', 'staging', 'dev', 'test'];
export const teams: readonly [string, ...string[]] = [
  'team-core',
  'team-shop',
  'team-data',
  'team-office',
  'team-infra',
];
export const extraTags: readonly [string, ...string[]] = [
  'critical',
  'pci',
  'legacy',
  'backup-daily',
  'no-reboot',
  'gdpr',
  'customer-a',
];

/** Names that Proxmox allows and that break careless software. */
export const awkwardNames: readonly [string, ...string[]] = [
  'extremely-long-hostname-of-a-legacy-application-server-nobody-dares-to-rename',
  'x-onerror-alert.1.-x',
  '0000',
  'null',
  'constructor',
  'xn--bcher-kva.example',
  'a',
  'test-.-drop-table-guests---',
];

export const places: readonly [string, ...string[]] = [
  'east',
  'west',
  'north',
  'south',
  'harbour',
  'campus',
  'office',
  'archive',
  'edge',
  'factory',
  'branch',
  'vault',
];

/** 7 is 7.0. */
export type Release = 9.2 | 8.4 | 7.4 | 7 | 6.4;
export const releases: Record<Release, { version: string; repoid: string; kernel: string; qemu: string }> = {
  9.2: {
    version: '9.2.4',
    repoid: '5e5ae681198514d4',
    kernel: '6.17.2-1-pve',
    qemu: '10.1.2',
  },
  8.4: {
    version: '8.4.14',
    repoid: 'b502d23c55afcba1',
    kernel: '6.8.12-15-pve',
    qemu: '9.2.0',
  },
  7.4: { version: '7.4-19', repoid: 'f98bf8d4', kernel: '5.15.158-2-pve', qemu: '7.2.10' },
  7: { version: '7.0-14+1', repoid: '08975a4c', kernel: '5.11.22-7-pve', qemu: '6.1.0' },
  6.4: { version: '6.4-15', repoid: 'af7986e6', kernel: '5.4.203-1-pve', qemu: '5.2.0' },
};

/** The answers of the guest agent to get-osinfo. The agent on BSD reports only a few fields. */
export const osinfo: Record<System, Record<string, string>> = {
  debian: {
    id: 'debian',
    name: 'Debian GNU/Linux',
    'pretty-name': 'Debian GNU/Linux 13 (trixie)',
    version: '13 (trixie)',
    'version-id': '13',
    machine: 'x86_64',
    'kernel-release': '6.12.48+deb13-amd64',
    'kernel-version': '#1 SMP PREEMPT_DYNAMIC Debian 6.12.48-1',
  },
  ubuntu: {
    id: 'ubuntu',
    name: 'Ubuntu',
    'pretty-name': 'Ubuntu 24.04.3 LTS',
    version: '24.04.3 LTS (Noble Numbat)',
    'version-id': '24.04',
    machine: 'x86_64',
    'kernel-release': '6.8.0-85-generic',
    'kernel-version': '#85-Ubuntu SMP PREEMPT_DYNAMIC',
  },
  alma: {
    id: 'almalinux',
    name: 'AlmaLinux',
    'pretty-name': 'AlmaLinux 9.6 (Sage Margay)',
    version: '9.6 (Sage Margay)',
    'version-id': '9.6',
    machine: 'x86_64',
    'kernel-release': '5.14.0-570.el9.x86_64',
    'kernel-version': '#1 SMP PREEMPT_DYNAMIC',
  },
  alpine: {
    id: 'alpine',
    name: 'Alpine Linux',
    'pretty-name': 'Alpine Linux v3.22',
    'version-id': '3.22.1',
    machine: 'x86_64',
    'kernel-release': '6.12.38-0-virt',
    'kernel-version': '#1-Alpine SMP PREEMPT_DYNAMIC',
  },
  windows: {
    id: 'mswindows',
    name: 'Microsoft Windows',
    'pretty-name': 'Windows Server 2022 Standard',
    version: 'Microsoft Windows Server 2022',
    'version-id': '2022',
    variant: 'server',
    'variant-id': 'server',
    machine: 'x86_64',
    'kernel-release': '20348',
    'kernel-version': '10.0',
  },
  freebsd: {
    'kernel-release': '14.3-RELEASE-p2',
    machine: 'amd64',
    'kernel-version': 'FreeBSD 14.3-RELEASE-p2 GENERIC',
  },
};

/** `threads` of one processor. From small to large. */
export type Processor = { model: string; threads: number; sockets: number };
const amd = (name: string, cores: number, sockets = 1): Processor => ({
  model: `AMD ${name} ${cores}-Core Processor`,
  threads: cores * 2,
  sockets,
});
export const processors: readonly [Processor, ...Processor[]] = [
  { model: 'Intel(R) Xeon(R) E-2334 CPU @ 3.40GHz', threads: 8, sockets: 1 },
  { model: 'Intel(R) Xeon(R) E-2388G CPU @ 3.20GHz', threads: 16, sockets: 1 },
  amd('EPYC 4464P', 12),
  amd('EPYC 7313P', 16),
  amd('EPYC 7443P', 24),
  amd('EPYC 9354P', 32),
  amd('EPYC 9454P', 48),
  amd('EPYC 9554P', 64),
  amd('EPYC 9454', 48, 2),
  amd('EPYC 9554', 64, 2),
];
