// What "Who would hear of this?" asks, as parameters of the URL of its page.
import type { Severity } from '@belfry/schema/alerts/config';
import { choice, id } from '../../../lib/view/param.ts';

export const recipientParams = {
  /** The id of a resource. */
  resource: id(),
  /** A type of alerts. */
  type: id(),
  level: choice<Severity>(['warning', 'critical'], 'critical'),
};

export interface RecipientsView {
  resource: string | null;
  type: string | null;
  level: Severity;
}
