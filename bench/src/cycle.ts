// Measures one full cycle as a multiple of JSON.parse on the same answers: parse, normalise, merge, evaluate the alerts, plan their
// notifications, diff, encode, send to the sockets. It runs the product's own modules in this process, without the network.

import { setImmediate } from 'node:timers/promises';
import { ok } from '@belfry/domain/result';
import { startLab } from '@belfry/lab/datacentre';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { configSchema } from '@belfry/schema/config/node';
import type { Guest } from '@belfry/schema/entities/guest';
import { everything } from '@belfry/schema/notifications/everything';
import { Agent, fetch } from 'undici';
import { type Alerting, createAlerting } from '../../apps/server/src/alerting/engine/alerting.ts';
import { createRules } from '../../apps/server/src/alerting/rules/registry.ts';
import { noCalls } from '../../apps/server/src/lib/call-counts.ts';
import { type Clock, momentOf } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { createParts } from '../../apps/server/src/lib/parts.ts';
import { createPasses } from '../../apps/server/src/lib/passes.ts';
import type { Destination } from '../../apps/server/src/notify/destination.ts';
import { createNotify, type Notify } from '../../apps/server/src/notify/notify.ts';
import { createPipeline } from '../../apps/server/src/pipeline.ts';
import { createHub } from '../../apps/server/src/push/hub.ts';
import { createPlainText } from '../../apps/server/src/push/plain-text.ts';
import { countDropped } from '../../apps/server/src/sources/dropped.ts';
import { numbered } from '../../apps/server/src/sources/numbering.ts';
import { createDenials } from '../../apps/server/src/sources/proxmox-api/denials.ts';
import { noFacts } from '../../apps/server/src/sources/pve/facts.ts';
import type { PveInstance } from '../../apps/server/src/sources/pve/instance.ts';
import { createResourcesPoll } from '../../apps/server/src/sources/pve/resources-poll.ts';
import { createState } from '../../apps/server/src/state/state.ts';
import { median } from './median.ts';

export interface CycleCost {
  payloadBytes: number;
  parseMs: number;
  cycleMs: number;
  /** cycleMs / parseMs, both medians. */
  ratio: number;
  /** The part of `cycleMs` that the evaluation of alerts takes, and the number of active alerts at the end. */
  alertsMs: number;
  active: number;
  /** The part of `cycleMs` in which the planner of notifications gets the alerts and decides. */
  notifyMs: number;
  /** The size of one frame to our own client. */
  deltaBytes: number;
}

export const START = Date.parse('2026-01-01T00:00:00Z');
/** Between two polls, as the clock of the recorded lab moves. */
export const POLL_MS = 10_000;

/** The text of each answer of one poll, by path. */
export type Answers = Record<string, string>;

/** Answers of a lab whose clock moves ten seconds each time. */
export async function recordAnswers(guests: number, polls: number): Promise<Answers[]> {
  let now = START;
  const lab = await startLab({ nodes: 5, guests, clusters: 1, seed: 3, version: 9.2, clock: () => now });
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const instance = lab.instances[0];
  if (!instance) throw new Error('the lab has no instance');
  const authorization = `PVEAPIToken=${instance.tokenName}=${instance.tokenValue}`;
  // Compressing and decompressing would take most of the time with many guests.
  const headers = { authorization, 'accept-encoding': 'identity' };
  const answers: Answers[] = [];
  for (let i = 0; i < polls; i++, now += POLL_MS) {
    const answer: Answers = {};
    for (const path of ['/cluster/resources', '/cluster/metrics/export']) {
      const reply = await fetch(`${instance.host}/api2/json${path}`, { headers, dispatcher });
      answer[path] = await reply.text();
    }
    answers.push(answer);
  }
  await dispatcher.close();
  await lab.stop();
  return answers;
}

/** A socket that only counts the bytes of updates, which are binary frames. */
function countingSocket(count: (bytes: number) => void): Parameters<ReturnType<typeof createHub>['join']>[0] {
  const socket = {
    send(frame: Buffer, { binary }: { binary: boolean }, taken: () => void) {
      count(binary ? frame.length : 0);
      taken();
    },
    on: () => socket,
    ping() {},
    close() {},
    terminate() {},
  };
  return socket as never;
}

/** A threshold below the CPU usage of this many guests. */
function alarming(guests: readonly Guest[], count: number): AlertConfig {
  const loads = guests.map(({ cpu }) => cpu * 100).sort((a, b) => b - a);
  const trigger = loads[count - 1] ?? 100;
  return { ...factoryConfig, guestDefaults: { ...factoryConfig.guestDefaults, cpu: { trigger, clear: trigger / 10 } } };
}

const destinationOf = (name: string): Destination => ({
  ...{ id: `webhook:${name}`, channel: 'webhook', service: 'generic', name, enabled: true, resolutions: true },
  ...{ settings: {}, routing: everything },
});

