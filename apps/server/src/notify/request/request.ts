// HTTP to addresses that administrators enter: the name is resolved, each address is checked, and the connection goes to the checked one.
import type { Result } from '@belfry/domain/result';

/** `url`: http or https. Redirects are followed up to three times, each is checked like the first. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** 30 s by default. */
  timeoutMs?: number;
  signal: AbortSignal;
}

/** Any status is an answer. `headers` have names in lower case. `body`: the first 64 KiB. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * `message` is for an administrator, without secrets. `refused`: Belfry does not send to that address, whatever is tried. `sent`: the
 * request had left, so that it may have had an effect.
 */
export interface RequestFailure {
  message: string;
  refused?: boolean;
  sent: boolean;
}

export type GuardedRequest = (request: OutgoingRequest) => Promise<Result<Answer, RequestFailure>>;
