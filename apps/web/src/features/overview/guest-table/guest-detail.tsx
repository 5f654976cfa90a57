// The details of a guest: alerts, system, memory, file systems, networks, protection. A panel without content is not shown.
import { Link } from '@tanstack/react-router';
import { guestLimits } from '../../../lib/guest-limits.ts';
import type { AlertPolicies } from '../../../lib/limits.ts';
import { useAlertsOf } from '../../../live/use-alerts-of.ts';
import { useAwaited, useFigures, useGuest } from '../../../live/use-live.ts';
import { AlertsPanel } from '../../../ui/alerts/alert-list.tsx';
import { Panels } from '../../../ui/detail.tsx';
import {
  hasFilesystems,
  hasMemoryDetail,
  hasNetworks,
  hasOverview,
  hasProtection,
} from '../../../ui/guest/contents.ts';
import { GuestFilesystems, GuestMemory, GuestNetworks, GuestSystem } from '../../../ui/guest/panels.tsx';
import { Protection } from '../../../ui/guest/protection.tsx';
import { messages } from '../../../ui/messages.ts';

export function GuestDetail({ id, policies }: { id: string; policies: AlertPolicies | undefined }) {
  const guest = useGuest(id);
  const alerts = useAlertsOf(id);
  const figures = useFigures(id);
  const isAwaited = useAwaited(guest);
  if (!guest) return null;
  const limits = guestLimits(policies, guest);
  return (
    <Panels>
      <AlertsPanel alerts={alerts} />
      {hasOverview(guest) && <GuestSystem guest={guest} />}
      {!isAwaited && hasMemoryDetail(guest) && <GuestMemory guest={guest} figures={figures} />}
      {!isAwaited && hasFilesystems(guest) && (
        <GuestFilesystems guest={guest} limits={limits} levels={policies?.levels} />
      )}
      {!isAwaited && hasNetworks(guest) && <GuestNetworks guest={guest} />}
      {hasProtection(guest) && <Protection guest={guest} />}
      <Link
        to="/guests/$id"
        params={{ id: guest.id }}
        className="col-span-full justify-self-start text-brand hover:underline max-md:min-h-10"
      >
        {messages.pageOf(guest.name)}
      </Link>
    </Panels>
  );
}
