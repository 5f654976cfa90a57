// The snapshots of guests that are old or large.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { guestId } from '@belfry/domain/ids';
import { notableSnapshots, OLD_DAYS } from '@belfry/domain/node-loss/old-snapshots';
import { useMemo } from 'react';
import { NONE } from '../../lib/language/format.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { useInstanceNames, useList } from '../../live/use-live.ts';
import { Card } from '../../ui/card.tsx';
import { messages } from '../../ui/node-loss/messages.ts';
import { ShortTable } from '../../ui/table/short-table.tsx';
import { GuestName } from './guest-rows.tsx';

export function Snapshots({ guests }: { guests: readonly GuestFacts[] }) {
  const snapshots = useList('guestSnapshots');
  const nameOf = useInstanceNames();
  const now = useNow(MINUTE_MS);
  const byId = useMemo(() => new Map(guests.map((guest) => [guest.id, guest])), [guests]);
  const rows = useMemo(
    () => notableSnapshots(snapshots, ({ instance, vmid }) => byId.get(guestId(instance, vmid))?.memory.total, now),
    [snapshots, byId, now],
  );
  const columns = [
    {
      head: () => messages.heads.guest,
      cell: ({ snapshot: { instance, vmid } }: (typeof rows)[number]) => {
        const guest = byId.get(guestId(instance, vmid));
        return (
          <span className="flex flex-wrap items-baseline gap-x-2">
            <GuestName guest={guest} vmid={vmid} />
            <span className="text-mute">{nameOf(instance)}</span>
          </span>
        );
      },
    },
    { head: () => messages.heads.name, cell: ({ snapshot }: (typeof rows)[number]) => snapshot.name },
    {
      head: () => messages.heads.age,
      numeric: true,
      cell: ({ ageDays }: (typeof rows)[number]) => messages.days(Math.floor(ageDays)),
    },
    {
      head: () => messages.heads.size,
      numeric: true,
      cell: ({ memoryBytes }: (typeof rows)[number]) =>
        memoryBytes === undefined ? NONE : messages.about(memoryBytes),
    },
  ];
  return (
    <Card title={messages.snapshots} hint={messages.snapshotsHint(OLD_DAYS)} flush>
      {rows.length === 0 ? (
        <p className="p-4 text-sm text-mute">{messages.noSnapshots}</p>
      ) : (
        <ShortTable label={messages.snapshots} rows={rows} columns={columns} keyOf={({ snapshot }) => snapshot.id} />
      )}
    </Card>
  );
}
