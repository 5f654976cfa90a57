// The infrastructure section that was open last. The tab of the platform leads back to it.
import { useEffect } from 'react';
import { usePathname } from '../../lib/pathname.ts';
import { choice, usePref } from '../../lib/prefs.ts';

const PATHS = {
  dashboard: '/proxmox/overview',
  storage: '/proxmox/storage',
  backups: '/proxmox/backups',
} as const;
type ActiveTab = keyof typeof PATHS;

const activeTabPref = choice('activeTab', Object.keys(PATHS) as ActiveTab[], 'dashboard');

export const useActiveTab = () => PATHS[usePref(activeTabPref)[0]];

/** Once on every page of the sections. */
export function useRememberTab(): void {
  const pathname = usePathname();
  const [, remember] = usePref(activeTabPref);
  useEffect(() => {
    const tab = (Object.keys(PATHS) as ActiveTab[]).find((each) => pathname.startsWith(PATHS[each]));
    if (tab) remember(tab);
  }, [pathname, remember]);
}
