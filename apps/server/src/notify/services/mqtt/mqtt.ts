// Shows the present state at a broker of MQTT. A connection that ends is opened again, and everything is published anew; what an
// earlier run left there and is not true any more is removed.
import { englishWords } from '@belfry/domain/sentences/words';
import type { MqttConfig } from '@belfry/schema/notifications/mqtt';
import type { MqttClient } from 'mqtt';
import type { Cancel, Clock } from '../../../lib/clock.ts';
import type { Connect } from '../../../lib/outgoing/connect.ts';
import { failureOf } from '../../../lib/outgoing/failure.ts';
import { encrypted, UntrustedCertificate } from '../../../lib/outgoing/pinned-tls.ts';
import type { Present } from '../../mqtt/machines.ts';
import { wordsOfLanguage } from '../../speaking.ts';
import { availabilityTopic, discoveryFilter, stateFilter, topicsOf } from './topics.ts';

export type MqttDisplay = ReturnType<typeof openMqttDisplay>;

export interface MqttDeps {
  connect: Connect;
  clock: Clock;
}

const CONNECT_MS = 15_000;
const AGAIN_MS = 10_000;
const KEEPALIVE_S = 30;
const FAREWELL_MS = 2000;
/** After it subscribed, a broker sends what is retained within this time. */
const LEFT_MS = 1000;
/** Topics that others put below ours are not collected without end. */
const MAX_TOPICS = 50_000;

export function openMqttDisplay(settings: MqttConfig, { connect, clock }: MqttDeps) {
  const { host, port, tls, fingerprint, username, password } = settings;
  const over = new AbortController();
  let present: Present | undefined;
  let client: MqttClient | undefined;
  let words = englishWords;
  let problem: string | undefined;
  let again: Cancel = () => {};
  let cancelLeft: Cancel = () => {};
  /** What the broker has, as far as we know. */
  const published = new Map<string, string>();

  function publishAll(): void {
    if (!client?.connected || !present) return;
    const wanted = topicsOf(settings, present, words);
    for (const topic of published.keys()) if (!wanted.has(topic)) put(client, topic, '');
    for (const [topic, content] of wanted) if (published.get(topic) !== content) put(client, topic, content);
  }
  function put(to: MqttClient, topic: string, content: string): void {
    if (content === '') published.delete(topic);
    else published.set(topic, content);
    to.publish(topic, content, { qos: 1, retain: true });
  }

  async function open(): Promise<void> {
    words = await wordsOfLanguage(settings.language);
    const timeout = AbortSignal.timeout(CONNECT_MS);
    const socket = await connect({ host, port, plain: !tls }, AbortSignal.any([over.signal, timeout]));
    const { MqttClient: Client } = await import('mqtt');
    const stream = tls ? await encrypted(socket, host, fingerprint, AbortSignal.any([over.signal, timeout])) : socket;
    const opened = new Client(() => stream, {
      ...{ protocolVersion: 4, reconnectPeriod: 0, connectTimeout: CONNECT_MS, keepalive: KEEPALIVE_S },
      clientId: `belfry-${crypto.randomUUID().slice(0, 8)}`,
      ...(username !== '' && { username, password }),
      will: { topic: availabilityTopic(settings), payload: Buffer.from('offline'), qos: 1, retain: true },
    });
    opened.on('message', (topic, content, packet) => {
      // An earlier run left it. It counts as published, so that it is replaced or removed.
      if (!packet.retain || published.has(topic) || published.size >= MAX_TOPICS) return;
      published.set(topic, content.toString());
      cancelLeft();
      cancelLeft = clock.after(LEFT_MS, publishAll);
    });
    await new Promise<void>((done, failed) => {
      opened.once('error', failed);
      opened.once('close', () => failed(new Error('The broker closed the connection.')));
      opened.once('connect', () => done());
    }).catch((error) => {
      opened.end(true);
      throw error;
    });
    client = opened;
    problem = undefined;
    published.clear();
    opened.on('error', note);
    opened.once('close', () => {
      if (client === opened) client = undefined;
      retry('The connection to the broker has ended.');
    });
    await opened.subscribeAsync([discoveryFilter(settings), stateFilter(settings)], { qos: 1 });
    opened.publish(availabilityTopic(settings), 'online', { qos: 1, retain: true });
    publishAll();
  }
  const note = (error: unknown) => {
    if (error instanceof UntrustedCertificate) problem = failureOf(error, `${host}:${port}`, false).message;
    else problem = error instanceof Error ? error.message : String(error);
  };
  function retry(reason: string): void {
    problem ??= reason;
    if (!over.signal.aborted) again = clock.after(AGAIN_MS, start);
  }
  const start = (): Promise<void> =>
    open().catch((error) => {
      note(error);
      retry('');
    });
  void start();

  return {
    /** Called when something changed. It returns at once. */
    show(next: Present) {
      present = next;
      publishAll();
    },
    isConnected: (): boolean => client?.connected ?? false,
    /** Why it cannot be shown now, for an administrator and without secrets. */
    problem: (): string | undefined => problem,
    /** `isForGood`: nothing is shown there any more, so what was shown is removed. Otherwise it is marked as not up to date. */
    async close(isForGood: boolean) {
      over.abort();
      again();
      cancelLeft();
      const last = client;
      client = undefined;
      if (!last?.connected) return;
      if (isForGood) for (const topic of [...published.keys()]) put(last, topic, '');
      last.publish(availabilityTopic(settings), 'offline', { qos: 1, retain: true });
      // It waits until the broker has confirmed everything, but not for a broker that does not answer.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(FAREWELL_MS, resolve);
      await Promise.race([last.endAsync().catch(() => {}), late]);
      cancel();
      last.end(true);
    },
  };
}
