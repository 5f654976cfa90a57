// A message as a mail: subject, headers, thread, text and HTML.
import type { Message } from '../../notifier.ts';
import { urgencyOf } from '../../text/words.ts';
import { contentOf } from './content.ts';
import { htmlOf } from './html.ts';
import { plainOf } from './plain.ts';
import { headersOf, subjectOf } from './subject.ts';
import { threadOf } from './thread.ts';

export interface Envelope {
  from: string;
  to: readonly string[];
  /** Empty: answers go to the sender. */
  replyTo: string;
}

export function composed(message: Message, { from, to, replyTo }: Envelope) {
  const { notice, key } = message;
  const content = contentOf(message);
  const { messageId, references } = threadOf(message, from);
  const [first] = references;
  return {
    from,
    to: [...to],
    ...(replyTo && { replyTo }),
    subject: subjectOf(notice),
    messageId,
    ...(first !== undefined && { inReplyTo: first, references }),
    date: new Date(notice.at),
    headers: headersOf(notice, key),
    ...(urgencyOf(notice) === 'critical' && { priority: 'high' as const }),
    text: plainOf(content),
    html: htmlOf(content),
  };
}
