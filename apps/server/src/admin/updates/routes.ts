// The endpoints of updates.
import { updateText } from '@belfry/domain/update-text';
import { compareVersions, isCandidate } from '@belfry/release/version';
import type { UpdateChannel } from '@belfry/schema/http/system';
import {
  applyUpdate,
  checkUpdates,
  getUpdate,
  getUpdatePlan,
  getUpdateStatus,
  listUpdates,
  type UpdateEntry,
  type UpdatePlan,
} from '@belfry/schema/http/updates';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { FastifyRequest } from 'fastify';
import type { Deployment } from '../../config/build.ts';
import type { VersionChange, VersionChangesStore } from '../../db/version-changes-store.ts';
import type { Audited } from '../../http/audited.ts';
import type { Caller } from '../../http/gate.ts';
import type { Mount } from '../../http/mount.ts';
import { iso } from '../../lib/clock.ts';
import { refuse, refuseWith } from '../../lib/refusal.ts';
import { findRelease, type Installer, type Starter } from './installer.ts';
import { planFor } from './plan.ts';
import type { Release } from './releases.ts';
import { type Run, type Runs, runEntry } from './runs.ts';
import type { Updates } from './updates.ts';

export interface UpdateRoutesDeps {
  updates: Updates;
  runs: Runs;
  /** Undefined: Belfry was installed in a way in which it does not replace itself. */
  installer: Installer | undefined;
  versionChanges: VersionChangesStore;
  version: string;
  channel(): UpdateChannel;
  deployment: Deployment;
  isArchive: boolean;
  callerOf(request: FastifyRequest): Caller;
  audited: Audited;
}

export function updateRoutes(mount: Mount, deps: UpdateRoutesDeps): void {
  const { updates, runs, installer, versionChanges, version, channel, deployment, isArchive, callerOf, audited } = deps;

  const planOf = async (wanted: string): Promise<UpdatePlan> => {
    const plain = wanted.replace(/^v/, '');
    const found = findRelease(updates.releases(), { version: plain });
    const release = found.ok ? found.value : undefined;
    const address = release?.page ?? '';
    const problems = installer && [
      ...(release ? [] : [updateText('unknownRelease')]),
      ...(await installer.problems(release)),
    ];
    return planFor({ deployment, version: plain, address, isArchive, problems });
  };

  mount(checkUpdates, ({ query }) => updates.check(query.channel));
  mount(getUpdateStatus, () => ({ ...(installer?.status() ?? updates.status()), hasFeed: updates.hasFeed }));
  mount(getUpdatePlan, ({ query }) => planOf(query.version));
  mount(applyUpdate, async ({ body = {}, request }) => {
    const named = body.version ?? (body.downloadUrl === undefined ? updates.known().latestVersion : undefined);
    const refused = async (sentence: Sentence, plan?: UpdatePlan) => {
      await audited(request, 'update_refused', `to ${named ?? body.downloadUrl}`, false);
      return refuseWith('conflict', { sentence, ...(plan && { more: { plan } }) });
    };
    if (!installer) return refused({ id: 'update.notSelf' }, await planOf(named ?? version));
    if (updates.releases().length === 0) await updates.check();
    const found = findRelease(updates.releases(), { version: named, downloadUrl: body.downloadUrl });
    if (!found.ok) return refused({ id: 'update.unknown' });
    const why = unwanted(found.value, version, channel());
    if (why) return refused(why);
    const problems = await installer.problems(found.value);
    if (problems.length > 0)
      return refused(
        { id: 'update.notNow', values: { reason: problems.map(({ message }) => message).join(' ') } },
        await planOf(found.value.version),
      );
    // no wait between this and begin, so that of two requests one is refused
    if (installer.isBusy()) return refused({ id: 'update.running' });
    const begun = installer.begin(found.value, starterOf(callerOf(request)));
    await audited(request, 'update_started', `from ${version} to ${found.value.version}`);
    await begun;
    return { status: 'started' as const, message: `The update to ${found.value.version} has started.` };
  });
  mount(listUpdates, async ({ query: { limit, status } }) => {
    const own = runs.all();
    const changes = (await versionChanges.list(limit)).filter((change) => !own.some((run) => causedBy(run, change)));
    return [...own.map(runEntry), ...changes.map(entryOf)]
      .filter((entry) => status === undefined || entry.status === status)
      .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
      .slice(0, limit);
  });
  mount(getUpdate, async ({ query }) => {
    const run = runs.all().find(({ id }) => id === query.id);
    if (run) return runEntry(run);
    const change = await versionChanges.get(query.id);
    return change ? entryOf(change) : refuse('not_found');
  });
}

function unwanted({ version, prerelease }: Release, running: string, channel: UpdateChannel) {
  if (compareVersions(version, running) <= 0)
    return { id: 'update.notNewer', values: { version, own: running } } as const;
  if (!prerelease || channel === 'rc') return undefined;
  return { id: 'update.candidate', values: { version } } as const;
}

function starterOf({ who, userAgent }: Caller): Starter {
  const by = who?.name ?? '';
  if (who?.method !== 'token') return { by, initiatedBy: 'user', via: 'ui' };
  return { by, initiatedBy: 'api', via: userAgent.startsWith('belfry-cli') ? 'cli' : 'script' };
}

const LONGEST_RUN_MS = 3_600_000;

/** The first start of a version, which an update caused. */
const causedBy = (run: Run, { at, versionFrom, versionTo }: VersionChange): boolean =>
  run.from === versionFrom && run.to === versionTo && at >= run.at && at - run.at < LONGEST_RUN_MS;

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
