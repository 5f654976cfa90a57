// What Belfry needs to know of a host that introduces itself.

/** `tokenName` is `user@realm!name`. */
export interface Registration {
  type: 'pve' | 'pbs';
  host: string;
  tokenName: string;
  tokenValue: string;
  name?: string;
  fingerprint?: string;
  verifySSL?: boolean;
}
