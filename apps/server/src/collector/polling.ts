// What a collector polls: the instances that the server has assigned, with the sources that the server itself uses.
import { fail } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import type { AssignedInstance } from '@belfry/schema/collect/down';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Observation } from '@belfry/schema/messages/observation';
import { createClusters } from '../admin/nodes/clusters.ts';
import { createPollers } from '../admin/nodes/pollers.ts';
import { openConfig, withoutSecrets } from '../collect/config-secrets.ts';
import type { KeyPair } from '../collect/keys.ts';
import type { StoredInstance } from '../db/instances-store.ts';
import { noCalls } from '../lib/call-counts.ts';
import { type Clock, iso, momentOf } from '../lib/clock.ts';
import { readCertificate } from '../lib/host-certificate.ts';
import type { Logger } from '../lib/logger.ts';
import type { GuardedTask } from '../lib/parts.ts';
import { numbered } from '../sources/numbering.ts';
import { startPolling } from '../sources/poller.ts';
import { connectBy, createSource } from '../sources/registry.ts';
import type { Observe } from '../sources/source.ts';
import type { Answer, Question } from './questions.ts';
import { createScanning } from './scanning.ts';

export interface PollingDeps {
  /** Opens the secrets. */
  key: KeyPair;
  observe(observation: Observation): void;
  guardedTask: GuardedTask;
  clock: Clock;
  log: Logger;
}

type Unpolled = Omit<Extract<CollectUp, { type: 'unpolled' }>, 'type'>;

export interface CollectorPolling {
  /** Returns those that cannot be polled. */
  follow(instances: readonly AssignedInstance[]): Promise<Unpolled[]>;
  hurry(instance: string, about: string): void;
  answer(question: Question): Promise<Answer>;
  /** The server has read another program meanwhile, so the run of this one is over. From now on it is a new one. */
  renumber(): void;
  /** The name and the kind of what is polled. */
  instances(): readonly StoredInstance[];
  stop(): Promise<void>;
}

const ASK_MS = 10_000;

export function createPolling({ key, observe, guardedTask, clock, log }: PollingDeps): CollectorPolling {
  let assigned = new Map<string, AssignedInstance>();
  let polled: readonly StoredInstance[] = [];
  const callMsOf = (id: string) => assigned.get(id)?.callMs ?? ASK_MS;
  const memories = new Map<string, unknown>();
  const memoryAt = (place: string) => ({
    recall: () => memories.get(place),
    keep: (value: unknown) => void memories.set(place, value),
  });
  const connect = connectBy(clock, () => ASK_MS);
  const scanning = createScanning(clock);
  const clusters = createClusters({
    connect,
    clock,
    memory: {
      recall: (id) => memories.get(`clusters/${id}`),
      keep: (id, value) => void memories.set(`clusters/${id}`, value),
    },
    isPolled: () => true,
    found() {},
  });
  const numbering = () => numbered(observe, (id) => assigned.get(id)?.epoch ?? 0);
  let number = numbering();
  const emit: Observe = (observation) => number(observation);
  const pollers = createPollers({
    guardedTask,
    after: clock.after,
    start(config) {
      const { id } = config;
      const source = createSource(config, {
        ...{ clock, log, random: Math.random, callMs: () => callMsOf(id) },
        cluster: clusters.memoryOf(id, config.host),
        guests: memoryAt(`guests/${id}`),
      });
      const everyMs = () => assigned.get(id)?.everyMs ?? 10_000;
      return startPolling(source, {
        clock,
        random: Math.random,
        observe: emit,
        log,
        everyMs,
        neighbours: polled.length - 1,
      });
    },
    rename() {},
    forget: (id) => void memories.delete(`guests/${id}`),
  });

  /** The instance fails as if its host had refused the secret: the centre shows why, until the secret is entered again. */
  function refuse(id: string, config: AssignedInstance['config']): void {
    const readable = withoutSecrets(config);
    if (!readable) return;
    const source = createSource({ ...readable, id }, { clock, log, random: Math.random });
    const poll = source.polls.find(({ essential }) => essential);
    if (!poll) return;
    const sentence = { id: 'site.unreadable' } as const;
    const error = { kind: 'auth', message: english(sentence), sentence } as const;
    const { name, essential, everyMs } = poll;
    const counts = { tookMs: 0, calls: noCalls, endpoints: [], dropped: 0 };
    emit({
      instance: source.instance,
      poll: name,
      essential,
      everyMs,
      ...momentOf(clock),
      ...counts,
      outcome: fail(error),
    });
  }

  async function certificateOf(host: unknown): Promise<Answer> {
    const origin = URL.parse(String(host))?.origin;
    const read = origin === undefined || origin === 'null' ? undefined : await readCertificate(origin, clock);
    if (read?.ok) return read;
    const { kind, sentence } = read?.error ?? ({ kind: 'bad-payload', sentence: { id: 'site.noHost' } } as const);
    return { ok: false, error: { kind, message: english(sentence), sentence } };
  }

  return {
    async follow(instances) {
      const unpolled: Unpolled[] = [];
      const next: StoredInstance[] = [];
      assigned = new Map(instances.map((instance) => [instance.id, instance]));
      for (const { id, config } of instances) {
        const opened = await openConfig(config, key);
        if (opened.ok) next.push({ id, instance: id, config: opened.value, createdAt: 0, changedAt: 0 });
        else {
          unpolled.push({ instance: id, why: opened.error });
          refuse(id, config);
        }
      }
      const before = polled;
      polled = next;
      clusters.follow(next);
      await pollers.reconcile(before, next);
      pollers.retime();
      return unpolled;
    },
    hurry: (instance, about) => void pollers.hurry(instance, about),
    async answer({ what, config, drill }) {
      if (what === 'certificate') return certificateOf(config.host);
      if (what === 'scan') return scanning.scan(String(config.subnet ?? ''));
      const opened = await openConfig(config, key);
      if (!opened.ok)
        return { ok: false, error: { kind: 'auth', message: 'The secret is sealed to another collector.' } };
      const over = new AbortController();
      const cancel = clock.after(ASK_MS, () => over.abort());
      const connection = connect(opened.value, over.signal);
      try {
        const at = iso(clock.now());
        if (what === 'test') return await connection.test(at);
        if (drill) return await connection.drill(drill, clock.now());
        const read = await connection.readCluster(at);
        return read.ok ? { ok: true, value: read.value ?? null } : read;
      } finally {
        cancel();
        await connection.close();
      }
    },
    renumber() {
      number = numbering();
    },
    instances: () => polled,
    async stop() {
      scanning.stop();
      clusters.stop();
      await pollers.stop();
    },
  };
}
