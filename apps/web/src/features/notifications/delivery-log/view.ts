// What the log of deliveries shows, as parameters of the URL of its page.
import type { DeliveryState } from '@belfry/schema/notifications/delivery';
import { choice, id, type Param } from '../../../lib/view/param.ts';

/** From 1. */
const page = (): Param<number> => ({
  fallback: 1,
  parse: (given) => (/^[1-9]\d{0,3}$/.test(given) ? Number(given) : undefined),
  format: String,
  change: 'step',
});

/** The schema itself would be a part of the first screen: routes read these. */
const states = ['all', 'queued', 'sending', 'sent', 'failed', 'given-up'] as const satisfies ('all' | DeliveryState)[];

export const logParams = {
  /** The id of a destination. */
  destination: id(),
  state: choice(states, 'all'),
  page: page(),
};

export interface LogView {
  destination: string | null;
  state: (typeof states)[number];
  page: number;
}
