// The resources of an instance during an outage of the line: made of what they are now, and of what changed meanwhile.
import { guestId } from '@belfry/domain/ids';
import { type Edge, type EdgeList, edgeFields, edgeLists } from '@belfry/schema/collect/edges';
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import { type Slices, type SourceError, sourceLists } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';

type Fields = Record<string, unknown>;
type Resource = Fields & { id: string };
type PastList = Exclude<EdgeList, 'instances'>;

export interface PastListsDeps {
  instance: string;
  /** The present. */
  state: Pick<State, PastList>;
  /** When that is, epoch ms. */
  now: number;
  /** Oldest first. */
  edges: readonly Edge[];
}

export interface PastLists {
  /** Goes on to the next change. */
  apply(edge: Edge): void;
  /** `at`: epoch ms. A list is the same object until it changes; that of nodes changes always, because they grow older. */
  slices(at: number): Slices;
  /** Why the instance could not be read. */
  error(): SourceError | undefined;
}

const lists = edgeLists.filter((list): list is PastList => list !== 'instances');
/** What the state has added to a resource. It is about the present. */
const ADDED = ['staleSince', 'lastKnown', 'lastBackup'];
const keyOf = ({ list, id }: Pick<Edge, 'list' | 'id'>): string => `${list} ${id}`;

export function createPastLists({ instance, state, now, edges }: PastListsDeps): PastLists {
  /** The newest version of each, also of those that are gone. */
  const whole = new Map<string, Resource>();
  const there = new Map(lists.map((list) => [list, new Map<string, Resource>()]));
  const shown = new Map<PastList, readonly Resource[]>();
  let failure: unknown;

  const put = (list: PastList, id: string, resource: Resource | undefined) => {
    shown.delete(list);
    const parsed = resource && sourceLists.shape[list].element.safeParse(resource);
    if (parsed?.success && parsed.data.instance === instance) there.get(list)?.set(id, resource as Resource);
    else there.get(list)?.delete(id);
  };
  /** Null: it is not there. */
  function become({ list, id }: Edge, fields: Fields | null): void {
    if (list === 'instances') failure = fields?.error ?? undefined;
    else
      put(
        list,
        id,
        fields === null ? undefined : changed(list, there.get(list)?.get(id) ?? whole.get(keyOf({ list, id })), fields),
      );
  }

  for (const edge of edges) if (edge.after === null) whole.set(keyOf(edge), { ...edge.before, id: edge.id });
  const concerned = new Set(edges.map(keyOf));
  for (const list of lists)
    for (const resource of state[list])
      if (resource.instance === instance && (list === 'nodes' || concerned.has(keyOf({ list, id: resource.id }))))
        whole.set(keyOf({ list, id: resource.id }), without(resource));
  const named = guestsOf(whole.values());
  for (const list of ['vms', 'containers'] as const)
    for (const guest of state[list]) if (named.has(guest.id)) whole.set(keyOf({ list, id: guest.id }), without(guest));
  for (const list of lists)
    for (const { id } of state[list]) {
      const present = whole.get(keyOf({ list, id }));
      if (present) put(list, id, present);
    }
  for (const edge of edges.toReversed()) become(edge, edge.before);

  return {
    apply: (edge) => become(edge, edge.after),
    slices(at) {
      for (const [list, resources] of there) if (!shown.has(list)) shown.set(list, [...resources.values()]);
      const nodes = (shown.get('nodes') ?? []).map((node) => younger(node, now - at));
      const slices: Record<string, readonly Resource[]> = { ...Object.fromEntries(shown), nodes };
      return slices as Slices;
    },
    error: () => failure as SourceError | undefined,
  };
}

/** Only the compared fields, because an older or hostile collector may send others. Null: the field is absent. */
function changed(list: PastList, before: Resource | undefined, fields: Fields): Resource | undefined {
  if (!before) return undefined;
  const next = { ...before };
  for (const field of edgeFields[list]) {
    if (fields[field] === null) delete next[field];
    else if (field in fields) next[field] = fields[field];
  }
  return next;
}

/** A node that was booted after that time has no uptime, and is not taken for one that boots. */
const younger = (node: Resource, ms: number): Resource => ({
  ...node,
  uptime: Math.max(0, Math.floor(Number(node.uptime) - ms / 1000)),
});

const without = (resource: object): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([field]) => !ADDED.includes(field))) as Resource;

/** The ids of the guests that backup tasks are about. */
function guestsOf(resources: Iterable<Resource>): Set<string> {
  const tasks = [...resources].filter((each): each is Resource & BackupTask => 'vmid' in each && 'startTime' in each);
  return new Set(
    tasks.flatMap(({ instance, vmid, failures = [] }) =>
      [vmid, ...failures.map((failure) => failure.vmid)].flatMap((id) => (id ? [guestId(instance, id)] : [])),
    ),
  );
}
