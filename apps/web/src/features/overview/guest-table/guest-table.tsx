// The guests, grouped or flat, and how many of them run.
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { guestMetadata } from '../../../api/guest-metadata.ts';
import { useMay } from '../../../lib/may.ts';
import { usePref } from '../../../lib/prefs.ts';
import type { Strips } from '../../../lib/strips.ts';
import { isSiteRow, useBySite, useFoldedSites } from '../../../live/sites/use-by-site.ts';
import { Chevron } from '../../../ui/chevron.tsx';
import { late } from '../../../ui/late.ts';
import { NoneFound } from '../../../ui/none-found.tsx';
import { useTrendColumns } from '../../../ui/strip/use-trend-columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { rowHeights } from '../../../ui/table/heights.ts';
import { columnsOf } from '../../../ui/table/sort.ts';
import { useHold } from '../../../ui/table/use-hold.ts';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { expandedPref, foldedPref } from '../preferences.ts';
import { guestColumns } from './columns.tsx';
import { GroupHead } from './group-head.tsx';
import { GuestRow } from './guest-row.tsx';
import { countsOf, useGuestRows } from './use-guest-rows.ts';

const GuestDetail = late(async () => (await import('./guest-detail.tsx')).GuestDetail);
const heights = rowHeights({ detail: 130 }, { detail: 260 });

interface GuestTableProps {
  filters: Filters;
  strips: Strips | undefined;
}

export function GuestTable({ filters, strips }: GuestTableProps) {
  const [expanded, setExpanded] = usePref(expandedPref);
  // without the metadata names are not links, and everything else works
  const metadata = useQuery({ ...guestMetadata, enabled: useMay('read') }).data;
  const policies = useAlertPolicies();
  const { held, handlers } = useHold();
  const bySite = useBySite();
  const { folded, toggle } = useFoldedSites(foldedPref, filters.active);
  const { rows, counts, total, isAwaiting } = useGuestRows(filters, held, expanded, bySite, folded);
  const columns = useTrendColumns(guestColumns, 'guests', strips !== undefined);
  return (
    <DataTable
      label={messages.table}
      role="treegrid"
      rows={rows}
      columns={columns}
      {...columnsOf(filters)}
      heights={heights}
      hold={handlers}
      onOpen={({ key }) => setExpanded({ ...expanded, [key]: !expanded[key] })}
      group={(group) =>
        isSiteRow(group) ? (
          bySite && (
            <bySite.SiteHead
              site={group.site}
              legend={messages.legend(countsOf(group.below))}
              isOpen={group.isOpen}
              mark={<Chevron expanded={group.isOpen} />}
              onToggle={toggle && (() => toggle(group.key))}
            />
          )
        ) : (
          <GroupHead group={group} />
        )
      }
      item={(row, place, inView) => (
        <GuestRow
          key={row.key}
          place={place}
          inView={inView}
          id={row.id}
          status={row.status}
          expanded={expanded[row.key] ?? false}
          grouping={filters.grouping}
          metadata={metadata}
          policies={policies}
          strips={strips}
        />
      )}
      detail={({ id }) => (
        <Suspense>
          <GuestDetail id={id} policies={policies} />
        </Suspense>
      )}
      above={
        isAwaiting && (
          <p role="status" className="px-3.5 py-2 text-soft">
            {messages.awaiting}
          </p>
        )
      }
      below={
        rows.length === 0 &&
        !isAwaiting && <NoneFound title={messages.noGuests} why={whyNone(filters, total)} filters={filters} />
      }
      legend={isAwaiting ? undefined : messages.legend(counts)}
    />
  );
}

function whyNone({ active, search }: Filters, total: number): string {
  if (total === 0 && !active) return messages.noGuestsYet;
  return search.trim() === '' ? messages.noMatchFilters : messages.noMatch(search.trim());
}
