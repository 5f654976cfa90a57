// What the service worker of the web app shows. It fits into one push message: 3,993 bytes before encryption.
import type { PushPayload } from '@belfry/schema/notifications/push';
import type { Notice, NoticeAlert } from '../../notice.ts';
import type { Message } from '../../notifier.ts';
import { changeLine } from '../../text/change.ts';
import { cut, utf8Size } from '../../text/cut.ts';
import { forecastText } from '../../text/forecast.ts';
import { alertPath } from '../../text/links.ts';
import { placeBefore } from '../../text/names.ts';
import { summaryOf, titleOf } from '../../text/title.ts';

const MAX_TITLE = 200;
const MAX_BODY = 1500;

/** Nothing but this is shown, so that of one alert names its host too. */
const bodyOf = (summary: string, notice: Notice, alert: NoticeAlert): string =>
  [`${placeBefore(summary, notice, alert)}${summary}`, forecastText(alert, notice), changeLine(alert, notice)]
    .filter(Boolean)
    .join('\n');

export function payloadOf({ notice, key }: Message): PushPayload {
  const [first, ...others] = notice.alerts;
  const isOne = first !== undefined && others.length === 0;
  const isTest = notice.kind === 'test';
  const summary = summaryOf(notice);
  return {
    title: cut(titleOf(notice), MAX_TITLE, { size: utf8Size }),
    body: cut(isOne && !isTest ? bodyOf(summary, notice, first) : summary, MAX_BODY, { size: utf8Size }),
    // The end of an alert takes the place of its start on the screen.
    tag: isOne && !isTest ? first.occurrence : key,
    kind: notice.kind,
    level: first?.alert.level ?? 'warning',
    path: alertPath(notice),
  };
}
