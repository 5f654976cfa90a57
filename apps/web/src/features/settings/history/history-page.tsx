// The settings page of the history: recording, stored data, imports, the engine for time series, and export.
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
import { StoredData } from './stored-data.tsx';

export function HistoryPage() {
  const settings = useQuery(system);
  const status = useQuery(historyStatus);
  if (settings.error && !settings.data) return <LoadFailure text={messages.loadFailed} query={settings} />;
  if (!settings.data) return <CardSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      {status.error && <LoadFailure text={messages.statusFailed} query={status} />}
      <SettingsForm saved={settings.data} done={messages.saved}>
        {(card) => <Recording card={card} status={status.data} />}
      </SettingsForm>
      {status.data ? <StoredData status={status.data} /> : !status.error && <CardSkeleton />}
      {status.data && <Imports status={status.data} />}
      <RemoteCard />
      <Export />
    </div>
  );
}
