// The frame of an area: sidebar (a strip on phones), title, page.
import type { ReactNode } from 'react';
import { useMay } from '../../lib/may.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { usePathname } from '../../lib/pathname.ts';
import { isLiveScreen } from '../../lib/view/live-screen.ts';
import { Notice } from '../notice.tsx';
import { Scroller } from '../scroller.tsx';
import { messages } from './messages.ts';
import { type Area, pageAt } from './pages.ts';
import { Sidebar } from './sidebar.tsx';

export function AreaShell({ area, children }: { area: Area; children: ReactNode }) {
  const pathname = usePathname();
  const mayRead = useMay('read');
  const page = pageAt(area, pathname);
  usePageTitle(page?.title() ?? '');
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <Sidebar area={area} />
      {/* a field that gets the focus is scrolled above the unsaved bar */}
      <Scroller className="scroll-pb-20">
        <main className={`w-full px-(--pad) pt-4 pb-10 ${area.wide ? '' : 'max-w-6xl'}`}>
          {page && (
            <header className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <h1 className="text-xl leading-tight font-[650] tracking-tight">{page.title()}</h1>
              <p className="text-soft">{page.description()}</p>
            </header>
          )}
          {mayRead || isLiveScreen(pathname) ? (
            children
          ) : (
            <Notice title={messages.notShown}>{messages.notShownWhy}</Notice>
          )}
        </main>
      </Scroller>
    </div>
  );
}
