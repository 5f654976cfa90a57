// The search in backups, with `pbs:` and `node:`. Pure.
import { matcher, type Searchable } from '@belfry/domain/search/match';
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

const searchable: Searchable<Backup> = {
  words: (backup) => [backup.words],
  text(backup, field) {
    if (field === 'type') return backup.type === 'Host' ? 'host pmg' : backup.type;
    if (field === 'mode') return [TYPE_LABELS[backup.backupType], backup.backupType];
    if (field === 'node') return [backup.node, backup.instance];
    if (field === 'namespace') return namespaceText(backup.namespace);
    if (field === 'verified') return backup.verified === undefined ? undefined : backup.verified ? 'yes' : 'no';
    const own = OWN.find((name) => name.toLowerCase() === field);
    return own && backup[own];
  },
  number(backup, field) {
    if (field === 'size') return backup.size === undefined ? undefined : backup.size / GB;
    if (field === 'vmid') return Number.isFinite(Number(backup.vmid)) ? Number(backup.vmid) : undefined;
    return undefined;
  },
  rules: { pbs: inPlace },
};

const OWN = ['name', 'vmid', 'backupName', 'description', 'storage', 'datastore', 'owner', 'status'] as const;

export const backupMatcher = (text: string): ((backup: Backup) => boolean) => matcher(parse(text), searchable);

/** Whether the text selects a backup server: `pbs:`, or `node:` with the name of a backup server. */
export function asksForServer(text: string, servers: readonly string[]): boolean {
  const query = parse(text);
  return [...query.all, ...query.any]
    .flat()
    .some(
      ({ term }) =>
        term.kind === 'text' &&
        (term.field === 'pbs' ||
          (term.field === 'node' && servers.some((server) => term.anyOf.includes(server.toLowerCase())))),
    );
}
