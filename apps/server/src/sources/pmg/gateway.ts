// One configured PMG that is monitored, and the data that its polls share.
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { Slices } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';
import type { Session } from '../proxmox-api/session.ts';
import { type Facts, normalizeInstance } from './facts.ts';

export interface Gateway {
  config: Identified<ConfigOf<'pmg'>>;
  readonly session: Session;
  readonly clock: Clock;
  /** Each poll replaces its own part when its answer arrives. */
  facts: Facts;
}

/** Stores the new facts of a poll. Before the first list of nodes there is no instance to show. */
export function learn(gateway: Gateway, news: Partial<Facts>): Slices {
  gateway.facts = { ...gateway.facts, ...news, updatedAt: gateway.clock.now() };
  const { facts, config } = gateway;
  return facts.nodes === undefined ? {} : { pmg: [normalizeInstance(facts, config)] };
}
