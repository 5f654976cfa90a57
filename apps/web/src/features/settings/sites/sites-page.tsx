// The sites: their collectors, what each needs next, and the dialogs that change them.
import type { SiteView } from '@belfry/schema/http/sites';
import { Network, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSites } from '../../../api/sites.ts';
import { useMay } from '../../../lib/may.ts';
import { useView } from '../../../lib/view/use-view.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSkeleton } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { addingCodec } from '../adding.ts';
import { AcceptCollector } from './accept-collector.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { messages } from './messages.ts';
import { RemoveSite } from './remove-site.tsx';
import { RenameSite } from './rename-site.tsx';
import { RevokeCollector } from './revoke-collector.tsx';
import { ScanSite } from './scan-site.tsx';
import { type Deed, SiteRow } from './site-row.tsx';

/** Without a site, one is added. */
interface Open {
  deed: Deed;
  site?: SiteView;
}

export function SitesPage() {
  const mayConfigure = useMay('configure');
  const query = useSites();
  const [view, change] = useView(addingCodec);
  const [chosen, setOpen] = useState<Open | null>(null);
  const open = chosen ?? (view.add === 'yes' && mayConfigure ? { deed: 'invite' as const } : null);
  const close = () => {
    setOpen(null);
    change({ add: 'no' });
  };
  return (
    <section aria-labelledby="sites">
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="sites" className="flex-1 text-lg font-semibold">
          {messages.heading}
        </h2>
        {mayConfigure && (
          <Button look="main" onClick={() => setOpen({ deed: 'invite' })}>
            <Plus size={14} /> {messages.add}
          </Button>
        )}
      </div>
      {!mayConfigure && <p className="mb-2 text-sm text-mute">{messages.viewer}</p>}
      <Sites query={query} onDeed={(deed, site) => setOpen({ deed, site })} />
      {open && <Dialogs {...open} onClose={close} />}
    </section>
  );
}

interface SitesProps {
  query: ReturnType<typeof useSites>;
  onDeed(deed: Deed, site: SiteView): void;
}

function Sites({ query, onDeed }: SitesProps) {
  if (query.error && !query.data) return <LoadFailure text={messages.loadFailed} query={query} />;
  if (!query.data) return <CardSkeleton text={messages.loading} />;
  if (query.data.length === 0)
    return (
      <div className="card">
        <Notice icon={<Network />} title={messages.none}>
          <p>{messages.noneText}</p>
        </Notice>
      </div>
    );
  const sorted = [...query.data].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  return (
    <ul className="card divide-y divide-line-soft">
      {sorted.map((site) => (
        <SiteRow key={site.id} site={site} onDeed={(deed) => onDeed(deed, site)} />
      ))}
    </ul>
  );
}

function Dialogs({ deed, site, onClose }: Open & { onClose(): void }) {
  if (deed === 'invite') return <InviteDialog {...(site && { site })} onClose={onClose} />;
  if (!site) return null;
  if (deed === 'accept') return <AcceptCollector site={site} onClose={onClose} />;
  if (deed === 'scan') return <ScanSite site={site} onClose={onClose} />;
  if (deed === 'rename') return <RenameSite site={site} onClose={onClose} />;
  if (deed === 'revoke') return <RevokeCollector site={site} onClose={onClose} />;
  return <RemoveSite site={site} onClose={onClose} />;
}
