// Restore tests: hand one out, those there were, and one of them.
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { allDrills } from '../../api/drills.ts';
import { useMay } from '../../lib/may.ts';
import { useView } from '../../lib/view/use-view.ts';
import { CardSkeleton } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { DrillList } from './drill-list.tsx';
import { DrillPage } from './drill-page.tsx';
import { HandOutForm } from './hand-out-form.tsx';
import { messages } from './messages.ts';
import { Plans } from './plans.tsx';
import { drillsCodec } from './view.ts';

export function Drills() {
  const [{ open, guest }, change] = useView(drillsCodec);
  const mayHandOut = useMay('configure');
  const all = useQuery(allDrills);
  if (open !== null) return <DrillPage id={open} mayEnd={mayHandOut} onBack={() => change({ open: null })} />;
  return (
    <div className="flex flex-col gap-3">
      {mayHandOut ? (
        <HandOutForm
          guest={guest}
          onGuest={(chosen) => change({ guest: chosen })}
          onDone={(id) => change({ open: id })}
        />
      ) : (
        <Problem tone="info">{messages.mayNot}</Problem>
      )}
      <Plans onGuest={(chosen) => change({ guest: chosen })} />
      {all.data ? (
        all.data.drills.length > 0 ? (
          <DrillList drills={all.data.drills} onOpen={(id) => change({ open: id })} />
        ) : (
          <Notice icon={<FlaskConical />} title={messages.none}>
            <p>{messages.noneHint}</p>
          </Notice>
        )
      ) : all.error ? (
        <LoadFailure text={messages.loadFailed} query={all} />
      ) : (
        <CardSkeleton />
      )}
    </div>
  );
}
