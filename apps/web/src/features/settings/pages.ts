// The pages of the settings, as the sidebar shows them. A page that is not here has no way to it.
import {
  Container,
  History,
  Link,
  type LucideIcon,
  MailCheck,
  Server,
  ServerCog,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';

export interface Page {
  to:
    | '/settings/pve'
    | '/settings/pbs'
    | '/settings/pmg'
    | '/settings/docker'
    | '/settings/security'
    | '/settings/urls'
    | '/settings/system'
    | '/settings/updates';
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
          'Hypervisors and clusters Belfry watches. One member of a cluster is enough: Belfry finds the others.',
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
      {
        to: '/settings/urls',
        icon: Link,
        name: 'Guest URLs',
        title: 'Guest URLs',
        description: 'Your own addresses for guests: their names on the Overview become links.',
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
        to: '/settings/system',
        icon: SlidersHorizontal,
        name: 'System',
        title: 'System',
        description: 'Theme, network, embedding, discovery, polling and updates.',
      },
      {
        to: '/settings/updates',
        icon: History,
        name: 'Updates',
        title: 'Update History',
        description: 'The versions of Belfry that have run here.',
      },
      {
        to: '/settings/security',
        icon: ShieldCheck,
        name: 'Security',
        title: 'Security',
        description: 'Who has access: the account, API tokens, signed-in browsers and single sign-on.',
      },
    ],
  },
];

export const pages: readonly Page[] = pageGroups.flatMap((group) => group.pages);
