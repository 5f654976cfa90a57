// `belfry sites` and `belfry sites add`
import { addSite, listSites } from '@belfry/schema/http/sites';
import type { Api } from '../api.ts';
import { moment } from '../language/said.ts';
import { messages } from '../messages/lists.ts';
import { type Output, show, table } from '../print.ts';

export async function sites(api: Api, output: Output): Promise<void> {
  const found = await api.call(listSites);
  show(output, found, () =>
    table(
      messages.sites.heads,
      found.map(({ name, status, lastSeen, version, instances, id }) => [
        ...[name, messages.sites.statuses[status], lastSeen === undefined ? undefined : moment(lastSeen)],
        ...[version, instances.length, id],
      ]),
      messages.sites.none,
    ),
  );
}

/** The token in the command is shown only here. */
export async function newSite(api: Api, output: Output, name: string): Promise<void> {
  const added = await api.call(addSite, { body: { name } });
  show(output, added, () => `${messages.sites.added}\n\n${added.command}\n`);
}
