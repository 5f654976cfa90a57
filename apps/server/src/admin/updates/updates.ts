// Whether there is a newer Belfry. This only shows it; installer.ts installs it when an administrator asks for it.

import { ok, type Result } from '@belfry/domain/result';
import { type UpdateText, updateText } from '@belfry/domain/update-text';
import { compareVersions } from '@belfry/release/version';
import type { SystemSettings, UpdateChannel } from '@belfry/schema/http/system';
import type { UpdateInfo, UpdateStatus } from '@belfry/schema/http/updates';
import type { Announcement } from '@belfry/schema/messages/announcement';
import * as z from 'zod';
import type { SettingsStore } from '../../db/settings-store.ts';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';
import type { Feed } from './feed.ts';
import { newest, type Release, StoredRelease, toStored } from './releases.ts';
import { nextLook } from './schedule.ts';

/** An answer, or a failure, is used for this long, so that many open pages do not cause many requests. */
export const FRESH_MS = 5 * 60_000;
const TICK_MS = 60_000;
const LAST = 'updates.lastLook';
/** The newest release of each channel in the last good answer, so that a restart does not forget it. */
const FOUND = 'updates.found';

export const NO_FEED = 'This instance does not look for new versions: no list of releases is set (BELFRY_UPDATE_FEED).';

export type Updates = ReturnType<typeof createUpdates>;

export interface UpdatesDeps {
  version: string;
  /** Undefined: no schedule is set. */
  feed: Feed | undefined;
  settings(): SystemSettings;
  store: SettingsStore;
  announce(message: Announcement): void;
  clock: Clock;
}

export function createUpdates({ version, feed, settings, store, announce, clock }: UpdatesDeps) {
  const found = feed ? store.list(FOUND, StoredRelease) : [];
  /** `asked`: monotonic ms; undefined before this start. */
  let answer: { asked: number | undefined; outcome: Result<Release[], string> } | undefined =
    found.length > 0 ? { asked: undefined, outcome: ok(found) } : undefined;
  let asking: Promise<void> | undefined;
  let status: UpdateStatus = say('idle', 0, feed ? updateText('notLooked') : updateText('noFeed'));

  function say(kind: UpdateStatus['status'], progress: number, words: UpdateText, error = ''): UpdateStatus {
    return { status: kind, progress, ...words, error, updatedAt: iso(clock.now()) };
  }
  function tell(next: UpdateStatus): void {
    status = next;
    announce({ type: 'update:progress', data: next, timestamp: next.updatedAt });
  }

  function info(channel: UpdateChannel): UpdateInfo {
    const found = answer?.outcome.ok ? newest(answer.outcome.value, channel) : undefined;
    const available = found !== undefined && compareVersions(found.version, version) > 0;
    const warning = feed ? (answer && !answer.outcome.ok ? answer.outcome.error : undefined) : NO_FEED;
    return {
      available,
      currentVersion: version,
      latestVersion: available ? found.version : version,
      releaseNotes: available ? found.notes : '',
      releaseDate: available ? found.date : '',
      downloadUrl: available ? found.page : '',
      isPrerelease: available && found.prerelease,
      ...(warning !== undefined && { warning }),
    };
  }
  const known = () => info(settings().updateChannel);

  async function ask(from: Feed): Promise<void> {
    tell(say('checking', 0, updateText('looking')));
    const outcome = await from();
    answer = { asked: clock.monotonic(), outcome };
    await store.keep(LAST, clock.now());
    if (outcome.ok) await store.keep(FOUND, newestOfEach(outcome.value).map(toStored));
    if (!outcome.ok) return tell(say('error', 0, updateText('lookFailed'), outcome.error));
    const { available, latestVersion } = known();
    if (available) tell(say('available', 100, updateText('available', { version: latestVersion })));
    else tell(say('idle', 100, updateText('latest')));
  }

  async function check(channel: UpdateChannel = settings().updateChannel): Promise<UpdateInfo> {
    if (feed && (answer?.asked === undefined || clock.monotonic() - answer.asked >= FRESH_MS)) {
      asking ??= ask(feed).finally(() => {
        asking = undefined;
      });
      await asking;
    }
    return info(channel);
  }

  let due = 0;
  function plan(): void {
    const { autoUpdateCheckInterval: everyHours, autoUpdateTime: time } = settings();
    due = nextLook({ everyHours, time }, clock.now(), store.get(LAST, z.number()));
  }
  function tick(): Promise<UpdateInfo> | undefined {
    const late = clock.now() >= due;
    const looking = late && settings().autoUpdateEnabled ? check() : undefined;
    // a change of the settings is in force with the next tick
    plan();
    return looking;
  }

  return {
    /** Whether a list of releases is set. */
    hasFeed: feed !== undefined,
    /** Asks the feed, unless it was asked a short time ago. */
    check,
    /** The last answer, without a request. */
    known,
    status: (): UpdateStatus => status,
    /** The releases of the last answer. */
    releases: (): readonly Release[] => (answer?.outcome.ok ? answer.outcome.value : []),
    /** Checks by itself if the settings say so. */
    start(): Cancel {
      plan();
      return clock.every(TICK_MS, tick);
    },
  };
}

const newestOfEach = (releases: readonly Release[]): Release[] => [
  ...new Set((['stable', 'rc'] as const).flatMap((channel) => newest(releases, channel) ?? [])),
];
