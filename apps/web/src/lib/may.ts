// What the user of this browser may do. Screens hide or disable what the user may not do; the server checks every call.
import type { Access } from '@belfry/schema/http/endpoint';
import type { Role } from '@belfry/schema/http/security';
import { createContext, use } from 'react';

/** `read`: see the data. `operate`: handle alerts and change what is noted about guests. `configure`: change the settings. */
export type Action = 'read' | 'operate' | 'configure';

/** The access that the endpoints of an action ask for. */
export const accessOf = {
  read: 'viewer',
  operate: 'operator',
  configure: 'admin',
} as const satisfies Record<Action, Access>;

/** As on the server: each role includes the one before it. An API token with the scope `read` is a viewer. */
const ranks: readonly Role[] = ['viewer', 'operator', 'admin'];

/** `role` is null while nobody is signed in. */
export const mayDo = (role: Role | null, action: Action): boolean =>
  role !== null && ranks.indexOf(role) >= ranks.indexOf(accessOf[action]);

/** The role of the user, for everything below. */
export const RoleContext = createContext<Role | null>(null);

export const useMay = (action: Action): boolean => mayDo(use(RoleContext), action);
