// The page of one resource inside the frame of a screen.
import type { DetailKind } from '../features/detail/detail.ts';
import { DetailPage } from '../features/detail/detail-page.tsx';
import { messages } from '../features/detail/messages.ts';
import { detailCodec } from '../features/detail/view.ts';
import { LiveGate } from '../features/gate/live-gate.tsx';
import { Footer } from '../features/shell/footer.tsx';
import { SectionBar } from '../features/shell/section-bar.tsx';
import { useView } from '../lib/view/use-view.ts';
import { Scroller } from '../ui/scroller.tsx';

export function DetailScreen({ kind, id }: { kind: DetailKind; id: string }) {
  const [view, change] = useView(detailCodec);
  return (
    <>
      {kind.list.to !== '/docker' && <SectionBar />}
      <Scroller>
        <div className="flex min-h-full flex-col">
          <main className="flex-1 px-(--pad)">
            <LiveGate loading={messages.loading}>
              <DetailPage key={id} kind={kind} id={id} view={view} onChange={change} />
            </LiveGate>
          </main>
          <Footer />
        </div>
      </Scroller>
    </>
  );
}
