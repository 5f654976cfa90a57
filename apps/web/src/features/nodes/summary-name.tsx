// The first cell of a row of the node summary: the status, the name and what is special about it.
import type { ReactNode } from 'react';
import { pageAddress } from '../../lib/pages.ts';
import { SiteMark } from '../../live/site-mark.tsx';
import { Chevron } from '../../ui/chevron.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dot } from '../../ui/dot.tsx';
import { hint } from '../../ui/hint.tsx';
import { HostStatus } from '../../ui/host-status.tsx';
import { OwnAddress } from '../../ui/own-address.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { statusText } from '../../ui/status-text.ts';
import { WholeOrNone } from '../../ui/whole-or-none.tsx';
import { messages } from './messages.ts';
import type { SummaryRow } from './summary-rows.ts';

interface SummaryNameProps {
  row: SummaryRow;
  /** Undefined in a table without clusters. 2 is below a cluster. */
  depth?: 1 | 2 | undefined;
  open?: boolean | undefined;
}

/** Totals have no page and no web interface. */
const hasPage = ({ list }: SummaryRow): boolean => list === 'nodes' || list === 'pbs';

export function SummaryName({ row, depth, open }: SummaryNameProps) {
  const { status } = row;
  return (
    <span className={`flex min-w-0 items-center gap-2 ${depth === 2 ? 'pl-5' : ''}`}>
      {depth === 1 && <Chevron expanded={open} />}
      <Dot state={status.tone} label={statusText(status.label)} />
      {row.href === undefined ? (
        <b className="title min-w-16 truncate font-[550]">{row.name}</b>
      ) : (
        <OwnAddress href={row.href} name={row.name} className="title min-w-16 truncate font-[550]" />
      )}
      {hasPage(row) && (
        <PageLink href={pageAddress(row.list === 'nodes' ? 'nodes' : 'servers', row.id)} name={row.name} />
      )}
      {row.staleSince !== undefined && (
        <span className="contents md:hidden">
          <StaleMark since={row.staleSince} last={status.last} />
        </span>
      )}
      {row.remark !== '' && depth !== 2 && (
        <WholeOrNone className="shrink-[1000] max-md:hidden in-data-narrowed:hidden">
          <Chip className="text-soft">{row.remark}</Chip>
        </WholeOrNone>
      )}
      {depth !== 2 && <SiteMark instance={row.list === 'pbs' ? row.id : row.instance} />}
      {row.problems.length > 0 && (
        <Remark lines={row.problems}>
          <Chip className="text-warn">{row.trouble ?? messages.problems(row.problems.length)}</Chip>
        </Remark>
      )}
      {row.maintenance.length > 0 && (
        <WholeOrNone className="shrink-[100] max-md:hidden">
          <Remark lines={row.maintenance}>
            <Chip>{messages.limited(row.maintenance.length)}</Chip>
          </Remark>
        </WholeOrNone>
      )}
      {status.figures !== 'now' && (
        <span className="shrink-0 text-sm max-md:hidden">
          <HostStatus status={status} since={row.staleSince} />
        </span>
      )}
    </span>
  );
}

/** A count with lines that are shown on hover and read by screen readers. */
function Remark({ lines, children }: { lines: readonly string[]; children: ReactNode }) {
  return (
    <span className="inline-flex shrink-0" {...hint(lines.join('\n'))}>
      {children}
      <span className="sr-only">{lines.join('; ')}</span>
    </span>
  );
}
