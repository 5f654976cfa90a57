import { X509Certificate } from 'node:crypto';
import { createCertificate } from '@belfry/lab/certificate';
import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { fakeClock } from '../../../lib/fake-clock.ts';
import type { Present } from '../../mqtt/machines.ts';
import { alertWith } from '../../testing/notices.ts';
import { everythingAllowed, trust } from '../../testing/outgoing.ts';
import { type MqttDisplay, openMqttDisplay } from './mqtt.ts';
import { brokers, hasMosquitto, PASSWORD, startSecureBroker, subscribe, USER } from './testing/brokers.ts';

const machine = (id: string) => ({ id, name: id.toUpperCase(), model: 'Proxmox VE node' });
const node = machine('home-pve1');
const other = machine('home-pve/2');
const cpu = alertWith({ level: 'critical', node: 'pve1', metadata: { instanceId: 'home' } });

const settings = (port: number, change: Partial<MqttConfig> = {}): MqttConfig => ({
  ...MqttConfig.parse({ enabled: true, host: '127.0.0.1', port, tls: false, username: USER, password: PASSWORD }),
  ...change,
});

function displayAt(port: number, change: Partial<MqttConfig> = {}, clock = systemClock): MqttDisplay {
  const display = openMqttDisplay(settings(port, change), { connect: everythingAllowed().connect, clock });
  onTestFinished(() => display.close(false));
  return display;
}
const shown = (present: Partial<Present>): Present => ({ alerts: [], machines: [], ...present });
const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const PROBLEM = 'belfry/machines/home-pve1/problem';
const CONFIG = 'homeassistant/binary_sensor/belfry/home-pve1_problem/config';

for (const [name, start] of Object.entries(brokers)) {
  const skip = name === 'mosquitto' && !hasMosquitto && 'this machine has no Mosquitto';
  const run = (title: string, work: () => Promise<void>) =>
    test(`${name}: ${title}`, { timeout: 30_000 }, (context) => (skip ? context.skip(skip) : work()));

  run('a machine is on while it has alerts, says which, and is off afterwards', async () => {
    const { port } = await start();
    const display = displayAt(port);
    display.show(shown({ machines: [node, other], alerts: [cpu] }));
    const { topics } = await subscribe(port);
    await soon(() => expect(topics.get(PROBLEM)).toBe('ON'));
    await soon(() =>
      expect(JSON.parse(topics.get('belfry/machines/home-pve1/alerts') ?? '{}')).toMatchObject({
        count: 1,
        critical: 1,
        alerts: [{ resource: 'web-1', level: 'critical' }],
      }),
    );
    expect([topics.get('belfry/machines/home-pve_2f_2/problem'), topics.get('belfry/status')]).toEqual([
      'OFF',
      'online',
    ]);
    display.show(shown({ machines: [node, other] }));
    await soon(() => expect(topics.get(PROBLEM)).toBe('OFF'));
  });

  run('Home Assistant discovers one device per machine, and a machine that is gone is removed', async () => {
    const { port } = await start();
    const display = displayAt(port);
    display.show(shown({ machines: [node, other] }));
    const { topics } = await subscribe(port);
    await soon(() => expect(topics.has(CONFIG)).toBe(true));
    expect(JSON.parse(topics.get(CONFIG) ?? '')).toMatchObject({
      ...{ device_class: 'problem', unique_id: 'belfry_home-pve1_problem', state_topic: PROBLEM },
      ...{ availability_topic: 'belfry/status', json_attributes_topic: 'belfry/machines/home-pve1/alerts' },
      device: {
        identifiers: ['belfry_home-pve1'],
        name: 'HOME-PVE1',
        model: 'Proxmox VE node',
        via_device: 'belfry_belfry',
      },
    });
    display.show(shown({ machines: [other] }));
    await soon(() => expect([...topics.keys()].filter((topic) => topic.includes('pve1'))).toEqual([]));
  });

  run('what an earlier run left there and is not true any more is removed', async () => {
    const { port } = await start();
    const before = displayAt(port);
    before.show(shown({ machines: [node, other], alerts: [cpu] }));
    const { topics } = await subscribe(port);
    await soon(() => expect(topics.get(PROBLEM)).toBe('ON'));
    await before.close(false);
    await soon(() => expect(topics.get('belfry/status')).toBe('offline'));
    displayAt(port).show(shown({ machines: [other] }));
    await soon(() => expect([...topics.keys()].filter((topic) => topic.includes('pve1'))).toEqual([]));
    expect(topics.get('belfry/machines/home-pve_2f_2/problem')).toBe('OFF');
  });

  run('when it is switched off for good, nothing of it stays', async () => {
    const { port } = await start();
    const display = displayAt(port);
    display.show(shown({ machines: [node], alerts: [cpu] }));
    const { topics } = await subscribe(port);
    await soon(() => expect(topics.get(PROBLEM)).toBe('ON'));
    await display.close(true);
    await soon(() => expect([...topics.keys()]).toEqual(['belfry/status']));
  });

  run('a broker that was away gets the present state when it is back', async () => {
    const broker = await start();
    const clock = fakeClock();
    const display = displayAt(broker.port, {}, clock);
    display.show(shown({ machines: [node] }));
    await soon(() => expect(display.isConnected()).toBe(true));
    await broker.stop();
    await soon(() => expect(display.problem()).toBeDefined());
    display.show(shown({ machines: [node], alerts: [cpu] }));
    await broker.start();
    await soon(async () => {
      await clock.advance(10_000);
      expect(display.isConnected()).toBe(true);
    });
    const { topics } = await subscribe(broker.port);
    await soon(() => expect(topics.get(PROBLEM)).toBe('ON'));
    expect(display.problem()).toBeUndefined();
  });

  run('a wrong password is a problem that says so, and it is tried again', async () => {
    const { port } = await start();
    const display = displayAt(port, { password: 'wrong' });
    await soon(() => expect(display.problem()).toMatch(/not authori[sz]ed|bad user name or password/i));
    expect(display.isConnected()).toBe(false);
  });
}

test('names, ids and messages of any kind make valid topics and JSON', async () => {
  const { port } = await brokers.aedes();
  const odd = { id: 'home-+/#$é"\u0000', name: 'é"<b>', model: 'x' };
  displayAt(port).show(shown({ machines: [odd], alerts: [alertWith({ resourceId: odd.id, message: '"\\\n#' })] }));
  const { topics } = await subscribe(port);
  await soon(() => expect([...topics.values()].filter((content) => content === 'ON')).toHaveLength(1));
});

test('with TLS the certificate of the broker is checked', async () => {
  const certificate = await createCertificate('broker', '127.0.0.1');
  const { port } = await startSecureBroker(certificate);
  const doubting = displayAt(port, { tls: true });
  const { fingerprint256: fingerprint } = new X509Certificate(certificate.cert);
  await soon(() => expect(doubting.problem()).toContain(`It has the SHA-256 fingerprint ${fingerprint}.`));
  const pinned = displayAt(port, { tls: true, fingerprint });
  await soon(() => expect(pinned.isConnected()).toBe(true));
  const other = displayAt(port, { tls: true, fingerprint: 'AB:'.repeat(31).concat('CD') });
  await soon(() => expect(other.problem()).toContain(`the SHA-256 fingerprint ${fingerprint}, but AB:AB:`));
  trust(certificate.cert);
  const trusting = displayAt(port, { tls: true });
  await soon(() => expect(trusting.isConnected()).toBe(true));
});
