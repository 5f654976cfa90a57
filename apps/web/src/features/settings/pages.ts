// The pages of the settings, in the order of the sidebar. A page that is not listed here cannot be reached.
import { type Kind, kinds, type NodeType, nodeTypes } from '@belfry/schema/config/kinds';
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
  /** The path below /settings/. */
  path: string;
  icon: LucideIcon;
  /** The name in the sidebar. */
  name: string;
  title: string;
  description: string;
}

export interface PageGroup {
  name: string;
  pages: readonly Page[];
}

const icons: Record<Kind['page']['icon'], LucideIcon> = { server: Server, backup: ServerCog, mail: MailCheck };
function kindPage(type: NodeType): Page {
  const { icon, ...words } = kinds[type].page;
  return { path: type, icon: icons[icon], ...words };
}

export const pageGroups: readonly PageGroup[] = [
  {
    name: 'Proxmox',
    pages: [
      ...nodeTypes.map(kindPage),
      {
        path: 'urls',
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
        path: 'docker',
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
        path: 'system',
        icon: SlidersHorizontal,
        name: 'System',
        title: 'System',
        description: 'Theme, network, embedding, discovery, polling and updates.',
      },
      {
        path: 'updates',
        icon: History,
        name: 'Updates',
        title: 'Update History',
        description: 'The versions of Belfry that have run here.',
      },
      {
        path: 'security',
        icon: ShieldCheck,
        name: 'Security',
        title: 'Security',
        description: 'Who has access: the account, API tokens, signed-in browsers and single sign-on.',
      },
    ],
  },
];

export const pages: readonly Page[] = pageGroups.flatMap((group) => group.pages);

/** The page with this path. */
export const pageAt = (pathname: string): Page | undefined =>
  pages.find(({ path }) => pathname === `/settings/${path}` || pathname.startsWith(`/settings/${path}/`));
