// What a service answers when it has taken a message, as its API documents it. Each 2xx is not enough: a sign-in in front of a service, or
// a proxy that knows no such service, answers 200 as well.
import { foreignJson } from '@belfry/domain/foreign-json';
import type { Reply } from './webhook.ts';

export interface Receipt {
  /** For an administrator, in no language: what the answer looks like. */
  looks: string;
  /** The status is a 2xx, and the body is no web page. */
  isIn(reply: Reply): boolean;
}

/** An object of JSON in which these fields are as they should be. */
export const jsonReceipt = (
  looks: string,
  isTaken: (found: Readonly<Record<string, unknown>>) => boolean,
): Receipt => ({
  looks,
  isIn: ({ body }) => {
    const found = objectIn(body);
    return found !== undefined && isTaken(found);
  },
});

/** Undefined when the text is no object of JSON. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const found = foreignJson(text);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : undefined;
}

/** The id of something that was made. */
export const isId = (found: unknown): boolean => (typeof found === 'string' && found !== '') || Number.isInteger(found);
