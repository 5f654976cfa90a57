// Takes a reading of everything in each interval, and sends it to one engine.
import type { ExportConfig } from '@belfry/schema/history/exports';
import type { Moment } from '../../lib/clock.ts';
import type { Readings } from '../exposition/collect.ts';
import type { Take } from './format.ts';
import { createSender, type Sender, type SenderDeps } from './sender.ts';

export interface ExporterDeps extends SenderDeps {
  config(): ExportConfig;
  readings(): Readings;
}

export interface Exporter extends Pick<Sender, 'status' | 'trouble' | 'follow' | 'stop'> {
  /** Called once a second. */
  tick(now: Moment): void;
}

export function createExporter({ readings, ...deps }: ExporterDeps): Exporter {
  const { config, format, onDefect } = deps;
  const sender = createSender(deps);
  let taken = Number.NaN;
  let isStopped = false;
  let before: Take | undefined;

  async function take(at: number): Promise<void> {
    const encode = await format.encoder();
    const next: Take = { readings: readings(), at, added: config().labels };
    await sender.put([...encode(next, before)], at);
    before = next;
    sender.wake();
  }

  return {
    status: sender.status,
    trouble: sender.trouble,
    tick({ at }) {
      const { enabled, intervalSeconds } = config();
      if (!enabled || isStopped) return;
      const step = Math.floor(at / (intervalSeconds * 1000));
      if (step === taken) return sender.wake();
      taken = step;
      void take(at).catch((error) => {
        taken = Number.NaN;
        onDefect(error, 'an export');
      });
    },
    async follow() {
      await sender.follow();
      if (config().enabled) return;
      taken = Number.NaN;
      before = undefined;
    },
    stop() {
      isStopped = true;
      return sender.stop();
    },
  };
}
