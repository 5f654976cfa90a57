// Announcements that wait until they may be sent, in their order and limited in number.
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { Frame } from './encoding.ts';

/** Encoded once for all clients. */
export interface Announced {
  type: Announcement['type'];
  frame: Frame;
}

export type Announcements = ReturnType<typeof createAnnouncements>;

/**
 * `each`: every announcement has its own content. `newest`: the newest one replaces the older ones of its type, because it
 * contains everything or only asks the client to load something again.
 */
const retention: Record<Announcement['type'], 'each' | 'newest'> = {
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

/** A user does not read more than this at once, and the state shows the results. The oldest are left out. */
export const MAX_WAITING = 200;

export function createAnnouncements() {
  let waiting: Announced[] = [];
  return {
    add(announced: Announced) {
      const { type } = announced;
      if (retention[type] === 'newest') waiting = waiting.filter((each) => each.type !== type);
      waiting.push(announced);
      if (waiting.length > MAX_WAITING) waiting.shift();
    },
    /** Returns and removes all waiting ones. */
    take(): readonly Announced[] {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
