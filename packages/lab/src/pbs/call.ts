// The call that a PBS handler answers.
import { type Reply, refuse } from '../answer.ts';
import type { Route } from '../router.ts';
import type { TicketAccess } from '../ticket-access.ts';
import type { Group, Store } from '../world/datastore.ts';
import type { TokenRole, World } from './server.ts';

/** `now` in epoch seconds. `shuffled` returns the list in another order at every call, as real servers do. */
export type Call = {
  world: World;
  access: TicketAccess;
  role: TokenRole;
  path: Record<string, string>;
  now: number;
  shuffled<T>(list: readonly T[]): T[];
};
export type PbsRoute = Route<Call>;

/** Answers for the datastore in the path. Refuses like a real server, where every problem of a datastore is a 400. */
export function withStore(call: Call, answer: (store: Store) => Reply): Reply {
  const name = call.path.store ?? '';
  const store = call.world.stores.find((s) => s.name === name);
  if (call.role === 'none' || (call.role === 'namespace' && name !== OWN.store))
    return refuse(403, 'permission check failed');
  if (!store) return refuse(400, `no such datastore '${name}'`);
  const trouble = troubleOf(store);
  return trouble ? refuse(400, trouble) : answer(store);
}

/** The reason why a datastore cannot be read. */
export function troubleOf({ name, isUnmounted, maintenance = '', error }: Store): string | undefined {
  if (isUnmounted) return `datastore '${name}' is not mounted`;
  const [type = '', message = ''] = maintenance.split(',message=');
  if (type !== '' && type !== 'read-only')
    return `datastore '${name}' is unavailable: ${type} maintenance mode: ${message}`;
  return error;
}

/** The datastore and the namespace that the token for one namespace may see. */
export const OWN = { store: 'main', namespace: 'lab' } as const;
export const mayEnter = ({ role, path }: Call, namespace: string): boolean =>
  role !== 'namespace' || (path.store === OWN.store && namespace === OWN.namespace);

/** Answers with the groups of a namespace. The default is the root. */
export const withNamespace = (call: Call, ns: string | undefined, answer: (groups: Group[]) => Reply): Reply =>
  withStore(call, (store) => {
    if (!mayEnter(call, ns ?? '')) return refuse(403, 'permission check failed');
    const groups = store.namespaces.get(ns ?? '');
    return groups ? answer(groups) : refuse(400, 'ENOENT: No such file or directory');
  });

export const mayAudit = (role: TokenRole): boolean => role === 'audit' || role === 'local';
