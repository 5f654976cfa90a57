// What a host sends to register itself, and what the administrator chose for it.
import type { MonitorFlag } from '@belfry/schema/config/abilities';
import type { NodeType } from '@belfry/schema/config/kinds';

/** What is read from the instance. */
export type Chosen = Partial<Record<MonitorFlag, boolean | undefined>>;

/** `tokenName` is `user@realm!name`. */
export interface Registration extends Chosen {
  type: NodeType;
  host: string;
  tokenName: string;
  tokenValue: string;
  name?: string;
  site?: string;
  fingerprint?: string;
  verifySSL?: boolean;
}
