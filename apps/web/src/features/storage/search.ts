// The searches in storages and in disks: their fields. Pure.
import { pbsNamesOf } from '@belfry/domain/backup-identity';
import { PERCENT, type Searchable } from '@belfry/domain/search/field';
import { parse } from '@belfry/domain/search/parse';
import type { Chain, Link } from '@belfry/domain/search/query';
import { shownStatus } from '@belfry/domain/status';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { Storage } from '@belfry/schema/entities/storage';
import type { SiteOf } from '../../live/sites/use-site-of.ts';

const nowhere: SiteOf = () => undefined;
const hasFigures = (storage: Storage): boolean => storage.total > 0 && shownStatus(storage).figures === 'now';

/** A plain word is also looked for in the names of the backup servers of a storage. `usage` is percent. */
export const storageSearch = (servers: readonly PbsInstance[] = [], siteOf: SiteOf = nowhere): Searchable<Storage> => ({
  words: (storage) => {
    const { name, node, nodes, type, content } = storage;
    return [name, node, type, content, ...shownStatus(storage).terms, ...nodes, ...pbsNamesOf(storage, servers)];
  },
  fields: [
    { names: ['name'], text: ({ name }) => name },
    { names: ['node'], text: ({ node, nodes }) => [node, ...nodes] },
    { names: ['type'], text: ({ type }) => type },
    { names: ['content'], text: ({ content }) => content },
    { names: ['status', 'state'], text: (storage) => shownStatus(storage).terms },
    { names: ['site'], text: siteOf },
    {
      names: ['usage', 'used'],
      number: (storage) => (hasFigures(storage) ? storage.usage : undefined),
      units: PERCENT,
    },
  ],
});

export const diskSearch = (siteOf: SiteOf = nowhere): Searchable<PhysicalDisk> => ({
  words: ({ model, devPath, serial, node }) => [model, devPath, serial, node],
  fields: [
    { names: ['model'], text: ({ model }) => model },
    { names: ['device', 'path'], text: ({ devPath }) => devPath },
    { names: ['serial'], text: ({ serial }) => serial },
    { names: ['node'], text: ({ node }) => node },
    { names: ['type'], text: ({ type }) => type },
    { names: ['site'], text: siteOf },
  ],
});

/** To say what is wrong with a search: it needs no storages. */
export const storageFields = storageSearch().fields;
export const diskFields = diskSearch().fields;

/** Which nodes a search for storages asks for, by its `node:`. Without one it asks for all. */
export function nodesIn(search: string): (name: string) => boolean {
  const chains = parse(search, { fields: storageFields });
  return (name) => chains.every((chain) => asksFor(chain, name.toLowerCase()));
}

function asksFor(chain: Chain<Storage>, name: string): boolean {
  const fits = ({ term, not }: Link<Storage>): boolean | undefined =>
    term.kind === 'text' && term.field.names[0] === 'node'
      ? term.anyOf.some((wanted) => name.includes(wanted)) !== not
      : undefined;
  const isEither = chain.some(({ join }, place) => place > 0 && join === 'or');
  return isEither ? chain.some((link) => fits(link) !== false) : chain.every((link) => fits(link) !== false);
}
