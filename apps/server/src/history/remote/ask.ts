// The query API of Prometheus, and what is wrong when it does not answer.

import { foreignJson } from '@belfry/domain/foreign-json';
import { queryBase } from '@belfry/schema/history/query-base';
import type { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import { pause } from '../../lib/clock.ts';
import { createJsonMeter } from '../../lib/json-meter.ts';
import { type ParseLarge, parseLarge } from '../../lib/large-json.ts';
import type { GuardedRequest } from '../../lib/outgoing/request.ts';
import { headersOf } from '../export/format.ts';
import { remoteWrite } from '../export/remote-write.ts';

export interface Row {
  readonly labels: ReadonlyMap<string, string>;
  readonly points: readonly (readonly [at: number, value: number])[];
}

/** The engine has not answered, or with an error. The message is for an administrator. */
export class EngineSilent extends Error {}

export interface AskDeps {
  config(): RemoteHistoryConfig;
  request: GuardedRequest;
  signal: AbortSignal;
  /** For an answer that would hold everything else up. */
  parse?: ParseLarge;
}

export type Ask = ReturnType<typeof createAsk>;

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 64 * 1024 ** 2;
const MAX_WORDS = 300;
/** An answer of this size is parsed in another thread. */
const LARGE_BYTES = 1 << 20;
/** Twice of what 250,000 points have: each is a list of two. */
const BUDGET = { bytes: MAX_BYTES, depth: 10, values: 1_500_000 };
const tooLarge = () => new EngineSilent('The answer of the engine is too large.');

export function createAsk({ config: current, request, signal, parse = parseLarge }: AskDeps) {
  /** `timeoutMs` by default 20 s. */
  async function post(
    config: RemoteHistoryConfig,
    path: string,
    fields: Readonly<Record<string, string>>,
    timeoutMs = TIMEOUT_MS,
  ) {
    const { host } = new URL(config.url);
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const answer = await request({
      ...{ method: 'POST', url: `${queryBase(config)}${path}`, body: new URLSearchParams(fields).toString() },
      headers: headersOf({ headers: form, tokenScheme: remoteWrite.tokenScheme }, config),
      ...{ timeoutMs, signal, mostBytes: MAX_BYTES },
    });
    if (!answer.ok) throw new EngineSilent(answer.error.message);
    const { status, body } = answer.value;
    if (status >= 200 && status < 300) return body;
    const said = config.secret === '' ? body : body.replaceAll(config.secret, '…');
    throw new EngineSilent(`${host} answered HTTP ${status}: ${said.trim().slice(0, MAX_WORDS)}`);
  }

  /** The value of an expression at `from` and every `stepMs` after it until `to` (epoch ms). */
  async function range(
    query: string,
    { from, to, stepMs }: { from: number; to: number; stepMs: number },
    config = current(),
    timeoutMs?: number,
  ): Promise<Row[]> {
    const [start, end, step] = [from / 1000, to / 1000, stepMs / 1000].map(String) as [string, string, string];
    // VictoriaMetrics moves the times to cache the answer, and repeats values in the last half minute, unless told otherwise.
    const exact = { nocache: '1', latency_offset: '1ms' };
    const text = await post(config, '/api/v1/query_range', { query, start, end, step, ...exact }, timeoutMs);
    return rowsOf(text.length > LARGE_BYTES ? await parsedLarge(text) : foreignJson(text));
  }

  async function parsedLarge(text: string): Promise<unknown> {
    const bytes = new TextEncoder().encode(text);
    const meter = createJsonMeter(BUDGET);
    for (let at = 0; at < bytes.length; at += LARGE_BYTES) {
      if (meter.take(bytes.subarray(at, at + LARGE_BYTES))) throw tooLarge();
      await pause();
    }
    const large = await parse(bytes);
    if (large === 'too-large') throw tooLarge();
    return large === 'no-json' ? undefined : large.json;
  }

  return { post: (path: string, fields: Readonly<Record<string, string>>) => post(current(), path, fields), range };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** There may be 250,000 points, so they are read without a schema. */
function rowsOf(answer: unknown): Row[] {
  const result = isObject(answer) && isObject(answer.data) ? answer.data.result : undefined;
  if (!Array.isArray(result)) throw new EngineSilent('The answer of the engine is none of Prometheus.');
  return result.flatMap((row: unknown) => {
    if (!isObject(row) || !isObject(row.metric) || !Array.isArray(row.values)) return [];
    const labels = new Map(
      Object.entries(row.metric).filter((label): label is [string, string] => typeof label[1] === 'string'),
    );
    const points: [number, number][] = [];
    for (const point of row.values) {
      const [at, value] = Array.isArray(point) ? [Number(point[0]), Number(point[1])] : [Number.NaN, Number.NaN];
      if (Number.isFinite(at) && Number.isFinite(value)) points.push([Math.round(at * 1000), value]);
    }
    return [{ labels, points }];
  });
}
