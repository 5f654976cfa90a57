// The call that a PMG handler answers.
import type { Route } from '../router.ts';
import type { TicketAccess } from '../ticket-access.ts';
import type { AccountRole, Node, World } from './gateway.ts';

/** `node` is the one in the path, otherwise the one that received the request. `now` in epoch seconds. */
export type Call = {
  world: World;
  access: TicketAccess;
  role: AccountRole;
  node: Node;
  queue: string;
  path: Record<string, string>;
  now: number;
};
export type PmgRoute = Route<Call>;
