// The last change before an alert is looked up when a message about it is sent. A journal that throws or does not answer costs a moment and the
// line, never the message.
import type { Alert } from '@belfry/schema/entities/alert';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Clock } from '../lib/clock.ts';
import type { Notice } from './notice.ts';
import type { Sender } from './notifier.ts';

export type ChangeBefore = (alert: Alert) => Promise<JournalEntry | undefined>;

const WAIT_MS = 2000;

interface PrecedingDeps {
  changeBefore: ChangeBefore;
  clock: Pick<Clock, 'after'>;
}

/** The sender with the change of messages about one alert. Those about several have a line for each and no room for it. */
export function preceding({ send, ...rest }: Sender, deps: PrecedingDeps): Sender {
  return {
    ...rest,
    send: async (message, signal) => send({ ...message, notice: await noticed(message.notice, deps) }, signal),
  };
}

async function noticed(notice: Notice, deps: PrecedingDeps): Promise<Notice> {
  const [first, ...others] = notice.alerts;
  if (!first || others.length > 0 || notice.kind === 'resolved' || notice.kind === 'test') return notice;
  const change = await soon(() => deps.changeBefore(first.alert), deps.clock);
  return change ? { ...notice, alerts: [{ ...first, change }] } : notice;
}

async function soon<T>(ask: () => Promise<T | undefined>, clock: PrecedingDeps['clock']): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>();
  const stop = clock.after(WAIT_MS, () => over.resolve(undefined));
  try {
    return await Promise.race([ask(), over.promise]);
  } catch {
    return undefined;
  } finally {
    stop();
  }
}
