// Evidence reports: have one made, and those that are kept.
import { useQuery } from '@tanstack/react-query';
import { keptReports } from '../../api/reports.ts';
import { useMay } from '../../lib/may.ts';
import { useView } from '../../lib/view/use-view.ts';
import { CardSkeleton } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';
import { Monthly } from './monthly.tsx';
import { OrderForm } from './order-form.tsx';
import { ReportList } from './report-list.tsx';
import { reportsCodec } from './view.ts';

export function Reports() {
  const [view, change] = useView(reportsCodec);
  const mayOrder = useMay('operate');
  const mayConfigure = useMay('configure');
  const kept = useQuery(keptReports);
  return (
    <div className="flex flex-col gap-3">
      {mayOrder ? (
        <OrderForm kind={view.time} onKind={(time) => change({ time })} />
      ) : (
        <Problem tone="info">{messages.mayNot}</Problem>
      )}
      {kept.data ? (
        <ReportList {...kept.data} />
      ) : kept.error ? (
        <LoadFailure text={messages.loadFailed} query={kept} />
      ) : (
        <CardSkeleton />
      )}
      {mayConfigure && <Monthly />}
    </div>
  );
}