/** With three destinations, to which every message goes at once. */
function notifyWith(clock: Clock): Notify {
  const list = ['a', 'b', 'c'].map(destinationOf);
  return createNotify({
    destinations: { list: () => list, onChange() {} },
    outbox: { notified: [], queue() {}, withdraw: () => 'notified', isWaiting: () => false },
    schedule: () => factoryConfig.schedule,
    tagsOf: () => [],
    ended: new Map(),
    zone: 'UTC',
    clock,
  });
}

/** `alerts`: how many are active all the time. */
export async function measureCycle(answers: readonly Answers[], sockets: number, alerts = 0): Promise<CycleCost> {
  let now = START;
  let due: (() => void)[] = [];
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    after: (_ms, run) => {
      due.push(run);
      return () => {};
    },
    every: () => () => {},
  };
  let answer: Answers = {};
  const get = async (path: string) =>
    ok(JSON.parse(answer[path.split('?')[0] as string] ?? '{"data":null}').data as unknown);
  const config = configSchema('pve').parse({
    type: 'pve',
    name: 'lab',
    host: 'https://127.0.0.1',
    user: 'u',
    password: 'p',
  });
  const instance: PveInstance = {
    config,
    place: { instance: 'lab', host: config.host },
    session: {
      read: () => ({ get, origin: () => config.host }),
      rights: '',
      trust: { mode: 'off' },
      origin: config.host,
      setMembers() {},
      endpoints: () => [],
      calls: () => noCalls,
      close: async () => {},
    },
    clock,
    log: createLogger('silent'),
    denials: createDenials(clock),
    facts: noFacts,
  };
  const poll = createResourcesPoll(instance);
  const state = createState({ started: momentOf(clock), version: 'bench' });
  const onDefect = (error: unknown) => {
    throw error;
  };
  const plainText = createPlainText({ clock, log: createLogger('silent') });
  const hub = createHub({ initial: state.current(), plainText, clock, onDefect, version: 'bench' });
  let alertConfig = factoryConfig;
  const parts = createParts({ onDefect, clock });
  const { guarded } = parts;
  const alerting = createAlerting({
    rules: createRules(),
    config: () => alertConfig,
    guarded,
    started: momentOf(clock),
  });
  let evaluated = 0;
  const evaluate: Alerting['evaluate'] = (...given) => {
    const before = performance.now();
    const outcome = alerting.evaluate(...given);
    evaluated += performance.now() - before;
    return outcome;
  };
  const notify = notifyWith(clock);
  let notified = 0;
  const timed = (run: () => void) => {
    const before = performance.now();
    run();
    notified += performance.now() - before;
  };
  const pipeline = createPipeline({
    notify: { ...notify, update: (alerts) => timed(() => notify.update(alerts)) },
    state,
    serverProblems: () => ({}),
    alerting: { ...alerting, evaluate },
    push: hub,
    parts,
    passes: createPasses(clock),
    clock,
  });
  const observe = numbered(pipeline.observe);
  let sent = 0;
  for (let i = 0; i < sockets; i++)
    hub.join(
      countingSocket((bytes) => (sent += i === 0 ? bytes : 0)),
      { protocol: 'deltas' },
    );
  // Sockets get updates only after the snapshot, which another thread compresses.
  while (sent === 0) await setImmediate();

  const parse: number[] = [];
  const cycle: number[] = [];
  const frames: number[] = [];
  const evaluation: number[] = [];
  const planning: number[] = [];
  const identity = { id: 'lab', kind: 'pve' as const, name: 'lab', host: config.host };
  for (const next of answers) {
    answer = next;
    now += POLL_MS;
    const t0 = performance.now();
    for (const text of Object.values(answer)) JSON.parse(text);
    const t1 = performance.now();
    const { value: outcome, dropped } = await countDropped(() => poll.run(AbortSignal.timeout(60_000)));
    sent = 0;
    evaluated = 0;
    notified = 0;
    observe({
      instance: identity,
      poll: 'resources',
      everyMs: POLL_MS,
      essential: true,
      ...momentOf(clock),
      tookMs: 0,
      calls: noCalls,
      endpoints: [],
      dropped,
      outcome,
    });
    const flush = due;
    due = [];
    for (const run of flush) run();
    timed(notify.tick);
    const t2 = performance.now();
    parse.push(t1 - t0);
    cycle.push(t2 - t1);
    frames.push(sent);
    evaluation.push(evaluated);
    planning.push(notified);
    const { vms, containers } = state.current();
    if (alerts > 0 && alertConfig === factoryConfig) alertConfig = alarming([...vms, ...containers], alerts);
  }
  // The first rounds warm up the compiler and send everything.
  const warm = Math.floor(answers.length / 3);
  const parseMs = median(parse.slice(warm));
  const cycleMs = median(cycle.slice(warm));
  const payloadBytes = Object.values(answers.at(-1) ?? {}).reduce((sum, text) => sum + text.length, 0);
  return {
    payloadBytes,
    parseMs,
    cycleMs,
    ratio: cycleMs / parseMs,
    alertsMs: median(evaluation.slice(warm)),
    active: state.current().activeAlerts.length,
    notifyMs: median(planning.slice(warm)),
    deltaBytes: median(frames.slice(warm)),
  };
}
