// Every five minutes: the backups of every namespace, of which only what changed is listed.
import { instanceId } from '@belfry/domain/ids';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { PbsBackup, PbsJob } from '@belfry/schema/entities/pbs';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type PartOptions, type Parts } from '../proxmox-api/parts.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import { createTally, type Tally } from '../proxmox-api/tally.ts';
import type { Poll, Reading, SourceError } from '../source.ts';
import { type DatastoreEntry, parseDatastores } from './datastores.ts';
import { type GroupRow, parseGroups } from './groups.ts';
import { type Namespace, noNamespace, planOf, withListing } from './namespace.ts';
import { parseNamespaces, ROOT } from './namespaces.ts';
import { type BackupServer, composeInstance } from './server.ts';
import { type Origin, parseSnapshots, type Snapshot } from './snapshots.ts';

const LIST = '/admin/datastore';

/** One run: what to ask with, what to count in, and how many namespaces answered. */
interface Turn {
  parts: Parts;
  tally: Tally;
  answered: number;
  /** Datastores that let us wait in vain: what else is in them is left for another time. */
  hanging: Set<string>;
}
type Namespaces = ReadonlyMap<string, Namespace>;

export function createBackupsPoll(server: BackupServer): Poll {
  const begin = createParts(server.clock);
  /** By datastore, then by path. What cannot be asked stays as it was. */
  let known: ReadonlyMap<string, Namespaces> = new Map();
  /** The last list handed out, which is handed out again while nothing in it changes. */
  let told: readonly PbsBackup[] = [];

  async function run(signal: AbortSignal): Promise<Result<Reading, SourceError>> {
    if (!server.config.monitorDatastores) return ok({ slices: { pbsBackups: [] }, dropped: 0 });
    const reader = server.session.read(signal, 'backups');
    const turn: Turn = { parts: begin(reader), tally: createTally(), answered: 0, hanging: new Set() };
    const answer = await reader.get(LIST, { blameless: true });
    if (!answer.ok) return answer;
    const stores = parseDatastores(answer.value, turn.tally);
    if (!stores) return fail(badPayload(`GET ${LIST} of ${reader.origin()}`, 'expected a list of datastores.'));

    known = new Map(await Promise.all(stores.map((store) => refreshStore(store, turn))));
    const gaps = turn.parts.gaps();
    const [gap] = gaps;
    if (gap && turn.answered === 0) return fail({ kind: gap.kind, message: gap.message });
    server.facts = {
      ...server.facts,
      maintenance: new Map(stores.flatMap((s) => (s.maintenance === undefined ? [] : [[s.name, s.maintenance]]))),
      namespaces: new Map([...known].map(([name, namespaces]) => [name, [...new Set([ROOT, ...namespaces.keys()])]])),
    };
    const found = [...known.values()]
      .flatMap((namespaces) => [...namespaces.values()])
      .flatMap(({ groups }) => [...groups.values()])
      .flatMap(({ backups }) => backups);
    if (found.length !== told.length || found.some((backup, i) => backup !== told[i])) told = found;
    return ok({ slices: { ...composeInstance(server), pbsBackups: told }, dropped: turn.tally.dropped(), gaps });
  }

  async function refreshStore(store: DatastoreEntry, turn: Turn): Promise<[string, Namespaces]> {
    const before: Namespaces = known.get(store.name) ?? new Map();
    if (!store.isReadable) return [store.name, before];
    const path = `${LIST}/${encodeURIComponent(store.name)}/namespace`;
    // A server before 2.2 has no namespaces.
    const answer = await ask(turn, store.name, path, { tolerate: [404] });
    const paths = answer.ok ? parseNamespaces(answer.value) : undefined;
    const after = new Map<string, Namespace>();
    // One after the other: a listing is hard work for the disks of the host.
    for (const path of paths ?? new Set([ROOT, ...before.keys()])) {
      const was = before.get(path) ?? noNamespace;
      after.set(path, turn.hanging.has(store.name) ? was : await refreshNamespace(store.name, path, was, turn));
    }
    return [store.name, after];
  }

  async function refreshNamespace(store: string, path: string, before: Namespace, turn: Turn): Promise<Namespace> {
    const origin = { instance: instanceId('pbs', server.config.name), name: server.config.name, datastore: store };
    const groups = await fetchGroups(turn, { ...origin, namespace: path });
    if (!groups) return before;
    turn.answered++;
    const now = server.clock.now();
    const verifiedAt = server.facts.jobs && lastVerification(server.facts.jobs.verify, store);
    const plan = planOf(before, groups, verifiedAt, now);
    const isWhole = plan === 'all';
    const asked = isWhole ? [undefined] : plan;
    const lists = await Promise.all(
      asked.map((group) => fetchSnapshots(turn, { ...origin, namespace: path }, group, now)),
    );
    const snapshots = Map.groupBy(
      lists.flatMap((list) => list ?? []),
      (snapshot) => snapshot.group,
    );
    return withListing(before, groups, { snapshots, isWhole: isWhole && lists[0] !== undefined }, verifiedAt, now);
  }

  return { name: 'backups', everyMs: 300_000, timeoutMs: 240_000, essential: false, run };
}

/** What is missing when a datastore cannot be asked. */
const partOf = (store: string): string => `backups of ${store}`;

async function ask(turn: Turn, store: string, path: string, options: PartOptions = {}) {
  const answer = await turn.parts.get(partOf(store), path, {
    timeoutMs: TIMEOUT_MS.slow,
    needs: `Datastore.Audit on /datastore/${store}`,
    ...options,
  });
  if (!answer.ok && answer.error.kind === 'timeout') turn.hanging.add(store);
  return answer;
}

async function fetchGroups(turn: Turn, origin: Origin): Promise<GroupRow[] | undefined> {
  const path = pathOf(origin, 'groups');
  const answer = await ask(turn, origin.datastore, path);
  const groups = answer.ok ? parseGroups(answer.value, turn.tally) : undefined;
  if (answer.ok && !groups)
    turn.parts.miss(partOf(origin.datastore), badPayload(`GET ${path}`, 'expected a list of groups.'));
  return groups;
}

/** Of one group, or of all in the namespace. */
async function fetchSnapshots(
  turn: Turn,
  origin: Origin,
  group: GroupRow | undefined,
  now: number,
): Promise<readonly Snapshot[] | undefined> {
  const path = pathOf(origin, 'snapshots', group && { 'backup-type': group.type, 'backup-id': group.id });
  const answer = await ask(turn, origin.datastore, path);
  const snapshots = answer.ok ? parseSnapshots(answer.value, origin, turn.tally, now) : undefined;
  if (answer.ok && !snapshots)
    turn.parts.miss(partOf(origin.datastore), badPayload(`GET ${path}`, 'expected a list of snapshots.'));
  return snapshots;
}

/** The root goes without a namespace, which servers before 2.2 would refuse. */
function pathOf({ datastore, namespace }: Origin, list: string, filter: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(namespace !== ROOT && { ns: namespace }), ...filter }).toString();
  return `${LIST}/${encodeURIComponent(datastore)}/${list}${query && `?${query}`}`;
}

/** When a verify job of this datastore last ended: its verdicts are on backups we already know. */
const lastVerification = (jobs: readonly PbsJob[], store: string): string =>
  jobs.reduce((last, { store: of, lastRunEnd = '' }) => (of === store && lastRunEnd > last ? lastRunEnd : last), '');
