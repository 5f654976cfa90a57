// The page for an unknown path.
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { usePageTitle } from '../../lib/page-title.ts';
import { usePathname } from '../../lib/pathname.ts';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

export function NotFound() {
  const pathname = usePathname();
  usePageTitle(messages.title);
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <Notice icon={<Compass />} title={messages.title} whole>
        <p className="break-all">{messages.hint(pathname)}</p>
        <Link to="/proxmox/overview" className="font-medium text-brand hover:underline">
          {messages.toOverview}
        </Link>
      </Notice>
    </main>
  );
}
