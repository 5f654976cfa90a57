// What belongs to a site, for the lists that can be of one site.
import { getState } from '@belfry/schema/http/monitoring';
import type * as z from 'zod';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { messages } from '../messages/lists.ts';

const reply = getState.reply.pick({ instances: true, sites: true });
type Places = z.infer<typeof reply>;

/** `site`: a name, also in other case, or an id. Throws when there is no such site. */
export function instancesOf(site: string, { instances, sites }: Places): { id: string; instances: Set<string> } {
  const found = sites.find(({ name }) => name === site) ?? sites.find(({ id }) => id === site) ?? nearly(site, sites);
  if (!found)
    throw new Failure(
      messages.sites.unknown(
        site,
        sites.map(({ name }) => name),
      ),
    );
  const own = instances.filter((instance) => instance.site === found.id).map(({ id }) => id);
  return { id: found.id, instances: new Set(own) };
}

/** Undefined also where several names differ only in case. */
function nearly(site: string, sites: Places['sites']): Places['sites'][number] | undefined {
  const plain = (text: string) => text.trim().toLowerCase();
  const found = sites.filter(({ name }) => plain(name) === plain(site));
  return found.length === 1 ? found[0] : undefined;
}

export const placesOf = (api: Api): Promise<Places> => api.call({ ...getState, reply });
