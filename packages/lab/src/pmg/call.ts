// What a PMG handler knows about the call it answers.
import type { Route } from '../router.ts';
import type { TicketAccess } from '../ticket-access.ts';
import type { Node, Role, World } from './gateway.ts';

/** `node` is the one the path names, or else the one that got the request; `now` epoch seconds. */
export type Call = {
  world: World;
  access: TicketAccess;
  role: Role;
  node: Node;
  queue: string;
  now: number;
};
export type PmgRoute = Route<Call>;
