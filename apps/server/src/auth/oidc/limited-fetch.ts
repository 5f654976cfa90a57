// How the library of OpenID Connect fetches: what a provider answers is measured before the library parses it.
import type { CustomFetchOptions } from 'openid-client';
import { createJsonMeter } from '../../lib/json-meter.ts';

/** Documents and keys of providers have a few KB, and users with thousands of groups some hundred. */
const BUDGET = { bytes: 1 << 20, depth: 16, values: 20_000 };

/** Rejects when the answer exceeds the budget. It is measured as it is after unpacking. */
export const limitedFetch = async (url: string, { body, ...options }: Partial<CustomFetchOptions> = {}) => {
  // biome-ignore lint/style/noRestrictedGlobals: the library would use it too
  const answer = await fetch(url, { ...options, body: body ?? null });
  if (!answer.body) return answer;
  const meter = createJsonMeter(BUDGET);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of answer.body) {
    const limit = meter.take(chunk);
    if (limit) throw new Error(`the answer of the provider exceeds the limit of ${limit}`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = answer;
  return new Response(await new Blob(chunks).bytes(), { status, statusText, headers });
};
