// The pages of the settings, as the sidebar shows them. A page that is not here has no way to it.
import { Container, type LucideIcon, MailCheck, Server, ServerCog, ShieldCheck } from 'lucide-react';

export interface Page {
  to: '/settings/pve' | '/settings/pbs' | '/settings/pmg' | '/settings/docker' | '/settings/security';
  icon: LucideIcon;
  /** In the sidebar. */
  name: string;
  title: string;
  description: string;
}

export interface PageGroup {
  name: string;
  pages: readonly Page[];
}

export const pageGroups: readonly PageGroup[] = [
  {
    name: 'Proxmox',
    pages: [
      {
        to: '/settings/pve',
        icon: Server,
        name: 'VE nodes',
        title: 'Proxmox VE nodes',
        description:
          'Hypervisors and clusters Belfry watches. One member of a cluster is enough: the others are found.',
      },
      {
        to: '/settings/pbs',
        icon: ServerCog,
        name: 'Backup Server',
        title: 'Proxmox Backup Server',
        description: 'Backup servers with their datastores, jobs and backups.',
      },
      {
        to: '/settings/pmg',
        icon: MailCheck,
        name: 'Mail Gateway',
        title: 'Proxmox Mail Gateway',
        description: 'Mail gateways with their traffic, queues and quarantine.',
      },
    ],
  },
  {
    name: 'Docker',
    pages: [
      {
        to: '/settings/docker',
        icon: Container,
        name: 'Docker hosts',
        title: 'Docker hosts',
        description: 'Hosts whose agent reports here, and how to add one.',
      },
    ],
  },
  {
    name: 'Administration',
    pages: [
      {
        to: '/settings/security',
        icon: ShieldCheck,
        name: 'Security',
        title: 'Security',
        description: 'Who may come in, and by what: account, API tokens, signed-in browsers, single sign-on.',
      },
    ],
  },
];

export const pages: readonly Page[] = pageGroups.flatMap((group) => group.pages);
