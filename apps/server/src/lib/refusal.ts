// An expected failure. The same value goes from its cause to the HTTP answer.
import { type ErrorCode, errors } from '@belfry/schema/errors';
import type { OtherWords, Phrase } from '@belfry/schema/phrases';

const refused = Symbol('refused');

/** What is wrong with each field, by its name (`host`, `thresholds.cpu`). */
export type Details = Readonly<Record<string, string>>;

export interface Refusal {
  code: ErrorCode;
  /** Shown to the caller unchanged. Default: the public text of the code. */
  text: Phrase | (typeof errors)[ErrorCode]['message'];
  details?: Details | undefined;
  /** Added to the body of the answer at the top level. */
  more?: Readonly<Record<string, unknown>>;
  /** Sent with the answer. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as Retry-After, in whole seconds. */
  retryAfterS?: number;
}

/** The failing side of an Answer. A handler may return it in place of its reply. The mark distinguishes the two. */
export interface Refused {
  [refused]: true;
  ok: false;
  error: Refusal;
}
export type Answer<T> = { ok: true; value: T } | Refused;

export const refuse = (code: ErrorCode, text: Refusal['text'] = errors[code].message, details?: Details): Refused =>
  refuseWith(code, { text, details });

export const refuseWith = (code: ErrorCode, extra: Partial<Omit<Refusal, 'code'>>): Refused => ({
  [refused]: true,
  ok: false,
  error: { code, text: errors[code].message, ...extra },
});

/** See `OtherWords`. A sentence of our own is a `Template` and not one of these. */
export const otherWords = (text: string): OtherWords => text as OtherWords;

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && refused in answer;
