// One guest. Its cells render again only when its facts or its place changed, and for figures only when it is in view.
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { ShownStatus } from '@belfry/domain/status';
import type { Strips } from '../../../lib/strips.ts';
import { useAlertMark } from '../../../live/use-alert-marks.ts';
import { useFigures } from '../../../live/use-live.ts';
import { hasDetail } from '../../../ui/guest/contents.ts';
import { ItemRow, type RowPlace } from '../../../ui/table/item-row.tsx';
import { rowLook } from '../../../ui/table/row-look.ts';
import { useFlash } from '../../../ui/use-flash.ts';
import type { CellContext } from './columns.tsx';

interface GuestRowProps {
  place: RowPlace<GuestFacts, CellContext>;
  inView: boolean;
  guest: GuestFacts;
  status: ShownStatus;
  expanded: boolean;
  url: string | undefined;
  limits: Limits;
  strips: Strips | undefined;
}

export function GuestRow({ place, inView, guest, status, expanded: isOpen, url, limits, strips }: GuestRowProps) {
  const figures = useFigures(guest.id, inView);
  const mark = useAlertMark(guest.id);
  // that its host is not reached is no change of the guest: all rows would flash at once
  const flash = useFlash(guest.status);
  const opens = hasDetail(guest) || mark !== undefined;
  const expanded = opens ? isOpen : undefined;
  return (
    <ItemRow
      place={place}
      item={guest}
      context={{ figures, status, expanded, url, limits, strips }}
      look={`${rowLook(status.figures)}${flash ? ' flash' : ''}${opens ? ' cursor-pointer' : ''}`}
      mark={mark}
      expanded={expanded}
    />
  );
}
