// The page of the history: what is recorded and for how long, what is stored now, what is imported, and how to get it out.
import { useQuery } from '@tanstack/react-query';
import { historyStatus } from '../../../api/history.ts';
import { system } from '../../../api/system.ts';
import { CardSkeleton } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { SettingsForm } from '../system/settings-form.tsx';
import { Export } from './export.tsx';
import { Imports } from './imports.tsx';
import { messages } from './messages.ts';
import { Recording } from './recording.tsx';
import { RemoteCard } from './remote-card.tsx';
import { Stored } from './stored.tsx';

export function HistoryPage() {
  const saved = useQuery(system);
  const status = useQuery(historyStatus);
  if (saved.error && !saved.data) return <LoadFailure text={messages.loadFailed} query={saved} />;
  if (!saved.data) return <CardSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      {status.error && <LoadFailure text={messages.statusFailed} query={status} />}
      <SettingsForm saved={saved.data} done={messages.saved}>
        {(card) => <Recording card={card} status={status.data} />}
      </SettingsForm>
      {status.data ? <Stored status={status.data} /> : !status.error && <CardSkeleton />}
      {status.data && <Imports status={status.data} />}
      <RemoteCard />
      <Export />
    </div>
  );
}
