// The search in backups, with `pbs:` and `node:`. Pure.
import type { Searchable } from '@belfry/domain/search/field';
import { matcherOf } from '@belfry/domain/search/match';
import { parse } from '@belfry/domain/search/parse';
import { type Backup, TYPE_LABELS } from './backup.ts';

const GB = 1024 ** 3;

/** The root namespace is written `/`. */
const namespaceText = (namespace: string | undefined): string => (namespace === '' ? '/' : (namespace ?? ''));

const bare = (namespace: string): string => namespace.replace(/^\/+|\/+$/g, '');

/**
 * `pbs:<instance>:<datastore>:<namespace>`; parts at the end may be absent, and the last name may be incomplete. A
 * namespace may begin with the slash of the root; the slash alone means the root.
 */
function inPlace(backup: Backup, wanted: string): boolean {
  if (backup.datastore === undefined) return false;
  const [server = '', store = '', ...rest] = wanted.split(':');
  const namespace = rest.join(':');
  const fits = (own: string, text: string, isLast: boolean): boolean =>
    text === '' || (isLast ? own.toLowerCase().startsWith(text) : own.toLowerCase() === text);
  return (
    fits(backup.instance, server, store === '' && namespace === '') &&
    fits(backup.datastore, store, namespace === '') &&
    (namespace === '' || bare((backup.namespace ?? '').toLowerCase()) === bare(namespace))
  );
}

const TYPE_WORDS: Readonly<Record<Backup['type'], readonly string[]>> = {
  VM: ['vm', 'qemu'],
  LXC: ['lxc', 'ct', 'container'],
  Host: ['host', 'pmg'],
};

/** `siteOf`: the site of the host or server where a backup is. */
export const backupSearch = (siteOf: (backup: Backup) => string | undefined = nowhere): Searchable<Backup> => ({
  words: ({ words }) => [words],
  kinds: ({ type }) => TYPE_WORDS[type],
  fields: [
    { names: ['name'], text: ({ name }) => name },
    {
      names: ['vmid', 'id'],
      text: ({ vmid }) => vmid,
      number: ({ vmid }) => (Number.isFinite(Number(vmid)) ? Number(vmid) : undefined),
    },
    { names: ['node'], text: ({ node, instance }) => [node, instance] },
    { names: ['type'], text: ({ type }) => TYPE_WORDS[type], values: Object.values(TYPE_WORDS).flat() },
    { names: ['mode'], text: ({ backupType }) => [TYPE_LABELS[backupType], backupType] },
    { names: ['storage'], text: ({ storage }) => storage },
    { names: ['pbs'], fits: inPlace },
    { names: ['datastore'], text: ({ datastore }) => datastore },
    { names: ['namespace'], text: ({ namespace }) => namespaceText(namespace) },
    {
      names: ['size'],
      number: ({ size }) => (size === undefined ? undefined : size / GB),
      units: { g: 1, gb: 1, t: 1024, tb: 1024 },
    },
    {
      names: ['verified'],
      text: ({ verified }) => (verified === undefined ? undefined : verified ? 'yes' : 'no'),
      values: ['yes', 'no'],
    },
    { names: ['owner'], text: ({ owner }) => owner },
    { names: ['status'], text: ({ status }) => status },
    { names: ['description', 'notes'], text: ({ description }) => description },
    { names: ['backupname'], text: ({ backupName }) => backupName },
    { names: ['site'], text: siteOf },
  ],
});

const nowhere = () => undefined;
const plain = backupSearch();

export const backupMatcher = (
  text: string,
  siteOf?: (backup: Backup) => string | undefined,
): ((backup: Backup) => boolean) => matcherOf(text, backupSearch(siteOf));

/** Whether the text selects a backup server: `pbs:`, or `node:` with the name of a backup server. */
export function asksForServer(text: string, servers: readonly string[]): boolean {
  return parse(text, plain)
    .flat()
    .some(({ term, not }) => {
      if (not || term.kind !== 'text') return false;
      const [name] = term.field.names;
      return name === 'pbs' || (name === 'node' && servers.some((server) => term.anyOf.includes(server.toLowerCase())));
    });
}
