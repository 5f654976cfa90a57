// A simulated backup server and a source that monitors it, for tests. Both use one clock, which moves only when a test
// moves it.
import { type BackupServerOptions, startBackupServer, type TokenRole } from '@belfry/lab/pbs/server';
import { configSchema } from '@belfry/schema/config/node';
import { fakeClock } from '../../../lib/fake-clock.ts';
import { createLogger } from '../../../lib/logger.ts';
import { createSource } from '../../registry.ts';

export const START = Date.parse('2026-11-21T12:00:00Z');

export async function setUp(
  options: BackupServerOptions = {},
  given: { role?: TokenRole; [field: string]: unknown } = {},
) {
  const clock = fakeClock(START);
  const lab = await startBackupServer({ snapshots: 300, seed: 4, authDelayMs: 0, clock: clock.now, ...options });
  const { role = 'audit', ...fields } = given;
  const config = configSchema('pbs').parse({ ...lab.config(role), ...fields });
  const source = createSource(config, { clock, log: createLogger('silent'), random: () => 0.5 });
  const run = (name: string) => {
    const poll = source.polls.find((p) => p.name === name);
    if (!poll) throw new Error(`no poll ${name}`);
    return poll.run(new AbortController().signal);
  };
  let hasListed = false;
  /** All backups are listed every five minutes. */
  const attempt = async (name: string) => {
    if (name === 'backups' && hasListed) await clock.advance(5 * 60_000);
    if (name === 'backups') hasListed = true;
    return run(name);
  };
  return {
    clock,
    lab,
    source,
    attempt,
    async poll(name: string) {
      const outcome = await attempt(name);
      if (!outcome.ok) throw new Error(outcome.error.message);
      return outcome.value;
    },
    /** One minute in which no full list is due and few calls are made. */
    async look() {
      await clock.advance(60_000);
      const outcome = await run('backups');
      if (!outcome.ok) throw new Error(outcome.error.message);
      return outcome.value;
    },
    /** The paths of the calls to the server during `run`. */
    async callsOf(run: () => Promise<unknown>) {
      lab.requests.clear();
      await run();
      return lab.requests.recent().map((r) => r.path.replace('/admin/datastore/{store}/', ''));
    },
    async [Symbol.asyncDispose]() {
      await source.close();
      await lab.stop();
    },
  };
}
