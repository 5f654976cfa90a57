// The transitions that are sent to clients as messages. The state shows the result of all transitions.
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { Transition } from './transition.ts';

export const announcementsOf = (transitions: readonly Transition[]): Announcement[] =>
  transitions.flatMap(({ kind, alert }): Announcement[] => {
    if (kind === 'raised' || (kind === 'level' && alert.level === 'critical')) return [{ type: 'alert', data: alert }];
    if (kind === 'resolved') return [{ type: 'alertResolved', data: { alertId: alert.id } }];
    return [];
  });
