// The pages of the settings.
import { type Kind, kinds, type NodeType, nodeTypes } from '@belfry/schema/config/kinds';
import {
  Activity,
  ChartLine,
  Container,
  History,
  Link,
  type LucideIcon,
  MailCheck,
  Network,
  Server,
  ServerCog,
  Share2,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';
import { flag } from '../../lib/prefs.ts';
import { type Area, makePage, type Page } from '../../ui/area/pages.ts';
import { messages } from './messages.ts';

const icons: Record<Kind['page']['icon'], LucideIcon> = { server: Server, backup: ServerCog, mail: MailCheck };
const kindPage = (type: NodeType): Page => makePage(type, icons[kinds[type].page.icon], () => messages.kinds[type]);

const ofProxmox = nodeTypes.filter((type) => kinds[type].signIn.by === 'account');
const others = nodeTypes.filter((type) => !ofProxmox.includes(type));

const page = (path: keyof typeof messages.pages, icon: LucideIcon): Page =>
  makePage(path, icon, () => messages.pages[path]);

export const settings: Area = {
  route: '/settings/$',
  label: () => messages.label,
  groups: [
    { name: () => messages.proxmox, pages: [...ofProxmox.map(kindPage), page('urls', Link)] },
    ...(others.length > 0 ? [{ name: () => messages.others, pages: others.map(kindPage) }] : []),
    { name: () => messages.dockerGroup, pages: [page('docker', Container)] },
    { name: () => messages.places, pages: [page('sites', Network)] },
    {
      name: () => messages.administration,
      pages: [
        page('system', SlidersHorizontal),
        page('history', ChartLine),
        page('updates', History),
        page('exports', Share2),
        page('security', ShieldCheck),
        page('diagnostics', Activity),
      ],
    },
  ],
  collapsed: flag('settingsSidebarCollapsed', false),
};
