// The pages of the alerts area.

import type { LucideIcon } from 'lucide-react';
import { BellRing, CalendarClock, History, Send, SlidersHorizontal, VolumeX } from 'lucide-react';
import { flag } from '../../lib/prefs.ts';
import { type Area, makePage, type Page } from '../../ui/area/pages.ts';
import { messages } from './messages.ts';
import { OpenAlertsCount } from './open-alerts-count.tsx';

const page = (path: keyof typeof messages.pages, icon: LucideIcon, more?: Pick<Page, 'Count'>): Page => ({
  ...makePage(path, icon, () => messages.pages[path]),
  ...more,
});

export const alerts: Area = {
  route: '/alerts/$',
  label: () => messages.pagesLabel,
  groups: [
    {
      name: () => messages.status,
      pages: [page('overview', BellRing, { Count: OpenAlertsCount }), page('history', History), page('noise', VolumeX)],
    },
    {
      name: () => messages.configuration,
      pages: [page('thresholds', SlidersHorizontal), page('destinations', Send), page('schedule', CalendarClock)],
    },
  ],
  collapsed: flag('alertsSidebarCollapsed', false),
  wide: true,
};
