// The ids of messages, so that a mail program shows the messages about one occurrence as one thread.
import { createHash } from 'node:crypto';
import type { Message } from '../../notifier.ts';
import { domainOf } from './greeting.ts';

export interface Thread {
  messageId: string;
  /** The first message about each alert of this one, without itself. */
  references: string[];
}

/** An id is made of the key of the delivery, so a message that is sent again has the same. `from` is an address. */
export function threadOf({ key, notice, threads }: Message, from: string): Thread {
  const domain = idDomainOf(from);
  const idOf = (delivery: string) => `<${createHash('sha256').update(delivery).digest('hex').slice(0, 32)}@${domain}>`;
  const messageId = idOf(key);
  const known = notice.alerts.flatMap(({ occurrence }) => threads[occurrence] ?? []);
  const references = [...new Set(known.map(idOf))].filter((id) => id !== messageId);
  // A header of a thousand ids helps nobody.
  return { messageId, references: references.slice(0, MAX_REFERENCES) };
}

const MAX_REFERENCES = 20;

/** Some servers refuse ids without a domain of the sender. Only characters that a header may contain. */
const idDomainOf = (from: string): string => {
  const domain = domainOf(from);
  return /^[\w.-]+$/.test(domain) ? domain : 'belfry.invalid';
};
