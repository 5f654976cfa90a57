// One configured PBS that is monitored, and the data that its polls share.
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { Slices } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';
import type { Session } from '../proxmox-api/session.ts';
import { type Facts, normalizeInstance } from './facts.ts';

export interface BackupServer {
  config: Identified<ConfigOf<'pbs'>>;
  readonly session: Pick<Session, 'read' | 'rights'>;
  readonly clock: Clock;
  /** Each poll replaces its own part when its answer arrives. */
  facts: Facts;
}

/** Before the first list of datastores there is no instance to show. */
export const composeInstance = ({ facts, config }: BackupServer): Slices =>
  facts.datastores === undefined ? {} : { pbs: [normalizeInstance(facts, config)] };
