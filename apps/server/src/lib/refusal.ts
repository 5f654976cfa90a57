// An expected failure. The same value goes from its cause to the HTTP answer.
import { english } from '@belfry/domain/sentences/english';
import type { ErrorCode } from '@belfry/schema/errors';
import type { Sentence } from '@belfry/schema/sentences/sentence';

const refused = Symbol('refused');

/** What is wrong with each field, by its name (`host`, `thresholds.cpu`). */
export type Details = Readonly<Record<string, Sentence>>;

export interface Refusal {
  code: ErrorCode;
  /** Shown to the caller in the caller's language. Default: the details, or the general text of the code. */
  sentence?: Sentence | undefined;
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

export const refuse = (code: ErrorCode, sentence?: Sentence, details?: Details): Refused =>
  refuseWith(code, { sentence, details });

/** The same sentence about the whole input and about its field. */
export const refuseField = (code: ErrorCode, field: string, sentence: Sentence): Refused =>
  refuse(code, sentence, { [field]: sentence });

export const refuseWith = (code: ErrorCode, extra: Omit<Refusal, 'code'>): Refused => ({
  [refused]: true,
  ok: false,
  error: { code, ...extra },
});

/** What a refusal says as a whole. */
export const sentenceOf = ({ code, sentence = { id: code } }: Refusal): Sentence => sentence;

/** The same in English, for the log. */
export const refusalText = (refusal: Refusal): string => english(sentenceOf(refusal));

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && refused in answer;
