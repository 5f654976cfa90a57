// From what a service answers to what a handler returns.
import type { Answer } from '../lib/refusal.ts';
import { type Refusal, refuse } from './reply.ts';

export function replyOf<T>(answer: Answer<T>): T | Refusal {
  if (answer.ok) return answer.value;
  const { code, text, details, retryAfterS } = answer.error;
  return refuse(code, {
    message: text,
    ...(details ? { more: { details } } : {}),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  });
}
