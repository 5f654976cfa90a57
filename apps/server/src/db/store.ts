// Everything that is stored, over any database: the rows in memory, the order of transactions, and the stores.
import type { State } from '@belfry/schema/state';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { createSignal, type Signal } from '../lib/signal.ts';
import { createApiTokensStore } from './api-tokens-store.ts';
import { type AuditBounds, createAuditStore } from './audit-store.ts';
import type { Backend } from './backend.ts';
import { createBaselinesStore } from './baselines-store.ts';
import { createDisk, type Disk } from './disk.ts';
import { createDockerHostsStore } from './docker-hosts-store.ts';
import { createDrillsStore } from './drills-store.ts';
import { createInstancesStore } from './instances-store.ts';
import { createMetadataStore } from './metadata-store.ts';
import { createProtectionDecisionsStore } from './protection-decisions-store.ts';
import { createSavedViewsStore } from './saved-views-store.ts';
import type { Scope } from './scope.ts';
import type { Secrets } from './secrets.ts';
import { createSecretsStore } from './secrets-store.ts';
import { createSessionsStore, type SessionOwner } from './sessions-store.ts';
import type { SetAside } from './set-aside.ts';
import { createSettingsStore } from './settings-store.ts';
import { createSitesStore } from './sites-store.ts';
import { createTransactions } from './transactions.ts';
import { createUsersStore } from './users-store.ts';
import { createUses } from './uses.ts';
import { createVersionChangesStore } from './version-changes-store.ts';
import { createViewLinksStore } from './view-links-store.ts';

interface StoresDeps {
  clock: Clock;
  log: StoreDeps['log'];
  sealing: Secrets;
  auditBounds: AuditBounds | undefined;
  /** Called when the audit log gets an entry. */
  audited(): void;
}

/**
 * The stores over a scope: each write on its own, or a transaction. Data that every request needs is in memory and is returned at once.
 * Everything else, and every write, returns a promise. A write appears in memory after it is on the disk, not before.
 */
function createStores({ clock, log, sealing, auditBounds, audited }: StoresDeps) {
  const sessionUses = createUses();
  const tokenUses = createUses();
  const linkUses = createUses();
  const appended = { count: 0 };
  return (scope: Scope) => ({
    users: createUsersStore(scope, clock),
    sessions: createSessionsStore(scope, sessionUses),
    apiTokens: createApiTokensStore(scope, { clock, uses: tokenUses }),
    audit: createAuditStore(scope, { clock, log, appended, noted: audited, keep: auditBounds }),
    settings: createSettingsStore(scope, clock),
    secrets: createSecretsStore(scope, sealing),
    instances: createInstancesStore(scope, { sealing, clock }),
    metadata: createMetadataStore(scope, clock),
    savedViews: createSavedViewsStore(scope, clock),
    viewLinks: createViewLinksStore(scope, { clock, uses: linkUses }),
    sites: createSitesStore(scope),
    protection: createProtectionDecisionsStore(scope, clock),
    versionChanges: createVersionChangesStore(scope),
    dockerHosts: createDockerHostsStore(scope),
    drills: createDrillsStore(scope),
    baselines: createBaselinesStore(scope),
  });
}

/** A new store has its line above, and its type follows. */
export type Stores = ReturnType<ReturnType<typeof createStores>>;

export interface Store extends Stores {
  /**
   * Writes everything that `work` writes with the stores it receives or, if it rejects, nothing. Meanwhile nothing else is
   * written and the data in memory does not change, so a check and the write that depends on it belong in here. `work` may
   * read the stores of the `Store` itself from memory; all their other calls reject.
   */
  atomically<T>(work: (tx: Stores) => Promise<T>): Promise<T>;
  /** Loads what another process has written, such as a command on the machine. The store does this itself every few seconds. */
  refresh(): Promise<void>;
  /**
   * Notified after the commit of a transaction that removed a session, a token or a password, with those whose sessions somebody has
   * ended. Sessions that were signed out, or were too old, do not count.
   */
  revocations: Pick<Signal<readonly SessionOwner[]>, 'listen'>;
  /** Notified when the audit log has a new entry, or will have one in a moment. */
  audited: Pick<Signal, 'listen'>;
  disk: Disk;
  /** What could not be read, in all files. */
  setAside: SetAside;
  /** Where the alerts, the exports and the journal are when they are on the same database server; undefined: in files of their own. */
  server: DatabaseServer | undefined;
  /** A separate key for another use, see `Secrets.derive`. */
  derive: Secrets['derive'];
  /** Waits for the writes that are under way. */
  close(): Promise<void>;
}

export interface DatabaseServer {
  alerts: Backend;
  exportQueue: Backend;
  journal: Backend;
  /** The same object while nothing changes. */
  problems(): State['serverProblems'];
}

export interface StoreDeps {
  backend: Backend;
  server?: DatabaseServer | undefined;
  sealing: Secrets;
  setAside: SetAside;
  dataDir: string;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  auditBounds?: AuditBounds | undefined;
}

const REFRESH_MS = 5000;

export async function createStore(deps: StoreDeps): Promise<Store> {
  const { backend, server, sealing, setAside, dataDir, clock, log, auditBounds } = deps;
  const revocations = createSignal<readonly SessionOwner[]>();
  const audited = createSignal();
  const transactions = await createTransactions(backend, setAside, revocations.notify);
  const { probe, refresh } = transactions;
  const disk = createDisk({ dataDir, probeDatabase: probe, clock, log });
  const storesOf = createStores({ clock, log, sealing, auditBounds, audited: () => audited.notify() });
  let isRefreshing = false;
  /** A database that answers slowly is not asked again before it has answered. */
  async function refreshOnce(): Promise<void> {
    if (isRefreshing) return;
    isRefreshing = true;
    await refresh().finally(() => {
      isRefreshing = false;
    });
  }
  const stopRefreshing = clock.every(REFRESH_MS, refreshOnce);
  let closing: Promise<void> | undefined;
  return {
    ...storesOf(transactions.alone(disk)),
    atomically: (work) => transactions.within((scope) => work(storesOf(scope))),
    refresh,
    revocations,
    audited,
    disk,
    ...{ setAside, server },
    derive: sealing.derive,
    close() {
      stopRefreshing();
      disk.close();
      closing ??= transactions.close();
      return closing;
    },
  };
}
