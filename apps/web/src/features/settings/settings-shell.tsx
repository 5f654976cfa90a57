// The frame of the settings: sidebar (a strip on phones), title, page.
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Scroller } from '../../ui/scroller.tsx';
import { pageAt } from './pages.ts';
import { Sidebar } from './sidebar.tsx';

export function SettingsShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <Sidebar />
      {/* a field that gets the focus is scrolled above the unsaved bar */}
      <Scroller className="scroll-pb-20">
        <main className="mx-auto w-full max-w-6xl px-(--pad) pt-4 pb-10">
          {page && (
            <header className="mb-4">
              <h1 className="text-xl leading-tight font-[650] tracking-tight">{page.title}</h1>
              <p className="mt-0.5 text-soft">{page.description}</p>
            </header>
          )}
          {children}
        </main>
      </Scroller>
    </div>
  );
}
