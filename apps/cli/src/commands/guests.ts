// `belfry guests [SEARCH]`
import { formatPercent, formatShare } from '@belfry/domain/format';
import { guestExamples } from '@belfry/domain/search/guest';
import { english } from '@belfry/domain/sentences/english';
import { guestAlive } from '@belfry/domain/status';
import { listGuests } from '@belfry/schema/http/lists';
import type { Api } from '../api.ts';
import { type Output, show, table } from '../print.ts';
import { shownStatus } from '../shown-status.ts';

export interface GuestFilter {
  /** As in the search field of the Overview. */
  search?: string | undefined;
  node?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
}

const widest = Math.max(...guestExamples.map(([example]) => example.length));

/** Below the options in `belfry guests --help`. */
export const guestHelp = [
  '',
  'What a search finds (in the shell, put it in single quotes, and -- before one that starts with a minus sign):',
  ...guestExamples.map(([example, id]) => `  ${example.padEnd(widest)}  ${english({ id })}`),
].join('\n');

export async function guests(api: Api, output: Output, { search = '', node, status, tag }: GuestFilter): Promise<void> {
  const found = (await api.call(listGuests, { query: { search } })).guests
    .filter((guest) => node === undefined || guest.node === node)
    .filter((guest) => status === undefined || guest.status === status)
    .filter((guest) => tag === undefined || guest.tags.includes(tag));
  show(output, found, () =>
    table(
      ['VMID', 'NAME', 'TYPE', 'NODE', 'STATUS', 'CPU', 'MEMORY', 'LAST BACKUP'],
      found.map((guest) => [
        guest.vmid === 0 ? undefined : guest.vmid,
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
