// The list on a narrow window, as virtual cards.
import { type RefObject, useRef } from 'react';
import { Legend } from '../../../ui/table/legend.tsx';
import { type Place, usePlace } from '../../../ui/table/use-place.ts';
import { useVirtualRows } from '../../../ui/table/use-virtual-rows.ts';
import { messages } from '../messages.ts';
import { BackupCard } from './backup-card.tsx';
import type { ListProps } from './backup-table.tsx';
import type { Row } from './rows.ts';

/** Pixels. */
const HEIGHTS = { head: 0, heightOf: (row: Row) => (row.kind === 'group' ? 34 : 78) };

/** The cards come when the place of the list is known. */
export function BackupCards({ legend, ...list }: ListProps & { legend: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const place = usePlace(frame, card);
  return (
    <div ref={frame} className="min-w-0">
      <div ref={card} className="card">
        {place.measured && <Cards {...list} frame={frame} place={place} />}
      </div>
      {place.measured && <Legend>{legend}</Legend>}
    </div>
  );
}

function Cards({ rows, context, frame, place }: ListProps & { frame: RefObject<HTMLElement | null>; place: Place }) {
  const { virtual } = useVirtualRows(rows, frame, place, HEIGHTS);
  return (
    <ul aria-label={messages.list} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start, size }) => {
        const row = rows[index] as Row;
        return (
          <li
            key={key}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ height: size, transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            {row.kind === 'group' ? (
              <div className="flex h-full items-center gap-2 border-b border-line-soft bg-raise px-3 text-sm">
                <b className="truncate font-semibold">{row.title}</b>
                <span className="shrink-0 text-mute tabular-nums">{messages.listed(row.count, row.unfinished)}</span>
              </div>
            ) : (
              <BackupCard backup={row.backup} {...context} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
