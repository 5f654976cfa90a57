// The parts of the backups: in the line of the sections, and above the page where that line has no room.
import { Link } from '@tanstack/react-router';
import { messages } from './messages.ts';

const parts = [
  { to: '/proxmox/backups/protection', name: 'protection' },
  { to: '/proxmox/backups', name: 'all' },
  { to: '/proxmox/backups/tests', name: 'tests' },
  { to: '/proxmox/backups/reports', name: 'reports' },
] as const;

const exact = { exact: true, includeSearch: false };

export const BackupTabs = ({ className }: { className: string }) => (
  <nav
    aria-label={messages.parts}
    className={`kiosk:hidden inline-flex h-8 max-w-full shrink-0 rounded-md border border-line bg-panel p-0.5 max-md:h-auto max-md:min-h-[46px] max-md:flex-wrap ${className}`}
  >
    {parts.map(({ to, name }) => (
      <Link
        key={to}
        to={to}
        activeOptions={exact}
        className="inline-flex items-center justify-center rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-mute hover:text-text aria-[current=page]:bg-raise aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_0_0_1px_var(--color-line)] max-md:min-h-10 max-md:grow max-md:px-1.5"
      >
        {messages[name]}
      </Link>
    ))}
  </nav>
);
