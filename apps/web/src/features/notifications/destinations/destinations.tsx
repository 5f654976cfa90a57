// Where messages about alerts go. Cards that are edited in place share one bar of unsaved changes (`useUnsaved`).
import { useQuery } from '@tanstack/react-query';
import { useView } from '../../../lib/view/use-view.ts';
import { CardSkeleton } from '../../../ui/card.tsx';
import { BrowsersCard } from '../browsers/browsers-card.tsx';
import { browsers } from '../browsers/queries.ts';
import { DeliveryLog } from '../delivery-log/delivery-log.tsx';
import { Recipients } from '../recipients/recipients.tsx';
import { mqtt, settings } from '../ways-out/queries.ts';
import { WaysOutCard } from '../ways-out/ways-out-card.tsx';
import { EmailCard } from './email-card.tsx';
import { email, emailProviders, lastDeliveries, webhooks, webhookTemplates } from './queries.ts';
import { UnsavedParts } from './unsaved.tsx';
import { destinationsCodec } from './view.ts';
import { WebhooksCard } from './webhooks-card.tsx';

export function Destinations() {
  const [view, change] = useView(destinationsCodec);
  // All cards appear together: each would move those below it. A card whose query failed says so.
  const cards = [useQuery(email), useQuery(webhooks), useQuery(mqtt), useQuery(settings), useQuery(browsers)];
  const parts = [useQuery(emailProviders), useQuery(webhookTemplates), useQuery(lastDeliveries)];
  const isLoading = [...cards, ...parts].some((reply) => reply.isLoading);
  if (isLoading) return <CardSkeleton />;
  return (
    <UnsavedParts>
      <div className="grid items-start gap-4 xl:grid-cols-[25rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <EmailCard />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <WebhooksCard />
          <WaysOutCard />
          <BrowsersCard />
        </div>
      </div>
      <div className="mt-4 grid grid-cols-1 gap-4">
        <Recipients view={view} onChange={change} />
        <DeliveryLog view={view} onChange={change} />
      </div>
    </UnsavedParts>
  );
}
