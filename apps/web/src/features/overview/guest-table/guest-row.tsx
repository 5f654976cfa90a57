// One guest. Its cells render again only when its facts or its place changed; its figures are written into them.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { ShownStatus } from '@belfry/domain/status';
import { useMemo } from 'react';
import { guestLimits } from '../../../lib/guest-limits.ts';
import { type Metadata, urlOf } from '../../../lib/guest-url.ts';
import type { AlertPolicies } from '../../../lib/limits.ts';
import type { Strips } from '../../../lib/strips.ts';
import { useAlertMark } from '../../../live/use-alert-marks.ts';
import { useAwaited, useGuest } from '../../../live/use-live.ts';
import { hasDetail } from '../../../ui/guest/contents.ts';
import { ItemRow, type RowPlace } from '../../../ui/table/item-row.tsx';
import { rowLook } from '../../../ui/table/row-look.ts';
import { useFlash } from '../../../ui/use-flash.ts';
import type { CellContext } from './columns.tsx';

interface GuestRowProps {
  place: RowPlace<GuestFacts, CellContext>;
  inView: boolean;
  id: string;
  status: ShownStatus;
  expanded: boolean;
  grouping: CellContext['grouping'];
  metadata: Metadata | undefined;
  policies: AlertPolicies | undefined;
  strips: Strips | undefined;
}

export function GuestRow({
  place,
  inView,
  id,
  status,
  expanded: isOpen,
  grouping,
  metadata,
  policies,
  strips,
}: GuestRowProps) {
  const guest = useGuest(id);
  const isAwaited = useAwaited(guest);
  const own = useMemo((): ShownStatus => (isAwaited ? { ...status, figures: 'none' } : status), [isAwaited, status]);
  const mark = useAlertMark(id);
  // that its host is not reached is no change of the guest: all rows would flash at once
  const flash = useFlash(guest?.status);
  if (!guest) return null;
  const opens = hasDetail(guest) || mark !== undefined;
  const expanded = opens ? isOpen : undefined;
  const [url, limits] = [urlOf(guest, metadata), guestLimits(policies, guest)];
  return (
    <ItemRow
      place={place}
      item={guest}
      context={{ inView, status: own, expanded, grouping, url, limits, strips }}
      look={`${rowLook(status.figures)}${flash ? ' flash' : ''}${opens ? ' cursor-pointer' : ''}`}
      mark={mark}
      expanded={expanded}
    />
  );
}
