// `belfry guests [SEARCH]`
import { countedAs, guestAlive, shownStatus } from '@belfry/domain/status';
import { listGuests } from '@belfry/schema/http/lists';
import { guestExamples } from '@belfry/schema/sentences/search';
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

export async function guests(api: Api, output: Output, filter: GuestFilter): Promise<void> {
  const { search = '', node, status, tag, site } = filter;
  const own = site === undefined ? undefined : instancesOf(site, await placesOf(api)).instances;
  const found = (await api.call(listGuests, { query: { search } })).guests
    .filter(({ instance }) => own === undefined || own.has(instance))
    .filter((guest) => node === undefined || guest.node === node)
    .filter((guest) => status === undefined || [guest.status, countedAs(shownStatus(guest))].includes(status))
    .filter((guest) => tag === undefined || guest.tags.includes(tag));
  show(output, found, () =>
    table(
      messages.guests.heads,
      found.map((guest) => [
        guest.vmid === 0 ? undefined : guest.vmid,
        guest.name,
        guest.type === 'qemu' ? 'VM' : 'LXC',
        guest.node,
        statusText(guest),
        ...(guestAlive(guest.status) && guest.staleSince === undefined
          ? [words().percent(guest.cpu * 100), words().share(guest.memory.used, guest.memory.total)]
          : [undefined, undefined]),
        guest.lastBackup && moment(guest.lastBackup),
      ]),
      messages.guests.none,
    ),
  );
}
