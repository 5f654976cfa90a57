// The service of Belfry, as systemd runs it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SERVICE } from '@belfry/release/installation';

const run = promisify(execFile);

export interface Service {
  /** Resolves when it has stopped. */
  stop(): Promise<void>;
  /** Resolves before it is ready. */
  start(): Promise<void>;
}

const systemctl = async (...words: string[]): Promise<void> => {
  await run('systemctl', words).catch((error) => {
    throw new Error(`systemctl ${words.join(' ')} fails: ${`${error.stderr || error.message}`.trim()}`);
  });
};

export const systemd: Service = {
  stop: () => systemctl('stop', SERVICE),
  async start() {
    // after several failed starts it would refuse another one
    await systemctl('reset-failed', SERVICE).catch(() => undefined);
    await systemctl('start', '--no-block', SERVICE);
  },
};
