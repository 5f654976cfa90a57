// A notice in the language of its reader. What a host called its resources is one line of text, as every service may show it.

import type { Words } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';
import { oneLine } from '@belfry/schema/one-line';
import type { Notice, NoticeAlert } from '../notice.ts';

export const told = (notice: Notice, words: Words): Notice => {
  const { insteadOf } = notice;
  return {
    ...notice,
    words,
    alerts: notice.alerts.map((entry) => entryIn(words, entry)),
    ...(insteadOf && { insteadOf: { ...insteadOf, why: said(words, insteadOf.sentence, insteadOf.why) } }),
  };
};

/** The alert with its message in this language. Without a sentence an older version stored it, and it stays as it is. */
export const alertIn = (words: Words, alert: Alert): Alert => ({
  ...alert,
  message: said(words, alert.sentence, alert.message),
});

const said = (words: Words, sentence: Alert['sentence'], english: string): string =>
  sentence ? oneLine(words.say(sentence, english)) : english;

function entryIn(words: Words, entry: NoticeAlert): NoticeAlert {
  const { alert, now } = entry;
  return {
    ...entry,
    alert: alertIn(words, alert),
    ...(now?.message !== undefined && { now: { ...now, message: said(words, now.sentence, now.message) } }),
  };
}
