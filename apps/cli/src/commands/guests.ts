// `belfry guests [SEARCH]`
import { countedAs, guestAlive, guestRan, guestStatus, nodeOnline, type ShownStatus } from '@belfry/domain/status';
import { listGuests } from '@belfry/schema/http/lists';
import { getState } from '@belfry/schema/http/monitoring';
import { guestExamples } from '@belfry/schema/sentences/search';
import type * as z from 'zod';
import type { Api } from '../api.ts';
import { words } from '../language/in-language.ts';
import { moment } from '../language/said.ts';
import { messages } from '../messages/lists.ts';
import { messages as help } from '../messages/program.ts';
import { type Output, show, table } from '../print.ts';
import { statusText } from '../status-text.ts';
import { instancesOf, placesOf } from './site-filter.ts';

export interface GuestFilter {
  /** As in the search field of the Overview. */
  search?: string | undefined;
  node?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
  /** The name of a site, or its id. */
  site?: string | undefined;
}

const widest = Math.max(...guestExamples.map(([example]) => example.length));

/** Below the options in `belfry guests --help`. */
export const guestHelp = (): string =>
  [
    '',
    help.guests.search,
    ...guestExamples.map(([example, id]) => `  ${example.padEnd(widest)}  ${words().say({ id })}`),
  ].join('\n');

type Guest = z.infer<typeof listGuests.reply>['guests'][number];
const withNodes = getState.reply.pick({ nodes: true });

/** What a host said last is no status while nobody can see whether it is still true. */
async function statusesNow(api: Api): Promise<(guest: Guest) => ShownStatus> {
  const { nodes } = await api.call({ ...getState, reply: withNodes });
  const online = new Set(nodes.filter(nodeOnline).map(({ id }) => id));
  return (guest) => guestStatus(guest, online);
}

export async function guests(api: Api, output: Output, filter: GuestFilter): Promise<void> {
  const { search = '', node, status, tag, site } = filter;
  const own = site === undefined ? undefined : instancesOf(site, await placesOf(api)).instances;
  const [statusOf, answer] = await Promise.all([statusesNow(api), api.call(listGuests, { query: { search } })]);
  // by the words of the hosts and of `belfry status`
  const hasStatus = (shown: ShownStatus) => status === undefined || [shown.word, countedAs(shown)].includes(status);
  const found = answer.guests
    .filter(({ instance }) => own === undefined || own.has(instance))
    .filter((guest) => node === undefined || guest.node === node || guest.lastKnown?.node === node)
    .filter((guest) => hasStatus(statusOf(guest)))
    .filter((guest) => tag === undefined || guest.tags.includes(tag));
  show(output, found, () =>
    table(
      messages.guests.heads,
      found.map((guest) => [
        guest.vmid === 0 ? undefined : guest.vmid,
        guest.name,
        guest.type === 'qemu' ? 'VM' : 'LXC',
        guest.node,
        guest.staleSince === undefined && statusOf(guest).word === 'unknown'
          ? messages.guests.lost(guestRan(guest))
          : statusText(guest.staleSince === undefined ? { status: statusOf(guest).word } : guest),
        ...(guestAlive(statusOf(guest).word) && guest.staleSince === undefined
          ? [words().percent(guest.cpu * 100), words().share(guest.memory.used, guest.memory.total)]
          : [undefined, undefined]),
        guest.lastBackup && moment(guest.lastBackup),
      ]),
      messages.guests.none,
    ),
  );
}
