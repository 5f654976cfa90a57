// The page of one resource inside the frame of a screen.
import type { DetailKind } from '../features/detail/detail.ts';
import { DetailPage } from '../features/detail/detail-page.tsx';
import { messages } from '../features/detail/messages.ts';
import { LiveGate } from '../features/gate/live-gate.tsx';
import { Footer } from '../features/shell/footer.tsx';
import { SectionBar } from '../features/shell/section-bar.tsx';
import { Scroller } from '../ui/scroller.tsx';

export function DetailScreen({ kind, id }: { kind: DetailKind; id: string }) {
  return (
    <>
      <SectionBar />
      <Scroller>
        <div className="flex min-h-full flex-col">
          <main className="flex-1 px-(--pad)">
            <LiveGate loading={messages.loading}>
              <DetailPage key={id} kind={kind} id={id} />
            </LiveGate>
          </main>
          <Footer />
        </div>
      </Scroller>
    </>
  );
}
