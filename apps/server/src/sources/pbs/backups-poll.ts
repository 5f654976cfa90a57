// Every minute: the status of the datastores, and new verifications. Every five minutes and after a verification: the
// backups of every namespace. Only the changed groups are listed.
import { instanceId } from '@belfry/domain/ids';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { momentOf } from '../../lib/clock.ts';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, errorOfGap } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { type DatastoreEntry, parseDatastores } from './datastores.ts';
import { withEntries } from './facts.ts';
import { groupKey } from './groups.ts';
import { ask, fetchGroups, fetchSnapshots, LIST, partOf, type Turn } from './listings.ts';
import { type Namespace, noNamespace, planOf, withListing, withName } from './namespace.ts';
import { parseNamespaces, ROOT } from './namespaces.ts';
import { type BackupServer, composeInstance } from './server.ts';
import { parseVerifications, verificationsPath } from './verifications.ts';

const LOOK_EVERY_MS = 60_000;
/** A little less than five intervals, so that no run comes slightly too early. */
const LIST_EVERY_MS = 5 * LOOK_EVERY_MS - 5000;

type Namespaces = ReadonlyMap<string, Namespace>;

export function createBackupsPoll(server: BackupServer): Poll {
  const { clock } = server;
  const begin = createParts(clock);
  /** By datastore, then by path. Data that cannot be read remains unchanged. */
  let known: ReadonlyMap<string, Namespaces> = new Map();
  /** The last published list. The same list is published again while nothing in it changes. */
  let published: readonly PbsBackup[] = [];
  let verified: ReadonlyMap<string, string> | undefined;
  /** By datastore: the end of the last verification at the time when its backups were read. */
  const askedAfter = new Map<string, string | undefined>();
  let listAgainAt = Number.NEGATIVE_INFINITY;
  let gaps: readonly Gap[] = [];

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    if (!server.config.monitorDatastores) return ok({ slices: { pbsBackups: [] } });
    const reader = server.session.read(signal, 'backups');
    const turn: Turn = { parts: begin(reader), answered: 0, hanging: new Set() };
    const [answer] = await Promise.all([reader.get(LIST, { blameless: true }), fetchVerifications(turn)]);
    if (!answer.ok) return answer;
    const stores = parseDatastores(answer.value);
    if (!stores) return fail(badPayload(`GET ${LIST} of ${reader.origin()}`, 'expected a list of datastores.'));
    // at once: the backups of a large server take long
    server.facts = withEntries(server.facts, stores);

    const isDue = clock.monotonic() >= listAgainAt;
    const due = new Set(stores.filter(({ name }) => isDue || hasNews(name)));
    for (const { name } of due) askedAfter.set(name, verifiedAt(name));
    const lists = stores.map((store) => (due.has(store) ? refreshStore(store, turn) : untouched(store.name)));
    known = withServerName(new Map(await Promise.all(lists)), server.config.name);
    const missing = turn.parts.gaps();
    const [gap] = missing;
    if (isDue && gap && turn.answered === 0) return fail(errorOfGap(gap));
    if (isDue) listAgainAt = clock.monotonic() + LIST_EVERY_MS;
    // Gaps of datastores that were not read in this run remain.
    const asked = new Set([VERIFICATIONS, ...[...due].map(({ name }) => partOf(name))]);
    gaps = isDue ? missing : [...gaps.filter(({ part }) => !asked.has(part)), ...missing];
    server.facts = {
      ...server.facts,
      namespaces: new Map(
        [...known].flatMap(([name, namespaces]) => (namespaces.size > 0 ? [[name, [...namespaces.keys()]]] : [])),
      ),
    };
    const found = [...known.values()]
      .flatMap((namespaces) => [...namespaces.values()])
      .flatMap(({ groups }) => [...groups.values()])
      .flatMap(({ backups }) => backups);
    if (found.length !== published.length || found.some((backup, i) => backup !== published[i])) published = found;
    return ok({ slices: { ...composeInstance(server), pbsBackups: published }, gaps });
  }

  const untouched = (store: string): [string, Namespaces] => [store, known.get(store) ?? new Map()];

  async function fetchVerifications(turn: Turn): Promise<void> {
    const answer = await turn.parts.get(VERIFICATIONS, verificationsPath(clock.now()));
    if (answer.ok) verified = parseVerifications(answer.value) ?? verified;
  }

  /** The end of the last verification of a datastore (ISO); '' without one, undefined while not known. */
  function verifiedAt(store: string): string | undefined {
    const jobs = server.facts.jobs?.verify.filter((job) => job.store === store);
    if (!jobs && !verified) return undefined;
    const ends = [verified?.get(store), ...(jobs ?? []).map((job) => job.lastRunEnd)];
    return ends.reduce<string>((last, end = '') => (end > last ? end : last), '');
  }

  /** True for a new datastore, or one with a verification since its backups were last read. */
  function hasNews(store: string): boolean {
    const [before, now] = [askedAfter.get(store), verifiedAt(store)];
    return !known.has(store) || (before !== undefined && before !== now);
  }

  async function refreshStore(store: DatastoreEntry, turn: Turn): Promise<[string, Namespaces]> {
    const before: Namespaces = known.get(store.name) ?? new Map();
    if (!store.isReadable) return [store.name, before];
    const path = `${LIST}/${encodeURIComponent(store.name)}/namespace`;
    // A server before 2.2 has no namespaces.
    const answer = await ask(turn, store.name, path, { tolerate: [404] });
    const paths = answer.ok ? parseNamespaces(answer.value) : undefined;
    const after = new Map<string, Namespace>();
    // One namespace after the other, because a listing loads the disks of the host.
    for (const path of paths ?? (before.size > 0 ? [...before.keys()] : [ROOT])) {
      const was = before.get(path) ?? noNamespace;
      const now = turn.hanging.has(store.name) ? was : await refreshNamespace(store.name, path, was, turn);
      if (now) after.set(path, now);
    }
    return [store.name, after];
  }

  /** Undefined when the namespace no longer exists. */
  async function refreshNamespace(
    store: string,
    path: string,
    before: Namespace,
    turn: Turn,
  ): Promise<Namespace | undefined> {
    const { name, id = instanceId('pbs', name) } = server.config;
    const origin = { instance: id, name, datastore: store, namespace: path };
    const groups = await fetchGroups(turn, origin);
    if (groups === 'gone') return undefined;
    if (!groups) return before;
    turn.answered++;
    const now = momentOf(clock);
    const verification = verifiedAt(store);
    const plan = planOf(before, groups, verification, now);
    if (plan === 'all') {
      const list = await fetchSnapshots(turn, origin, undefined, now.at);
      const snapshots = Map.groupBy(list ?? [], (snapshot) => snapshot.group);
      return withListing(before, groups, { snapshots, isWhole: list !== undefined }, verification, now);
    }
    const lists = plan.map(async (group) => [group, await fetchSnapshots(turn, origin, group, now.at)] as const);
    const snapshots = new Map(
      (await Promise.all(lists)).flatMap(([{ type, id }, list]) => (list ? [[groupKey(type, id), list]] : [])),
    );
    return withListing(before, groups, { snapshots, isWhole: false }, verification, now);
  }

  return {
    name: 'backups',
    everyMs: LOOK_EVERY_MS,
    timeoutMs: 240_000,
    essential: false,
    pushedBy: ['prune', 'sync', 'verification'],
    run,
  };
}

/** The part that is missing when the list of tasks cannot be read. */
const VERIFICATIONS = 'verifications';

const withServerName = (known: ReadonlyMap<string, Namespaces>, name: string): ReadonlyMap<string, Namespaces> =>
  new Map(
    [...known].map(([store, namespaces]) => [
      store,
      new Map([...namespaces].map(([path, namespace]) => [path, withName(namespace, name)])),
    ]),
  );
