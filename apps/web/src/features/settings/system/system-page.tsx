// The page of Belfry's own settings.
import type { SystemReply } from '@belfry/schema/http/system';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { system } from '../../../api/system.ts';
import { useArrival } from '../../../lib/use-arrival.ts';
import { CardSkeleton } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { OwnBackupsCard } from '../own-backups/own-backups-card.tsx';
import { BackupCard } from '../transfer/backup-card.tsx';
import { Appearance } from './appearance.tsx';
import { Discovery, Embedding, Network, Polling } from './cards.tsx';
import { messages } from './messages.ts';
import { SettingsForm } from './settings-form.tsx';
import { Updates } from './updates.tsx';

export function SystemPage() {
  const saved = useQuery(system);
  const data = useArrival(saved.data);
  if (saved.error && !saved.data) return <LoadFailure text={messages.loadFailed} query={saved} />;
  if (!data) return <CardSkeleton />;
  return <Cards saved={data} />;
}

function Cards({ saved }: { saved: SystemReply }) {
  // the cards out of view come after those in view, because all at once are a long wait on a phone
  const all = useDeferredValue(true, false);
  return (
    <div className="flex flex-col gap-4">
      <SettingsForm saved={saved} done={messages.saved}>
        {(card) => (
          <>
            <Appearance {...card} />
            <Network {...card} />
            {all && (
              <>
                <Embedding {...card} />
                <Discovery {...card} />
                <Polling {...card} />
                <Updates {...card} />
              </>
            )}
          </>
        )}
      </SettingsForm>
      {/* not in the form above: they have buttons and forms of their own, whose Enter must not save the settings */}
      {all && (
        <>
          <OwnBackupsCard />
          <BackupCard />
        </>
      )}
    </div>
  );
}
