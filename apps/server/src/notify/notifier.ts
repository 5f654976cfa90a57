// A service: the code that sends to one kind of destination. Each is a folder in services/.

import type { Words } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Connect } from '../lib/outgoing/connect.ts';
import type { GuardedRequest } from '../lib/outgoing/request.ts';
import type { Notice } from './notice.ts';
import type { End } from './plan/situation.ts';

/**
 * `words`: the answer or the error, for an administrator: at most 500 characters, without secrets. `sentence` says the same where it is
 * Belfry's own. `sentBytes`: the size of the message.
 */
export type SendResult =
  | { ok: true; status?: number; words: string; sentence?: Sentence | undefined; sentBytes?: number }
  | {
      ok: false;
      status?: number;
      words: string;
      sentence?: Sentence | undefined;
      sentBytes?: number;
      /** From `Retry-After`. */
      retryAfterMs?: number;
      /** The service will never accept this message. */
      refused?: boolean;
      /** The request was sent, and no answer came: the message may have arrived. */
      lost?: boolean;
    };

export interface Message {
  /** The id of the delivery, the same for each attempt: the idempotency key where a service has one. */
  key: string;
  notice: Notice;
  /** Where browsers find Belfry, without a slash at the end. Empty when it is not known: then the message has no links. */
  publicUrl: string;
  /** By the id of the occurrence: the key of the first message about it to this destination. For threads. */
  threads: Readonly<Record<string, string>>;
}

export interface ServiceDeps {
  request: GuardedRequest;
  /** For services that do not speak HTTP. */
  connect: Connect;
  clock: Clock;
  log: Logger;
  /** A receiver is somewhere else now: `after` takes the place of the stored webhook, if that is still `before`. */
  moved?(before: Webhook, after: Webhook): Promise<void>;
}

/**
 * A message that has left is not sent again before its answer, or before this time: some receivers answer only when they have passed it
 * on. A stop of the server does not wait for it (`outbox/worker.ts`).
 */
export const ANSWER_LIMIT_MS = 180_000;

export interface Service<Settings> {
  key: string;
  title: string;
  /** Requests per minute that the service allows. */
  perMinute: number;
  /** Opened when it is first needed, closed when the destination has changed. Libraries are imported lazily, inside. */
  open(settings: Settings, deps: ServiceDeps): Sender | Promise<Sender>;
}

export interface Sender {
  send(message: Message, signal: AbortSignal): Promise<SendResult>;
  /** Where it sends, without secrets, for the log. */
  target: string;
  close(): Promise<void>;
}

/** What a mirror shows. `ended`: alerts that ended within the last minutes. */
export interface MirrorView {
  active: readonly Alert[];
  ended: readonly End[];
  publicUrl: string;
  /** The name of the site of an alert; undefined for what this server watches itself. */
  siteOf?: ((alert: Alert) => string | undefined) | undefined;
  /** The last change before an alert. */
  changeOf?: ((alert: Alert) => JournalEntry | undefined) | undefined;
  /** Of its reader. Default: English. */
  words?: Words | undefined;
  /** Nothing of it is true: somebody tries the service. */
  isTest?: boolean;
}

/** A service that shows the present state instead of messages. It has no outbox and no quiet hours, and it gets all alerts. */
export interface Mirror {
  /** Called at each change, and every minute. */
  show(view: MirrorView, signal: AbortSignal): Promise<SendResult>;
  /** Where it sends, without secrets. */
  target: string;
  close(): Promise<void>;
}

export interface MirrorService<Settings> {
  key: string;
  title: string;
  open(settings: Settings, deps: ServiceDeps): Mirror | Promise<Mirror>;
  /** What it would post, and to which address. `now`: epoch ms. */
  preview(settings: Settings, view: MirrorView, now: number): { url: string; body: unknown };
}
