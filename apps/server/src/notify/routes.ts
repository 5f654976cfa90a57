// The endpoint that says who would be notified about an alert.

import type { Alert } from '@belfry/schema/entities/alert';
import { listRecipients } from '@belfry/schema/http/recipients';
import type { State } from '@belfry/schema/state';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import type { Notify } from './notify.ts';
import { recipientsOf } from './recipients.ts';
import { alertAbout } from './subjects.ts';

export interface RecipientRoutesDeps {
  notify: Notify;
  state(): State;
  /** The alert with the marks of silences and maintenance windows. */
  marked(alert: Alert): Alert;
  clock: Pick<Clock, 'now'>;
}

export function recipientRoutes(mount: Mount, { notify, state, marked, clock }: RecipientRoutesDeps): void {
  mount(listRecipients, ({ query }) => {
    const alert = alertAbout(query, state(), clock.now());
    return alert ? recipientsOf(marked(alert), notify) : refuse('not_found', { id: 'resource.unknown' });
  });
}
