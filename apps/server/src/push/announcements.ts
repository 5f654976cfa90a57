// Announcements that wait until they may be sent: in their order, and never without end.
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { Frame } from './encoding.ts';

/** Encoded once for all clients. */
export interface Announced {
  type: Announcement['type'];
  frame: Frame;
}

export interface Announcements {
  add(announced: Announced): void;
  /** All that wait; none wait afterwards. */
  take(): readonly Announced[];
}

/**
 * `each`: every one tells something of its own. `newest`: one says all there is to know, or only that something is to be
 * asked for again, so nobody needs an older one.
 */
const kept: Record<Announcement['type'], 'each' | 'newest'> = {
  alert: 'each',
  alertResolved: 'each',
  'update:progress': 'newest',
  node_auto_registered: 'each',
  node_deleted: 'each',
  nodes_changed: 'newest',
  discovery_started: 'newest',
  discovery_update: 'each',
  discovery_complete: 'newest',
  settingsUpdate: 'newest',
  theme_changed: 'newest',
  guest_metadata_changed: 'newest',
  alert_config_changed: 'newest',
};

/** Nobody reads more than this at once, and the state tells what came of them. The oldest are left out. */
export const MOST_WAITING = 200;

export function createAnnouncements(): Announcements {
  let waiting: Announced[] = [];
  return {
    add(announced) {
      const { type } = announced;
      if (kept[type] === 'newest') waiting = waiting.filter((each) => each.type !== type);
      waiting.push(announced);
      if (waiting.length > MOST_WAITING) waiting.shift();
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
