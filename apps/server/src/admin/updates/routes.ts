// The endpoints of updates.
import {
  applyUpdate,
  checkUpdates,
  getUpdate,
  getUpdatePlan,
  getUpdateStatus,
  listUpdates,
  type UpdateEntry,
} from '@belfry/schema/http/updates';
import type { Deployment } from '../../config/build.ts';
import type { VersionChange, VersionChangesStore } from '../../db/version-changes-store.ts';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { iso } from '../../lib/clock.ts';
import { refuse, refuseWith } from '../../lib/refusal.ts';
import { planFor } from './plan.ts';
import type { Updates } from './updates.ts';
import { compareVersions, isCandidate } from './version.ts';

export interface UpdateRoutesDeps {
  updates: Updates;
  versionChanges: VersionChangesStore;
  deployment: Deployment;
  audited: Audited;
}

const NOT_BY_ITSELF =
  'Belfry does not replace itself: get the new version the way this one was installed. The update plan lists the steps.';

export function updateRoutes(mount: Mount, { updates, versionChanges, deployment, audited }: UpdateRoutesDeps): void {
  const planOf = (version: string) => planFor(deployment, version.replace(/^v/, ''), updates.pageOf(version));

  mount(checkUpdates, ({ query }) => updates.check(query.channel));
  mount(getUpdateStatus, () => ({ ...updates.status(), hasFeed: updates.hasFeed }));
  mount(getUpdatePlan, ({ query }) => planOf(query.version));
  mount(applyUpdate, async ({ body, request }) => {
    const version = body?.version ?? updates.known().latestVersion;
    const plan = planOf(version);
    await audited(request, 'update_refused', `to ${version}`, false);
    return refuseWith('conflict', { text: NOT_BY_ITSELF, more: { plan } });
  });
  // only changes that succeeded are known: a version that did not start wrote nothing down
  mount(listUpdates, async ({ query: { limit, status = 'success' } }) =>
    status === 'success' ? (await versionChanges.list(limit)).map(entryOf) : [],
  );
  mount(getUpdate, async ({ query }) => {
    const change = await versionChanges.get(query.id);
    return change ? entryOf(change) : refuse('not_found');
  });
}

function entryOf({ id, at, versionFrom, versionTo, deployment }: VersionChange): UpdateEntry {
  const back = compareVersions(versionTo, versionFrom) < 0;
  return {
    event_id: id,
    timestamp: iso(at),
    action: back ? 'rollback' : 'update',
    channel: isCandidate(versionTo) ? 'rc' : 'stable',
    version_from: versionFrom,
    version_to: versionTo,
    deployment_type: deployment,
    initiated_by: 'user',
    initiated_via: 'cli',
    status: 'success',
    duration_ms: 0,
    notes: 'Noticed when this version started for the first time',
  };
}
