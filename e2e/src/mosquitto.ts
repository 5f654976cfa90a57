// A real broker of MQTT: Mosquitto, where the machine has it, with one user.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './product.ts';

export const USER = 'belfry';
export const PASSWORD = 'correct horse';

/** The reason why it cannot run here, for `ctx.skip`. */
export const noMosquitto = (): string | undefined =>
  ['mosquitto', 'mosquitto_passwd', 'mosquitto_sub'].some((name) => spawnSync(name, ['--help']).error)
    ? 'this machine has no Mosquitto with its clients'
    : undefined;

export interface Mosquitto {
  port: number;
  /** What is retained at a topic; undefined while there is nothing. */
  retained(topic: string): string | undefined;
  stop(): void;
}

export async function startMosquitto(): Promise<Mosquitto> {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-mosquitto-'));
  const port = await freePort();
  const passwords = path.join(dir, 'passwords');
  spawnSync('mosquitto_passwd', ['-b', '-c', passwords, USER, PASSWORD]);
  const file = path.join(dir, 'mosquitto.conf');
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\n${user}`);
  const child = spawn('mosquitto', ['-c', file], { stdio: 'ignore' });
  while (!(await answers(port))) await pause(50);
  return {
    port,
    retained(topic) {
      const who = ['-p', String(port), '-u', USER, '-P', PASSWORD];
      const { stdout } = spawnSync('mosquitto_sub', ['-h', '127.0.0.1', ...who, '-t', topic, '-C', '1', '-W', '1']);
      return stdout.toString().trim() || undefined;
    },
    stop() {
      child.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    }).on('error', () => done(false));
  });
