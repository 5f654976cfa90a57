// What a PBS handler knows about the call it answers.
import { type Reply, refuse } from '../answer.ts';
import type { Route } from '../router.ts';
import type { TicketAccess } from '../ticket-access.ts';
import type { Role, World } from './server.ts';
import type { Group, Store } from './store.ts';

/** `now` epoch seconds. */
export type Call = {
  world: World;
  access: TicketAccess;
  role: Role;
  path: Record<string, string>;
  now: number;
};
export type PbsRoute = Route<Call>;

/** Answers with the datastore the path names, or refuses as the real server does: anything wrong with it is a 400. */
export function withStore(call: Call, answer: (store: Store) => Reply): Reply {
  const name = call.path.store ?? '';
  const store = call.world.stores.find((s) => s.name === name);
  if (call.role === 'none') return refuse(403, 'permission check failed');
  if (!store) return refuse(400, `no such datastore '${name}'`);
  if (store.isUnmounted) return refuse(400, `datastore '${name}' is not mounted`);
  return store.error ? refuse(400, store.error) : answer(store);
}

/** Answers with the groups of the namespace asked for, the root without one. */
export const withNamespace = (call: Call, ns: string | undefined, answer: (groups: Group[]) => Reply): Reply =>
  withStore(call, (store) => {
    const groups = store.namespaces.get(ns ?? '');
    return groups ? answer(groups) : refuse(400, `namespace not found: ${ns}`);
  });
