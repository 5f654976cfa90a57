// What a host sends to register itself.
import type { NodeType } from '@belfry/schema/config/kinds';

/** `tokenName` is `user@realm!name`. */
export interface Registration {
  type: NodeType;
  host: string;
  tokenName: string;
  tokenValue: string;
  name?: string;
  fingerprint?: string;
  verifySSL?: boolean;
}
