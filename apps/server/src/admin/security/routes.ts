// The calls of the security area.
import type { Mount } from '../../http/mount.ts';
import { auditRoutes } from './audit.ts';
import type { SecurityDeps } from './deps.ts';
import { passwordRoutes } from './password.ts';
import { sessionRoutes } from './sessions.ts';
import { setupRoutes } from './setup.ts';
import { statusRoutes } from './status.ts';
import { tokenRoutes } from './tokens.ts';
import { viewLinkRoutes } from './view-links.ts';

export function securityRoutes(mount: Mount, deps: SecurityDeps): void {
  statusRoutes(mount, deps);
  setupRoutes(mount, deps);
  passwordRoutes(mount, deps);
  tokenRoutes(mount, deps);
  viewLinkRoutes(mount, deps);
  sessionRoutes(mount, deps);
  auditRoutes(mount, deps);
}
