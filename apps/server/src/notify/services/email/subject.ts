// The subject and the headers of a message: stable, so that rules of a mail program can sort by them.
import { englishWords } from '@belfry/domain/sentences/words';
import type { Notice } from '../../notice.ts';
import { cut } from '../../text/cut.ts';
import { titleWithoutLevel } from '../../text/title.ts';
import { urgencyOf } from '../../text/words.ts';

const MAX_SUBJECT = 200;

/**
 * `[Belfry] CRITICAL web-1 - CPU usage`: the prefix, the level in capitals, the title. The dash is ASCII: a header with another
 * character is encoded as a whole, and simple filters would not find the prefix.
 */
export function subjectOf(notice: Notice): string {
  const { words = englishWords } = notice;
  const title = titleWithoutLevel(notice).replaceAll(' – ', ' - ');
  return cut(
    `[Belfry] ${words.say({ id: `mail.${urgencyOf(notice)}` })} ${title}`.replace(/[\p{Cc}\s]+/gu, ' '),
    MAX_SUBJECT,
  );
}

/** No automatic answers, and the facts by which mail can be sorted. */
export function headersOf(notice: Notice, key: string): Record<string, string> {
  const types = new Set(notice.alerts.map(({ alert }) => alert.type));
  const urgency = urgencyOf(notice);
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'X-Belfry-Level': urgency,
    'X-Belfry-Event': notice.kind,
    'X-Belfry-Alerts': String(notice.alerts.length),
    'X-Belfry-Types': [...types]
      .slice(0, 10)
      .join(', ')
      .replace(/[^\x20-\x7e]/g, '?'),
    'X-Belfry-Delivery': key.replace(/[^\x21-\x7e]/g, '?'),
  };
}
