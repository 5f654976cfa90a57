// Microsoft Teams: MessageCards of Office 365 connectors.
import type { Notice } from '../../notice.ts';
import { cut, utf8Size } from '../../text/cut.ts';
import { factsOf } from '../../text/facts.ts';
import { alertLink, linkName } from '../../text/links.ts';
import { entryTitle, lineOf, summaryOf, titleOf } from '../../text/title.ts';
import { andMore, urgencyColour, urgencyOf } from '../../text/words.ts';
import { escapeHtml } from '../markdown.ts';
import { cardReceipt, factsThatFit } from '../teams-card.ts';
import type { WebhookService } from '../webhook.ts';

const text = (whole: string, most: number): string => cut(whole, most, { escape: escapeHtml });

export const teams: WebhookService = {
  key: 'teams',
  title: 'Microsoft Teams',
  perMinute: 60,
  urlPattern: 'https://{tenant}.webhook.office.com/webhookb2/{token}',
  instructions:
    'In Teams, open the connectors of the channel, add "Incoming Webhook" and copy its URL. Where Microsoft offers workflows instead, choose the service "Microsoft Teams (Adaptive Card)".',
  receipt: cardReceipt,
  render({ notice, publicUrl }) {
    const link = alertLink({ notice, publicUrl });
    const title = titleOf(notice);
    return [
      {
        body: {
          '@type': 'MessageCard',
          '@context': 'http://schema.org/extensions',
          themeColor: urgencyColour[urgencyOf(notice)].toString(16).padStart(6, '0'),
          summary: text(title, 300),
          sections: [
            {
              activityTitle: text(title, 300),
              activitySubtitle: text(summaryOf(notice), 1000),
              ...factsPart(notice),
              // Otherwise names could be Markdown.
              markdown: false,
            },
          ],
          ...(link && {
            potentialAction: [{ '@type': 'OpenUri', name: linkName(notice), targets: [{ os: 'default', uri: link }] }],
          }),
        },
      },
    ];
  },
};

function factsPart(notice: Notice): object {
  const [first] = notice.alerts;
  if (!first || notice.kind === 'test') return {};
  if (notice.alerts.length === 1) {
    return { facts: factsOf(notice, first).map(({ name, value }) => ({ name, value: text(value, 300) })) };
  }
  const all = notice.alerts.map((entry) => ({
    name: text(entryTitle(notice, entry), 150),
    value: text(lineOf(notice, entry), 300),
  }));
  const { facts, left } = factsThatFit(all, (fact) => utf8Size(JSON.stringify(fact)) + 1);
  return { facts, ...(left > 0 && { text: andMore(left, notice.words) }) };
}
