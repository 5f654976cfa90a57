// One guest. It renders again only when its facts, its figures or its place changed, and for figures only when it is in view.
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { Figures, GuestFacts } from '@belfry/domain/guest-figures';
import type { AlertMark, ShownStatus } from '@belfry/domain/status';
import { memo } from 'react';
import { useFigures } from '../../../live/use-live.ts';
import { rowLook } from '../../../ui/row-look.ts';
import { useFlash } from '../../../ui/use-flash.ts';
import type { GuestColumn } from './columns.tsx';
import { hasDetail } from './rows.ts';

export interface SizedColumn {
  column: GuestColumn;
  width: number;
}

interface GuestRowProps {
  guest: GuestFacts;
  status: ShownStatus;
  expanded: boolean;
  mark: AlertMark | undefined;
  url: string | undefined;
  limits: Limits;
  columns: readonly SizedColumn[];
  /** Index in the whole table, from 1; the head is 1. */
  index: number;
  level: number;
  /** Whether Tab reaches this row. It reaches only one row. */
  current: boolean;
}

/** Scrolling changes `inView` of many rows, which renders only those whose figures are old. */
export function GuestRow({ inView, ...row }: GuestRowProps & { inView: boolean }) {
  return <MemoRow {...row} figures={useFigures(row.guest.id, inView)} />;
}

const MemoRow = memo(function MemoRow({
  guest,
  figures,
  status,
  expanded,
  mark,
  url,
  limits,
  columns,
  index,
  level,
  current,
}: GuestRowProps & { figures: Figures }) {
  const expandable = hasDetail(guest);
  const state = expandable ? expanded : undefined;
  const flash = useFlash(status.word);
  return (
    <tr
      className={`row ${rowLook(status.figures)}${flash ? ' flash' : ''}${expandable ? ' cursor-pointer' : ''}`}
      data-key={guest.id}
      data-mark={mark}
      aria-rowindex={index}
      aria-level={level}
      aria-expanded={state}
      tabIndex={current ? 0 : -1}
    >
      {columns.map(({ column, width }) => (
        <td key={column.id} className={column.numeric ? 'num' : undefined}>
          {column.cell(guest, { figures, status, expanded: state, width, url, limits })}
        </td>
      ))}
    </tr>
  );
});
