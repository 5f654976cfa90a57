// A trial of a destination: sends a test message now and gives the real answer. Nothing is stored or tried again.
import { randomUUID } from 'node:crypto';
import type { LanguageTag } from '@belfry/schema/languages/languages';
import type { Clock } from '../lib/clock.ts';
import { TEST_TIMEOUT_MS } from '../lib/outgoing/request.ts';
import type { Sender, SendResult } from './notifier.ts';
import { speaking } from './speaking.ts';
import { sampleNotice } from './text/sample.ts';

export interface TrialDeps {
  clock: Clock;
  publicUrl(): string;
  language: LanguageTag;
}

/** Closes the sender afterwards. */
export async function trySender(
  opened: Sender | Promise<Sender>,
  { clock, publicUrl, language }: TrialDeps,
): Promise<SendResult> {
  const sender = await speaking(opened, language);
  const timeout = new AbortController();
  const cancel = clock.after(TEST_TIMEOUT_MS, () => timeout.abort());
  try {
    const message = { key: randomUUID(), notice: sampleNotice(clock.now()), publicUrl: publicUrl(), threads: {} };
    return await sender.send(message, timeout.signal);
  } finally {
    cancel();
    await sender.close();
  }
}
