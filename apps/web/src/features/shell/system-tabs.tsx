// The tabs at the right: what concerns Belfry itself.
import { Link, useLocation } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { messages } from './messages.ts';
import { tab } from './tab.ts';

export function SystemTabs() {
  const { pathname } = useLocation();
  return (
    <Link
      to="/settings"
      aria-label={messages.settings}
      aria-current={pathname.startsWith('/settings') ? 'page' : undefined}
      className={`${tab} max-md:w-10 max-md:justify-center max-md:px-0`}
    >
      <Settings size={14} />
      <span className="max-md:hidden">{messages.settings}</span>
    </Link>
  );
}
