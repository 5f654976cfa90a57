// `belfry guests [TEXT]`
import { formatPercent, formatShare } from '@belfry/domain/format';
import { guestAlive } from '@belfry/domain/status';
import { getState } from '@belfry/schema/http/monitoring';
import type { Api } from '../api.ts';
import { type Output, show, table } from '../print.ts';
import { shownStatus } from '../shown-status.ts';

const reply = getState.reply.pick({ vms: true, containers: true });

export interface GuestFilter {
  /** A part of a name, or a whole VMID. */
  text?: string | undefined;
  node?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
}

export async function guests(api: Api, output: Output, { text, node, status, tag }: GuestFilter): Promise<void> {
  const { vms, containers } = await api.call({ ...getState, reply });
  const wanted = text?.toLowerCase();
  const found = [...vms, ...containers]
    .filter((guest) => wanted === undefined || guest.name.toLowerCase().includes(wanted) || `${guest.vmid}` === wanted)
    .filter((guest) => node === undefined || guest.node === node)
    .filter((guest) => status === undefined || guest.status === status)
    .filter((guest) => tag === undefined || guest.tags.includes(tag))
    .sort((a, b) => a.vmid - b.vmid);
  show(output, found, () =>
    table(
      ['VMID', 'NAME', 'TYPE', 'NODE', 'STATUS', 'CPU', 'MEMORY', 'LAST BACKUP'],
      found.map((guest) => [
        guest.vmid,
        guest.name,
        guest.type === 'qemu' ? 'VM' : 'CT',
        guest.node,
        shownStatus(guest),
        ...(guestAlive(guest.status) && guest.staleSince === undefined
          ? [formatPercent(guest.cpu * 100), formatShare(guest.memory.used, guest.memory.total)]
          : [undefined, undefined]),
        guest.lastBackup,
      ]),
      'No guest matches.',
    ),
  );
}
