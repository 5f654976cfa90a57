// What a service of webhooks is: its words for the form, its limits, and how it makes requests of a message.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Message } from '../notifier.ts';
import type { Receipt } from './receipt.ts';

/** `body` is sent as JSON unless it is a text. Defaults: POST to the address of the webhook. Names of headers are in lower case. */
export interface Payload {
  body: unknown;
  url?: string;
  method?: Webhook['method'];
  headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  status: number;
  body: string;
}

/** A group that has another address now: the settings that lead to it, and what is said about it. */
export interface Moved {
  webhook: Webhook;
  address: string;
}

export interface WebhookService {
  key: Webhook['service'];
  title: string;
  /** Messages per minute that the service allows. */
  perMinute: number;
  urlPattern: string;
  instructions: string;
  /** Custom fields that it needs, with their titles. */
  requiredFields?: Readonly<Record<string, string>>;
  /** A template to begin with. */
  example?: string;
  /** The service takes text: a template for it need not give JSON. */
  isText?: true;
  /** Makes one character of a value that a template inserts safe for the markup of the service. */
  escapeValue?(character: string): string;
  /** What is wrong with the settings, for an administrator. */
  check?(webhook: Pick<Webhook, 'url' | 'customFields'>): string | undefined;
  /** More than one request only where a repeated one does no harm. */
  render(message: Message, webhook: Webhook): readonly Payload[];
  /** The request for a body that a template made. Default: the body as it is. */
  renderText?(text: string, message: Message, webhook: Webhook): Payload;
  /** How the service confirms a message. */
  receipt: Receipt;
  /** What an answer means that says too little by itself. */
  explain?(reply: Reply): Sentence | undefined;
  /** The service says that the receiver is somewhere else now. */
  moved?(reply: Reply, webhook: Webhook): Moved | undefined;
}
