// Puts the configuration as one document together, and its doors: the sealed export, the file, and their endpoints.

import { createConfigurationFile } from '../admin/configuration/config-file.ts';
import { createDocument } from '../admin/configuration/document.ts';
import { CONFIG_FILE } from '../admin/configuration/named-items.ts';
import { configurationRoutes } from '../admin/configuration/routes.ts';
import { applyAtStart } from '../admin/configuration/start.ts';
import { createTransfer } from '../admin/configuration/transfer.ts';
import type { Nodes } from '../admin/nodes/nodes.ts';
import { normalizeRequest } from '../admin/nodes/normalize.ts';
import { tokensPart, usersPart } from '../admin/security/accounts-parts.ts';
import type { Settings } from '../admin/system/settings.ts';
import type { SiteNames } from '../config/site-names.ts';
import type { ConfigParts } from '../db/config-part.ts';
import type { Store } from '../db/store.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, iso } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Answer } from '../lib/refusal.ts';
import type { Access } from './access.ts';

export interface ConfigurationDeps {
  store: Store;
  access: Pick<Access, 'audited' | 'isProven' | 'checkOwnPassword' | 'hasher' | 'accountsChanged' | 'oidc'>;
  nodes: Pick<Nodes, 'stored' | 'instances'>;
  settings: Settings;
  sites: SiteNames;
  parts: Omit<ConfigParts, 'users' | 'tokens'>;
  /** Administrators come in without an account of Belfry: nobody signs in, or a proxy in front does it. */
  isOpenToOthers: boolean;
  clock: Clock;
  log: Logger;
}

export function createConfiguration(deps: ConfigurationDeps) {
  const { store, access, nodes, settings, parts, isOpenToOthers, clock, log } = deps;
  const { audited, isProven, checkOwnPassword, hasher, oidc } = access;
  /** The environment lets administrators in. */
  const hasOtherAdmins = () => isOpenToOthers || (oidc.overrides.length > 0 && oidc.current().enabled);
  const document = createDocument({ ...parts, users: usersPart(store), tokens: tokensPart(store, CONFIG_FILE) }, store);
  const transfer = createTransfer(document, clock);
  const file = createConfigurationFile({
    ...{ document, store, hasher, hasOtherAdmins, settings, sites: deps.sites },
    normalInstance: normalizeRequest,
    fixedInstances: () => {
      const stored = new Set(nodes.stored().map(({ id }) => id));
      return nodes.instances().filter(({ id }) => !stored.has(id));
    },
    now: () => iso(clock.now()),
    changed: access.accountsChanged,
  });
  return {
    /** Applies a configuration file before the start, if it has changed. If it is refused, nothing is changed. */
    applyAtStart: (document: unknown): Promise<Answer<void>> => applyAtStart(document, { file, store, log }),
    /** The whole configuration, without secrets. */
    shown: () => file.show(false),
    routes(mount: Mount) {
      configurationRoutes(mount, { file, transfer, audited, isProven, checkOwnPassword });
    },
  };
}
