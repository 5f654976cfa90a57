// `belfry sites`, `belfry sites add` and `belfry sites scan`
import { SCAN_ANSWER_MS } from '@belfry/schema/collect/protocol';
import { kinds } from '@belfry/schema/config/kinds';
import { addSite, listSites, scanSite } from '@belfry/schema/http/sites';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
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

/** Looks for hosts in the network of a site, with its collector. `site`: its name or id. */
export async function scanOf(api: Api, output: Output, site: string, subnet: string | undefined): Promise<void> {
  const known = await api.call(listSites);
  const found = known.find(({ name }) => name === site) ?? known.find(({ id }) => id === site);
  if (!found)
    throw new Failure(
      messages.sites.unknown(
        site,
        known.map(({ name }) => name),
      ),
    );
  const scanned = await api.call(scanSite, {
    params: { id: found.id },
    body: subnet === undefined ? {} : { subnet },
    patienceMs: SCAN_ANSWER_MS,
  });
  show(output, scanned, () =>
    [
      table(
        messages.sites.foundHeads,
        scanned.servers.map(({ type, ip, port, hostname, version }) => [
          ...[kinds[type].title, ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`, hostname, version],
        ]),
        messages.sites.noneFound,
      ),
      ...scanned.errors.map((error) => `${error}\n`),
    ].join(''),
  );
}
