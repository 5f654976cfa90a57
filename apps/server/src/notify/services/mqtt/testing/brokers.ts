// Brokers of MQTT for tests: one from npm, which is always there, and Mosquitto, where the machine has it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../../db/testing/free-port.ts';

export interface TestBroker {
  port: number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const USER = 'belfry';
export const PASSWORD = 'correct horse';

interface Certificate {
  cert: string;
  key: string;
}

/** What is retained stays while it is stopped. With a certificate it speaks TLS. */
async function startAedes(tls?: Certificate): Promise<TestBroker> {
  const aedes = await Aedes.createBroker({
    authenticate: (_client, username, password, done) =>
      done(null, username === USER && password?.toString() === PASSWORD),
  });
  const port = await freePort();
  const listen = (serve: (socket: Duplex) => void) => (tls ? createTlsServer(tls, serve) : createServer(serve));
  let server = listen(() => {});
  const sockets = new Set<{ destroy(): void }>();
  const broker: TestBroker = {
    port,
    async start() {
      server = listen((socket) => {
        sockets.add(socket);
        aedes.handle(socket);
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
  await broker.start();
  onTestFinished(async () => {
    await broker.stop();
    aedes.close();
  });
  return broker;
}

export const hasMosquitto = spawnSync('mosquitto', ['-h']).error === undefined;

async function startMosquitto(): Promise<TestBroker> {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-mosquitto-'));
  const port = await freePort();
  const passwords = path.join(dir, 'passwords');
  spawnSync('mosquitto_passwd', ['-b', '-c', passwords, USER, PASSWORD]);
  const config = path.join(dir, 'mosquitto.conf');
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\npersistence true\npersistence_location ${dir}/\n${user}`,
  );
  let child: ChildProcess | undefined;
  const broker: TestBroker = {
    port,
    async start() {
      child = spawn('mosquitto', ['-c', config], { stdio: 'ignore' });
      for (let tries = 0; tries < 100; tries++) {
        const client = await subscribe(port).catch(() => undefined);
        if (client) return client.close();
        await wait(50);
      }
      throw new Error('Mosquitto did not start.');
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
  await broker.start();
  onTestFinished(async () => {
    await broker.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return broker;
}

export const startSecureBroker = (tls: Certificate): Promise<TestBroker> => startAedes(tls);
export const brokers = { aedes: () => startAedes(), mosquitto: startMosquitto };

/** Another client, which sees what is retained and what is published. */
export async function subscribe(port: number) {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: USER,
    password: PASSWORD,
    reconnectPeriod: 0,
  });
  const topics = new Map<string, string>();
  client.on('message', (topic, content) => {
    if (content.length === 0) topics.delete(topic);
    else topics.set(topic, content.toString());
  });
  await client.subscribeAsync('#', { qos: 1 });
  return { topics, client, close: () => client.endAsync(true) };
}
