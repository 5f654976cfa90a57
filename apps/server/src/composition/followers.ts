// What changes at once with the settings.
import type { Settings } from '../admin/system/settings.ts';
import type { Logger } from '../lib/logger.ts';
import type { Parts } from '../lib/parts.ts';
import type { AppDeps } from './app-types.ts';
import type { Steps } from './lifetime.ts';

export interface FollowingDeps {
  settings: Pick<Settings, 'current' | 'onUpdate'>;
  parts: Parts;
  entrance: NonNullable<AppDeps['entrance']>;
  log: Pick<Logger, 'level'>;
}

/** Each of `others` is called after a change, whatever becomes of the ones before it. */
export function followSettings({ settings, parts, entrance, log }: FollowingDeps, others: Steps): void {
  const followLevel = () => {
    log.level = settings.current().logLevel;
  };
  followLevel();
  const followers = entrance('followers of the settings', { 'the level of the log': followLevel, ...others });
  for (const [of, follow] of Object.entries(followers))
    settings.onUpdate(parts.listener(`the settings of ${of.replace(/^the /, '')}`, () => follow()));
}
