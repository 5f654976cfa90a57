// The text of a failed call, and what else its body contains.
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import { serverWords } from '../lib/language/server-words.ts';
import { messages } from './messages.ts';

/** The fields of the server's error body that have the right types; all others are absent. `details` are messages by field. */
export interface Refusal {
  text: string;
  code: string;
  details: Record<string, string>;
  /** The whole body, for the few callers that need more of it. */
  body: Record<string, unknown>;
}

const LONGEST_PLAIN = 200;

export function readRefusal(status: number, text: string): Refusal {
  const body = parseObject(text);
  if (!body) return { text: plainText(status, text), code: '', details: {}, body: {} };
  const code = typeof body.code === 'string' ? body.code : '';
  const reasons = isRecord(body.reasons) ? body.reasons : {};
  const words = [body.message, body.error].find((word) => typeof word === 'string' && word.trim() !== '');
  return {
    text: typeof words === 'string' ? serverWords(sentenceIn(body.sentence), words) : fallback(status),
    code,
    details: isRecord(body.details)
      ? Object.fromEntries(
          Object.entries(body.details)
            .filter((entry): entry is [string, string] => isText(entry[1]))
            .map(([field, text]) => [field, serverWords(sentenceIn(reasons[field]), text)]),
        )
      : {},
    body,
  };
}

const fallback = (status: number): string => messages.failed(status);

function plainText(status: number, text: string): string {
  const preformatted = /<pre[^>]*>([^<]*)<\/pre>/i.exec(text)?.[1]?.trim();
  if (preformatted) return preformatted;
  const plain = text.trim();
  return plain === '' || plain.length > LONGEST_PLAIN || plain.includes('<') ? fallback(status) : plain;
}

const sentenceIn = (found: unknown): WireSentence | undefined => (isSentence(found) ? found : undefined);
const isSentence = (found: unknown): found is WireSentence =>
  isRecord(found) && isText(found.id) && (found.values === undefined || isRecord(found.values));

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
