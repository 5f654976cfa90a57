// Slack's incoming webhooks: blocks. Names are plain text there, where no markup and no mention exists.
import type { Notice } from '../../notice.ts';
import { cut } from '../../text/cut.ts';
import { factsOf } from '../../text/facts.ts';
import { insteadText } from '../../text/instead.ts';
import { alertLink, linkName, resourceLink } from '../../text/links.ts';
import { lineOf, summaryOf, titleOf } from '../../text/title.ts';
import { andMore, urgencyOf, urgencySign } from '../../text/words.ts';
import { escapeSlack } from '../markdown.ts';
import { objectIn } from '../receipt.ts';
import type { WebhookService } from '../webhook.ts';

/** The longest texts that Slack accepts; `alerts`: sections for alerts, of 50 blocks in all. */
const limits = { header: 150, section: 3000, link: 2500, field: 2000, fields: 10, alerts: 40 };

export const slack: WebhookService = {
  key: 'slack',
  title: 'Slack',
  // About one message a second.
  perMinute: 60,
  urlPattern: 'https://hooks.slack.com/services/{T}/{B}/{token}',
  instructions: 'In Slack, create an app, switch on Incoming Webhooks, add a webhook to a channel and copy its URL.',
  escapeValue: escapeSlack,
  // Others take messages for Slack too. Mattermost and Discord say `ok`, Rocket.Chat `success`, Zulip `result`; 204 has no room for a page.
  receipt: {
    looks: 'ok',
    isIn({ status, body }) {
      const { ok, success, result } = objectIn(body) ?? {};
      return /^"?ok"?$/i.test(body.trim()) || status === 204 || ok === true || success === true || result === 'success';
    },
  },
  render({ notice, publicUrl }) {
    const title = `${urgencySign[urgencyOf(notice)]} ${titleOf(notice)}`;
    const link = alertLink({ notice, publicUrl });
    const resource = resourceLink({ notice, publicUrl });
    const isGroup = notice.alerts.length > 1 && notice.kind !== 'test';
    const blocks = [
      { type: 'header', text: plain(title, limits.header) },
      ...(isGroup ? groupBlocks(notice) : singleBlocks(notice)),
      ...(link
        ? [context(anchor(link, linkName(notice)), ...(resource ? [anchor(resource.url, resource.name)] : []))]
        : []),
    ];
    // The text is what notifications of the system show.
    return [{ body: { text: cut(title, limits.section, { escape: escapeSlack }), mrkdwn: false, blocks } }];
  },
};

const plain = (text: string, most: number) => ({ type: 'plain_text', text: cut(text, most), emoji: false });
const context = (...elements: object[]) => ({ type: 'context', elements });
/** The name stands in markup, where "|" and ">" would end the link. */
const anchor = (url: string, name: string) => ({
  type: 'mrkdwn',
  text: `<${cut(url, limits.link, { escape: escapeSlack })}|${cut(name, 100, { escape: escapeLinkName })}>`,
});
const escapeLinkName = (character: string): string => (/[|*_~`]/.test(character) ? ' ' : escapeSlack(character));

function singleBlocks(notice: Notice): object[] {
  const [first] = notice.alerts;
  const facts = first && notice.kind !== 'test' ? factsOf(notice, first) : [];
  // There may be no room for all of them. The last line of every message is what was changed before.
  const change = facts.filter(({ id }) => id === 'change');
  const shown = [...facts.filter(({ id }) => id !== 'change').slice(0, limits.fields - change.length), ...change];
  return [
    { type: 'section', text: plain(summaryOf(notice), limits.section) },
    ...(facts.length > 0
      ? [{ type: 'section', fields: shown.map(({ name, value }) => plain(`${name}\n${value}`, limits.field)) }]
      : []),
  ];
}

function groupBlocks(notice: Notice): object[] {
  const shown = notice.alerts.slice(0, limits.alerts);
  const more = andMore(notice.alerts.length - shown.length, notice.words);
  const instead = insteadText(notice);
  return [
    ...(instead ? [{ type: 'section', text: plain(instead, limits.section) }] : []),
    ...shown.map((entry) => ({
      type: 'section',
      text: plain(`${urgencySign[urgencyOf(notice, entry)]} ${lineOf(notice, entry)}`, 500),
    })),
    ...(more ? [context(plain(more, limits.section))] : []),
  ];
}
