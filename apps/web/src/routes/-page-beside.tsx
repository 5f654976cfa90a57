// A screen with tables, and beside them the page of a resource that was opened in a table. Where there is no room, and for a user who
// may see nothing but the live data, the page takes the place of the screen.
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { useAtLeast } from '../lib/breakpoint.ts';
import { useMay } from '../lib/may.ts';
import { useLive } from '../live/use-live.ts';
import { late } from '../ui/late.ts';
import { PageBesideContext, rowOfPage } from '../ui/page-opening.ts';

const Drawer = late(async () => (await import('../features/detail/drawer.tsx')).Drawer);

interface PageBesideProps {
  /** The address of the page, null for none. */
  shown: string | null;
  onShow(address: string | null): void;
  children: ReactNode;
}

export function PageBeside({ shown, onShow, children }: PageBesideProps) {
  const { history } = useRouter();
  const hasRoom = useAtLeast()('lg');
  const may = useMay('read');
  useEffect(() => {
    if (shown !== null && !hasRoom && may) history.replace(shown);
  }, [shown, hasRoom, may, history]);
  // charts are large: while the arrows go through the rows, only the last page is rendered
  const address = useDeferredValue(shown);
  // the focus was in the page, and the button or Back closed it
  const last = useRef(shown);
  useEffect(() => {
    if (shown === null && last.current !== null && document.activeElement === document.body)
      rowOfPage(last.current)?.focus();
    last.current = shown;
  }, [shown]);
  const isLoaded = useLive(({ state }) => state !== null);
  const isBeside = hasRoom && may;
  return (
    <PageBesideContext value={isBeside ? { shown, show: onShow } : null}>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col" data-narrowed={isBeside && shown !== null ? '' : undefined}>
          {children}
        </div>
        {isBeside && shown !== null && (
          <div className="flex w-[min(640px,50%)] shrink-0 flex-col border-l border-line">
            <Suspense>{isLoaded && <Drawer address={address ?? shown} onClose={() => onShow(null)} />}</Suspense>
          </div>
        )}
      </div>
    </PageBesideContext>
  );
}
