// Puts together what Belfry stores for its users: its settings, what users added to guests, and its own versions.
import { MAX_ARCHIVE_BYTES } from '@belfry/release/exchange';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import { createMetadata } from '../admin/metadata/metadata.ts';
import { metadataRoutes } from '../admin/metadata/routes.ts';
import { mockModeRoutes } from '../admin/system/mock-mode.ts';
import { systemRoutes } from '../admin/system/routes.ts';
import type { Settings } from '../admin/system/settings.ts';
import { createDownload } from '../admin/updates/download.ts';
import { createFeed } from '../admin/updates/feed.ts';
import { createInstaller } from '../admin/updates/installer.ts';
import { updateRoutes } from '../admin/updates/routes.ts';
import { createRuns } from '../admin/updates/runs.ts';
import { createStaging, type Installation } from '../admin/updates/staging.ts';
import { createUpdates } from '../admin/updates/updates.ts';
import { viewRoutes } from '../admin/views/routes.ts';
import { type Deployment, version } from '../config/build.ts';
import type { Config } from '../config/env.ts';
import type { Store } from '../db/store.ts';
import type { Audited } from '../http/audited.ts';
import type { Caller } from '../http/gate.ts';
import type { Mount } from '../http/mount.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import { createHttpClient } from '../lib/http-client.ts';

const MAX_FEED_BYTES = 8 << 20;

export interface AdministrationDeps {
  store: Pick<Store, 'settings' | 'metadata' | 'savedViews' | 'versionChanges' | 'atomically'>;
  settings: Settings;
  config: Pick<Config, 'updateFeed' | 'dataDir' | 'demo'>;
  /** Where Belfry can replace itself. */
  installation: Installation | undefined;
  isArchive: boolean;
  deployment: Deployment;
  /** The port that Belfry listens on. */
  port(): number;
  state(): State;
  announce(message: Announcement): void;
  audited: Audited;
  /** Identifies the caller of a request among all users. */
  ownerOf(request: FastifyRequest): string;
  callerOf(request: FastifyRequest): Caller;
  clock: Clock;
}

export function createAdministration(deps: AdministrationDeps) {
  const { store, settings, deployment, announce, clock } = deps;
  const { updateFeed, dataDir, demo } = deps.config;
  settings.onUpdate((now) => {
    // every browser loads the settings again, so that an open form shows what another administrator has saved
    announce({ type: 'settingsUpdate', data: { theme: now.theme } });
  });

  const metadata = createMetadata({
    store,
    guests: () => [...deps.state().vms, ...deps.state().containers],
    changed: () => announce({ type: 'guest_metadata_changed', data: {} }),
  });

  const over = new AbortController();
  const client = createHttpClient({ clock, trust: () => ({ mode: 'verify' }), maxBodyBytes: MAX_FEED_BYTES });
  const updates = createUpdates({
    version,
    // Empty: no feed is asked for releases.
    feed: updateFeed === '' ? undefined : createFeed(client, updateFeed, version, over.signal),
    settings: settings.current,
    store: store.settings,
    announce,
    clock,
  });
  const runs = createRuns(store.settings);
  const releases = createHttpClient({ clock, trust: () => ({ mode: 'verify' }), maxBodyBytes: MAX_ARCHIVE_BYTES });
  const installer =
    deps.installation &&
    createInstaller({
      installation: deps.installation,
      staging: createStaging(dataDir, deps.installation),
      download: createDownload(releases, version, over.signal),
      runs,
      version,
      deployment,
      tell: (data) => announce({ type: 'update:progress', data, timestamp: data.updatedAt }),
      clock,
    });
  let stopLooking: Cancel = () => {};

  return {
    metadata,
    /** The known newer version, without a request to the feed. */
    update: updates.known,
    routes(mount: Mount) {
      systemRoutes(mount, {
        settings,
        port: deps.port,
        changed: (request, names) => deps.audited(request, 'settings_changed', names.join(', ')),
      });
      mockModeRoutes(mount, { demo: demo !== undefined, state: deps.state });
      metadataRoutes(mount, { metadata, audited: deps.audited });
      viewRoutes(mount, { store, ownerOf: deps.ownerOf });
      updateRoutes(mount, {
        ...{ updates, runs, installer, version, deployment, isArchive: deps.isArchive },
        ...{ versionChanges: store.versionChanges, channel: () => settings.current().updateChannel },
        ...{ callerOf: deps.callerOf, audited: deps.audited },
      });
    },
    async start() {
      await store.versionChanges.started(version, deployment, clock.now());
      await installer?.start();
      stopLooking = updates.start();
    },
    async stop() {
      stopLooking();
      installer?.stop();
      over.abort();
      await Promise.all([client.close(), releases.close()]);
    },
  };
}
