// An expected failure on its way to an HTTP caller.
import { fail, type Result } from '@belfry/domain/result';
import type { ErrorCode } from '@belfry/schema/errors';

/** `text` is shown to the caller as it is. `details` by name of the field. `retryAfterS` seconds. */
export interface Refusal {
  code: ErrorCode;
  text: string;
  details?: Record<string, string>;
  retryAfterS?: number;
}
export type Answer<T> = Result<T, Refusal>;

export const refuse = (code: ErrorCode, text: string, details?: Record<string, string>) =>
  fail<Refusal>({ code, text, ...(details ? { details } : {}) });
