// Runs one case: its hosts, the whole server on a fast clock, and what is different from what the case expects.
import { NodeConfig } from '@belfry/schema/config/node';
import type { State } from '@belfry/schema/state';
import { tempDir } from '../../../db/testing/temp-store.ts';
import { type FakeClock, fakeClock } from '../../../lib/fake-clock.ts';
import { pass } from '../answering-host.ts';
import { wholeStateOf } from '../archives.ts';
import { type Whole, wholeApp } from '../whole-app.ts';
import type { CaseFiles, CaseHost, CaseStep, Expected } from './case-files.ts';
import { type RunningHost, startCaseHost } from './case-host.ts';
import { differences, fits } from './differences.ts';
import { durationMs, resolved, type Times } from './values.ts';

/** A quarter past noon, in the middle of a day in Europe. */
const START_MS = Date.parse('2026-06-01T12:15:00Z');
const logins = {
  pve: { tokenName: 'belfry@pve!watch', tokenValue: 'secret', monitorPhysicalDisks: true },
  pbs: { tokenName: 'belfry@pbs!watch', tokenValue: 'secret' },
  pmg: { user: 'belfry@pmg', password: 'secret' },
};

interface Run {
  app: Whole;
  clock: FakeClock;
  hosts: Map<string, RunningHost>;
  start: number;
  /** The lines of the log before this step. */
  logged: number;
}

/** One line for each difference; none if all is as expected. */
export async function runCase({ hosts: given, env, steps, expected }: CaseFiles): Promise<string[]> {
  const clock = fakeClock(START_MS);
  const hosts = new Map<string, RunningHost>();
  for (const [name, host] of Object.entries(given)) hosts.set(name, await startCaseHost(host, clock));
  const nodes = Object.entries(given).map(([name, host]) => configOf(name, host, hosts.get(name)));
  const dataDir = tempDir();
  const begin = () => wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true', ...env }, more: { nodes }, dataDir, clock });
  const run: Run = { app: await begin(), clock, hosts, start: START_MS, logged: 0 };
  const found: string[] = [];
  for (const step of steps) {
    if (step.restart) {
      await run.app.stop();
      run.app = await begin();
    }
    run.logged = run.app.log.length;
    await take(step, run);
    const wanted = expected[step.name];
    if (wanted) found.push(...(await judged(wanted, run)).map((line) => `${step.name}: ${line}`));
    for (const host of hosts.values()) host.calls();
  }
  await run.app.stop();
  return found;
}

function configOf(name: string, { product, config }: CaseHost, host: RunningHost | undefined): NodeConfig {
  return NodeConfig.parse({ type: product, name, host: host?.origin, verifySSL: false, ...logins[product], ...config });
}

async function take(step: CaseStep, { app, clock, hosts, start }: Run): Promise<void> {
  for (const [name, facts] of Object.entries(step.hosts ?? {})) hosts.get(name)?.change(facts);
  for (const { method, path, body } of step.requests ?? []) {
    const { status, json } = await app.call(method, path, { body: resolved(body, { start, now: clock.now() }) });
    if (status >= 300)
      throw new Error(`${step.name}: ${method} ${path} was answered with ${status} ${JSON.stringify(json)}`);
  }

  await pass(clock, [{ settle: () => settled([...hosts.values()]) }], (durationMs(step.for) ?? 0) / 1000);
  // what is coalesced for browsers is sent
  await clock.advance(1000);
}

/** No call is open, and none has come for many turns. */
async function settled(hosts: readonly RunningHost[]): Promise<void> {
  const seen = () => hosts.reduce((sum, host) => sum + host.seen(), 0);
  for (let quiet = 0, before = seen(); quiet < 40; quiet++) {
    await new Promise((next) => setImmediate(next));
    if (hosts.some((host) => host.open() > 0) || seen() !== before) quiet = 0;
    before = seen();
  }
}

async function judged(expected: Expected, { app, clock, hosts, start, logged }: Run): Promise<string[]> {
  const times: Times = { start, now: clock.now() };
  const state = await wholeStateOf(app);
  const found = [
    ...differences(expected.serverProblems ?? {}, state.serverProblems, 'serverProblems', times),
    ...(expected.serverProblems
      ? []
      : Object.values(state.serverProblems).map(({ message }) => `a problem of Belfry: ${message}`)),
    ...alertLines(expected, state, times),
    ...gapLines(expected, state, times),
  ];
  for (const [list, rows] of Object.entries(expected.entities ?? {})) {
    const all = state[list as keyof State];
    if (!Array.isArray(all)) throw new Error(`expected.json: "${list}" is not a list of the state`);
    const ids = new Map((all as { id: string }[]).map((row) => [row.id, row]));
    for (const [id, row] of Object.entries(rows)) found.push(...differences(row, ids.get(id), `${list}.${id}`, times));
  }
  for (const [path, answer] of Object.entries(expected.api ?? {}))
    found.push(...differences(answer, (await app.call('GET', path)).json, `GET ${path}`, times));
  for (const [name, counts] of Object.entries(expected.calls ?? {})) {
    const calls = (hosts.get(name)?.calls() ?? []).map((call) => call.split('?', 2));
    for (const [pattern, count] of Object.entries(counts)) {
      const called = calls.filter(([path = '', query]) =>
        fits(pattern, pattern.includes('?') ? `${path}?${query}` : path),
      );
      found.push(...countLines(count, called.length, `calls of ${name} to ${pattern}`));
    }
  }
  const lines = app.log.slice(logged);
  for (const [text, count] of Object.entries(expected.log ?? {}))
    found.push(
      ...countLines(count, lines.filter((line) => line.includes(text)).length, `lines of the log with "${text}"`),
    );
  return found;
}

const countLines = (
  { min = 0, max = Number.POSITIVE_INFINITY }: { min?: number | undefined; max?: number | undefined },
  count: number,
  what: string,
) => (count >= min && count <= max ? [] : [`${what}: expected ${min} to ${max}, found ${count}`]);

function alertLines({ alerts = {}, otherAlerts }: Expected, { activeAlerts }: State, times: Times): string[] {
  const wanted = Object.entries(alerts);
  const lines = wanted.flatMap(([id, alert]) => {
    const found = activeAlerts.find((each) => fits(id, each.id));
    return differences(typeof alert === 'string' ? { level: alert } : alert, found, `alert ${id}`, times);
  });
  if (otherAlerts) return lines;
  const others = activeAlerts.filter((each) => !wanted.some(([id]) => fits(id, each.id)));
  return [
    ...lines,
    ...others.map(({ id, level, message }) => `an alert that is not expected: ${id} ${level} "${message}"`),
  ];
}

function gapLines({ gaps = {}, otherGaps }: Expected, { instances }: State, times: Times): string[] {
  return instances.flatMap(({ id, gaps: found = [] }) => {
    const wanted = gaps[id] ?? [];
    const fit = (gap: object) => wanted.some((each) => differences(each, gap, '', times).length === 0);
    const lines = differences({ $has: wanted }, found, `gaps of ${id}`, times);
    if (otherGaps) return lines;
    return [
      ...lines,
      ...found
        .filter((gap) => !fit(gap))
        .map((gap) => `a gap of ${id} that is not expected: ${gap.part}: ${gap.message}`),
    ];
  });
}
