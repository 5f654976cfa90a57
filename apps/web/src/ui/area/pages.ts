// A part of the product with pages of its own and a sidebar: the settings, the alerts.
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Pref } from '../../lib/prefs.ts';

export interface Page {
  /** The path below the area. */
  path: string;
  icon: LucideIcon;
  /** The name in the sidebar. */
  name(): string;
  title(): string;
  description(): string;
  /** A figure behind the name. */
  Count?: ComponentType;
}

type Texts = Record<'name' | 'title' | 'description', string>;

/** `texts` is read when it is shown, in the language of then. */
export const makePage = (path: string, icon: LucideIcon, texts: () => Texts): Page => ({
  path,
  icon,
  name: () => texts().name,
  title: () => texts().title,
  description: () => texts().description,
});

interface PageGroup {
  name(): string;
  pages: readonly Page[];
}

export interface Area {
  route: '/settings/$' | '/alerts/$';
  /** The name of its navigation. */
  label(): string;
  /** In the order of the sidebar. A page that is not listed here cannot be reached. */
  groups: readonly PageGroup[];
  /** Whether the sidebar shows only icons. */
  collapsed: Pref<boolean>;
  /** Its pages have tables, which use the full width. */
  wide?: true;
}

export const pagesOf = ({ groups }: Area): readonly Page[] => groups.flatMap(({ pages }) => pages);

/** The page with this path. */
export function pageAt(area: Area, pathname: string): Page | undefined {
  const base = area.route.slice(0, -1);
  return pagesOf(area).find(({ path }) => pathname === base + path || pathname.startsWith(`${base}${path}/`));
}
