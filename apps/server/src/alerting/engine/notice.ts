// What a rule notices, for people who read the documentation: the table "What Belfry notices" is made of these.
import type { AlertType, ResourceKind } from '@belfry/domain/alerts/catalogue';
import type { Confirm } from './reading.ts';

/**
 * One row. `fact`: when the alert is there, as a sentence. `from`: product and releases. `needs`: the privileges of the account, or what
 * else it takes. `poll`: the kind of instance and the name of the poll that reads it, such as `pve nodes`; a text in brackets is another
 * way. `after`: how long a poll must say so; `setting` is the delay of the thresholds. `shown`: the screen besides Alerts.
 */
export interface Notice {
  type: AlertType;
  of: ResourceKind;
  fact: string;
  from: string;
  needs: string;
  poll: string;
  after: Confirm | 'setting';
  shown: string;
}

/** What several rows have in common. */
export type SharedNotice = Pick<Notice, 'of' | 'from' | 'needs' | 'poll' | 'shown'>;
