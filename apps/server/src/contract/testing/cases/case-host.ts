// A host of a case over TLS: its own answers, and those of a calm host for the rest.
import { onTestFinished } from 'vitest';
import type { FakeClock } from '../../../lib/fake-clock.ts';
import { startTlsServer } from '../../../sources/testing/tls-server.ts';
import type { Answers, CalmHost, Row } from './calm.ts';
import { changed } from './calm.ts';
import { calmPbs } from './calm-pbs.ts';
import { calmPmg } from './calm-pmg.ts';
import { calmPve } from './calm-pve.ts';
import type { CaseHost, HostFacts } from './case-files.ts';
import { resolved } from './values.ts';

const calm: Record<CaseHost['product'], CalmHost> = { pve: calmPve, pbs: calmPbs, pmg: calmPmg };

export interface RunningHost {
  origin: string;
  /** From now on these facts are different. */
  change(facts: HostFacts): void;
  /** The paths that were called, with their query, since the last time this was asked. */
  calls(): string[];
  /** How many calls are open, without those that are never answered. */
  open(): number;
  seen(): number;
}

export async function startCaseHost(given: CaseHost, clock: FakeClock): Promise<RunningHost> {
  const start = clock.now();
  const { rows, answers } = calm[given.product];
  let facts = merged({}, rows(given));
  let [open, seen] = [0, 0];
  let calls: string[] = [];
  let known: { facts: HostFacts; now: number; own: Answers; calmly: Answers } | undefined;
  /** They follow from the facts and the time alone, and all calls of a poll come at the same time. */
  const answersNow = () => {
    const now = clock.now();
    if (known?.facts !== facts || known.now !== now) {
      const times = { start, now };
      const rest = resolved({ ...facts, answers: {} }, times) as HostFacts;
      const own = resolved(facts.answers ?? {}, times) as Answers;
      known = { facts, now, own, calmly: answers(rest, Math.floor(now / 1000)) };
    }
    return known;
  };
  const server = await startTlsServer((request, response) => {
    const url = new URL(request.url ?? '/', 'https://host');
    const path = decodeURIComponent(url.pathname.replace(/^\/api2\/(json|extjs)/, ''));
    seen++;
    calls.push(path + url.search);
    response.setHeader('date', new Date(clock.now()).toUTCString());
    const { own, calmly } = answersNow();
    const found = find(own, path, url.searchParams) ?? find(calmly, path, url.searchParams);
    const answer = found ? found.answer : { $status: 501, $reason: `Method 'GET ${path}' not implemented` };
    if (!isSpecial(answer)) {
      open++;
      response.once('close', () => open--);
      return void response.writeHead(200, JSON_TYPE).end(JSON.stringify({ data: answer }));
    }
    if (answer.$hangs) return;
    if (answer.$cuts) return void request.socket.destroy();
    open++;
    response.once('close', () => open--);
    const {
      $status = 200,
      $reason = '',
      $body = { data: null },
      $text = JSON.stringify($body),
      $headers = {},
    } = answer;
    response.writeHead(Number($status), String($reason), { ...JSON_TYPE, ...($headers as Record<string, string>) });
    response.end(String($text));
  });
  onTestFinished(server.stop);
  return {
    origin: server.origin,
    change(next) {
      facts = merged(facts, next);
    },
    calls() {
      const found = calls;
      calls = [];
      return found;
    },
    open: () => open,
    seen: () => seen,
  };
}

const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' };
const isSpecial = (answer: unknown): answer is Row =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).some((key) => key.startsWith('$'));

interface Pattern {
  own: string[];
  wanted: [string, string][];
  /** The greatest one of those that fit wins. */
  rank: number;
}
const patterns = new Map<string, Pattern>();

function patternOf(text: string): Pattern {
  const known = patterns.get(text);
  if (known) return known;
  const [at = '', wanted] = text.split('?');
  const own = at.slice(1).split('/');
  const rank = own.filter((part) => part !== '*').length + (wanted ? 100 : 0);
  const made = { own, wanted: [...new URLSearchParams(wanted)], rank };
  patterns.set(text, made);
  return made;
}

/** The answer whose path is the most exact one. A query in the path of an answer must be part of the query of the call. */
function find(answers: Answers, path: string, query: URLSearchParams): { answer: unknown } | undefined {
  const parts = path.slice(1).split('/');
  let best: { answer: unknown; rank: number } | undefined;
  for (const [pattern, answer] of Object.entries(answers)) {
    const { own, wanted, rank } = patternOf(pattern);
    if (own.length !== parts.length || !own.every((part, i) => part === '*' || part === parts[i])) continue;
    if (!wanted.every(([name, value]) => query.get(name) === value)) continue;
    if (!best || rank > best.rank) best = { answer: typeof answer === 'function' ? answer(parts) : answer, rank };
  }
  return best;
}

const keys = { nodes: ['node'], guests: ['vmid'], storages: ['storage', 'node'], datastores: ['store'] } as const;
type Rows = keyof typeof keys;

/** Answers by path and rows by name are changed; null takes an answer or a field away, and `"gone": true` a row. */
function merged(facts: HostFacts, next: HostFacts): HostFacts {
  const rows = Object.fromEntries(
    (Object.keys(keys) as Rows[])
      .filter((list) => facts[list] || next[list])
      .map((list) => [list, mergedRows(facts[list] ?? [], next[list] ?? [], keys[list])]),
  );
  const answers = changed(facts.answers ?? {}, next.answers ?? {});
  return { ...facts, ...rows, answers, version: next.version ?? facts.version };
}

function mergedRows(rows: readonly Row[], next: readonly Row[], by: readonly string[]): Row[] {
  const isSame = (a: Row, b: Row) => by.every((key) => a[key] === b[key] || b[key] === undefined);
  const kept = rows.map((row) =>
    next.filter((each) => isSame(row, each)).reduce((all, each) => Object.assign(all, each), { ...row }),
  );
  const added = next.filter((each) => !rows.some((row) => isSame(row, each)));
  return [...kept, ...added].filter(({ gone }) => gone !== true);
}
