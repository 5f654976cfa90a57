// Messages that were sent while the database was away, in a file of the data directory: so that they are known after a crash too.
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Delivery } from '@belfry/schema/notifications/delivery';
import { Notice } from '@belfry/schema/notifications/notice';
import * as z from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { AlertsFile } from './alerts-file.ts';
import { Occurrence } from './alerts-store.ts';
import { Notified, type NotifiedRow, type OpenDelivery } from './outbox-store.ts';

/** A message, and what is not in the database of the alerts it is about and of what its destination knows. */
export interface LocalMessage {
  row: OpenDelivery;
  notified: readonly NotifiedRow[];
  occurrences: readonly Occurrence[];
}

const Line = z.object({
  row: z.object({ delivery: Delivery, notice: Notice, threads: z.record(z.string(), z.string()) }),
  notified: z.array(z.object({ notified: Notified, first: z.string().optional(), reached: z.boolean() })),
  occurrences: z.array(Occurrence),
});

const NAME = 'sent-without-database.jsonl';
const MAX_BYTES = 64 * 1024 * 1024;

export interface LocalOutbox {
  /** On the disk when it returns, if the disk accepts it. Otherwise a crash may send the message once more. */
  keep(message: LocalMessage): void;
  /** The newest line of each message. What cannot be read is left out. */
  read(): LocalMessage[];
  /** All of it is in the database. */
  clear(): void;
}

export function openLocalOutbox(dataDir: string, log: Pick<Logger, 'warn'>): LocalOutbox {
  const file = path.join(dataDir, NAME);
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let isRefused = false;

  function append(text: string): void {
    if (size > MAX_BYTES) throw new Error(`${NAME} has reached its limit of ${MAX_BYTES} bytes`);
    const out = openSync(file, 'a', 0o600);
    try {
      // A line that a crash cut off ends here.
      size += writeSync(out, `\n${text}\n`);
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
  }

  return {
    keep(message) {
      try {
        append(JSON.stringify(message));
        isRefused = false;
      } catch (error) {
        if (!isRefused)
          log.warn({ err: error }, 'A message that is sent without the database is not on the disk either.');
        isRefused = true;
      }
    },
    read() {
      if (size === 0) return [];
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      const found = lines.flatMap((line) => messageIn(line) ?? []);
      if (found.length < lines.length)
        log.warn({ file: NAME, lines: lines.length - found.length }, 'What cannot be read is left out.');
      return [...new Map(found.map((message) => [message.row.delivery.id, message])).values()];
    },
    clear() {
      if (size === 0) return;
      rmSync(file, { force: true });
      size = 0;
    },
  };
}

/** At the start of the active server, before anything is decided. */
export async function takeInLocal(
  local: Pick<LocalOutbox, 'read' | 'clear'>,
  file: Pick<AlertsFile, 'takeIn'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const messages = local.read();
  if (messages.length > 0) {
    const doubles = await file.takeIn(messages);
    log.warn(
      { messages: messages.length, doubles: doubles.length },
      'messages that were sent without the database are in it now',
    );
  }
  local.clear();
}

function messageIn(line: string): LocalMessage | undefined {
  try {
    const { notified, ...message } = Line.parse(JSON.parse(line));
    return { ...message, notified: notified.map((one) => ({ ...one, first: one.first })) };
  } catch {
    return undefined;
  }
}
