// Where messages about alerts go. Cards that are edited in place share one bar of unsaved changes (`useUnsaved`).
import { EmailCard } from './email-card.tsx';
import { UnsavedParts } from './unsaved.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

export function Destinations() {
  return (
    <UnsavedParts>
      <div className="grid items-start gap-4 xl:grid-cols-[25rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <EmailCard />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <WebhooksCard />
        </div>
      </div>
    </UnsavedParts>
  );
}
