// The configured broker of MQTT: its settings, stored with the password sealed, and what is shown there.

import { ok } from '@belfry/domain/result';
import { MASK } from '@belfry/schema/notifications/mask';
import { MqttConfig, type MqttState } from '@belfry/schema/notifications/mqtt';
import type { ConfigPart } from '../../db/config-part.ts';
import { type Replacement, replaceAlone } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { type Answer, refuseField } from '../../lib/refusal.ts';
import { enterAgain, mayStay, type SecretPlace } from '../../lib/secret-place.ts';
import type { Failing } from '../outbox/failing.ts';
import { type MqttDisplay, openMqttDisplay } from '../services/mqtt/mqtt.ts';
import { isSameMachines, type Present } from './machines.ts';

export type Broker = ReturnType<typeof createBroker>;

export interface BrokerDeps {
  store: Pick<Store, 'settings' | 'secrets' | 'atomically'>;
  outgoing: Pick<Outgoing, 'connect' | 'problemOfHost'>;
  /** Its list of alerts is the same object while no alert changes. */
  present(): Present;
  /** The server shows a problem when the broker has not answered for ten minutes. */
  failing: Pick<Failing, 'failed' | 'succeeded' | 'forget'>;
  clock: Clock;
}

const KEY = 'notify/mqtt';
const PASSWORD = 'password';
const ID = 'mqtt';
const NAME = 'the MQTT broker';

const secretPlace = ({ host, port, username, tls }: Omit<MqttConfig, 'password'>): SecretPlace => ({
  address: [host, port, username],
  encryption: tls ? 1 : 0,
});

/** Where topics are: what is shown in one place is not replaced by what is shown in another. */
const placeOf = ({ host, port, topic, discoveryPrefix }: MqttConfig): string =>
  JSON.stringify([host, port, topic, discoveryPrefix]);

export function createBroker({ store, outgoing, present, failing, clock }: BrokerDeps) {
  const stored = (): MqttConfig => ({
    ...MqttConfig.parse(store.settings.get(KEY, MqttConfig) ?? {}),
    password: store.secrets.read(KEY).values.get(PASSWORD) ?? '',
  });
  let config = stored();
  let shown: Present | undefined;
  let display: MqttDisplay | undefined;
  let isStarted = false;

  function open(): void {
    if (!isStarted || !config.enabled || display) return;
    display = openMqttDisplay(config, { connect: outgoing.connect, clock });
    shown = undefined;
    tick();
  }
  function tick(): void {
    if (!display) return;
    const problem = display.problem();
    if (problem !== undefined) failing.failed({ id: ID, name: NAME }, problem);
    else if (display.isConnected()) failing.succeeded(ID);
    const now = present();
    if (
      shown &&
      shown.alerts === now.alerts &&
      shown.changes === now.changes &&
      isSameMachines(shown.machines, now.machines)
    )
      return;
    display.show(now);
    shown = now;
  }
  async function close(isForGood: boolean): Promise<void> {
    const last = display;
    display = undefined;
    failing.forget(ID);
    await last?.close(isForGood);
  }

  /** Checks a whole configuration with its password. */
  function prepare(next: MqttConfig): Answer<Replacement> {
    const { password, ...settings } = next;
    const problem = settings.host === '' ? undefined : outgoing.problemOfHost(settings.host, !settings.tls);
    if (problem) return refuseField('validation_error', 'host', problem);
    return ok({
      async write(tx) {
        await tx.settings.put(KEY, { ...settings, password: '' });
        if (password === '') await tx.secrets.remove(KEY, PASSWORD);
        else await tx.secrets.put(KEY, PASSWORD, password);
      },
      settle() {
        const before = config;
        config = stored();
        // The old connection says that Belfry is away. The new one says that it is there, so it must come later.
        void close(!config.enabled || placeOf(before) !== placeOf(config)).then(open);
      },
    });
  }
  const part: ConfigPart<'mqtt'> = { read: () => config, prepare };

  return {
    /** The password is the mask, or empty when there is none. */
    state(): MqttState {
      const problem = config.enabled ? display?.problem() : undefined;
      const password = config.password === '' ? '' : MASK;
      return {
        ...config,
        password,
        connected: display?.isConnected() ?? false,
        ...(problem !== undefined && { problem }),
      };
    },
    /** For the export of the configuration, with the password. */
    part,
    async replace({ password, ...settings }: MqttConfig): Promise<Answer<{ status: 'success' }>> {
      // A stored password is not sent to another broker.
      const isSame = mayStay(secretPlace(config), secretPlace(settings));
      const isKept = password === MASK || (password === '' && settings.username !== '' && isSame);
      if (isKept && !isSame) return enterAgain(PASSWORD);
      const prepared = prepare({ ...settings, password: isKept ? config.password : password });
      return replaceAlone(store, prepared, () => ({ status: 'success' }));
    },
    /** Called each second: shows what has changed since the last call. */
    tick,
    start() {
      isStarted = true;
      open();
    },
    async stop() {
      isStarted = false;
      await close(false);
    },
  };
}
