// Live updates as a browser gets them, made without a network and without waiting: the answers of a lab whose clock moves, through
// the product's own modules.
import { ok } from '@belfry/domain/result';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { configSchema } from '@belfry/schema/config/node';
import { createAlerting } from '../../apps/server/src/alerting/engine/alerting.ts';
import { createRules } from '../../apps/server/src/alerting/rules/registry.ts';
import { noCalls } from '../../apps/server/src/lib/call-counts.ts';
import { type Clock, momentOf } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { createPipeline } from '../../apps/server/src/pipeline.ts';
import { createDeltas } from '../../apps/server/src/push/deltas.ts';
import type { Frame } from '../../apps/server/src/push/encoding.ts';
import { countDropped } from '../../apps/server/src/sources/dropped.ts';
import { numbered } from '../../apps/server/src/sources/numbering.ts';
import { createDenials } from '../../apps/server/src/sources/proxmox-api/denials.ts';
import { noFacts } from '../../apps/server/src/sources/pve/facts.ts';
import { createResourcesPoll } from '../../apps/server/src/sources/pve/resources-poll.ts';
import { createState } from '../../apps/server/src/state/state.ts';
import { type Answers, POLL_MS, recordAnswers, START } from './cycle.ts';

/** `all`: a poll, which changes every guest. `stale`: every guest becomes stale. `current`: a poll after that. */
type UpdateKind = 'all' | 'stale' | 'current';

export interface RecordedUpdates {
  snapshot: Buffer;
  updates: { kind: UpdateKind; frame: Buffer }[];
}

/** Longer than a host may be silent. */
const SILENT_MS = 10 * POLL_MS;

/** `polls` updates; between any `each` of them the host is silent for a while. */
export async function recordUpdates(guests: number, polls: number, each: number): Promise<RecordedUpdates> {
  const answers = await recordAnswers(guests, polls + 1);
  let now = START;
  const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => {}, every: () => () => {} };
  let answer: Answers = {};
  const get = async (path: string) =>
    ok(JSON.parse(answer[path.split('?')[0] as string] ?? '{"data":null}').data as unknown);
  const secrets = { type: 'pve', name: 'lab', host: 'https://127.0.0.1', user: 'u', password: 'p' };
  const config = configSchema('pve').parse(secrets);
  const poll = createResourcesPoll({
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
  });
  const state = createState({ started: momentOf(clock), version: 'bench' });
  const encoding = createDeltas(state.current(), clock);
  let tick = () => {};
  let published: Frame | undefined;
  const pipeline = createPipeline({
    state,
    serverProblems: () => ({}),
    alerting: createAlerting({ rules: createRules(), config: () => factoryConfig, started: momentOf(clock) }),
    push: {
      publish(next) {
        const change = encoding.advance(next);
        if (typeof change === 'object') published = change.frame(undefined);
      },
      announce() {},
      clients: () => 1,
    },
    clock: {
      ...clock,
      every(_ms, run) {
        tick = run;
        return () => {};
      },
    },
  });
  pipeline.start();
  const observe = numbered(pipeline.observe);
  const frameOf = (frame: Frame | undefined): Buffer => Buffer.concat(frame?.buffers ?? []);

  let snapshot: Buffer | undefined;
  const updates: RecordedUpdates['updates'] = [];
  for (const [at, next] of answers.entries()) {
    answer = next;
    now += POLL_MS;
    const isAfterSilence = snapshot !== undefined && at % each === 0;
    if (isAfterSilence) {
      now += SILENT_MS;
      tick();
      updates.push({ kind: 'stale', frame: frameOf(published) });
    }
    const { value: outcome, dropped } = await countDropped(() => poll.run(AbortSignal.timeout(60_000)));
    observe({
      instance: { id: 'lab', kind: 'pve', name: 'lab', host: config.host },
      ...{ poll: 'resources', everyMs: POLL_MS, essential: true, ...momentOf(clock) },
      ...{ tookMs: 0, calls: noCalls, endpoints: [], dropped, outcome },
    });
    if (snapshot) updates.push({ kind: isAfterSilence ? 'current' : 'all', frame: frameOf(published) });
    else snapshot = frameOf(await encoding.initial()[0]);
  }
  return { snapshot: snapshot as Buffer, updates };
}
