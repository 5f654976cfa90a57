// Microsoft Teams: an Adaptive Card 1.4, for workflows and connectors.
import type { Notice } from '../../notice.ts';
import { cut, utf8Size } from '../../text/cut.ts';
import { factsOf } from '../../text/facts.ts';
import { alertLink, linkName, resourceLink } from '../../text/links.ts';
import { entryTitle, lineOf, summaryOf, titleOf } from '../../text/title.ts';
import { andMore, type Urgency, urgencyOf } from '../../text/words.ts';
import { escapeMarkdown } from '../markdown.ts';
import { cardReceipt, factsThatFit } from '../teams-card.ts';
import type { WebhookService } from '../webhook.ts';

const colours: Record<Urgency, string> = {
  critical: 'attention',
  warning: 'warning',
  resolved: 'good',
  information: 'accent',
};

const text = (whole: string, most: number): string => cut(whole, most, { escape: escapeMarkdown });
const action = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url });
const textBlock = (content: string, more: object = {}) => ({ type: 'TextBlock', text: content, wrap: true, ...more });

export const teamsAdaptive: WebhookService = {
  key: 'teams-adaptive',
  title: 'Microsoft Teams (Adaptive Card)',
  perMinute: 60,
  urlPattern: 'https://{region}.logic.azure.com/workflows/{id}/triggers/manual/paths/invoke?{parameters}',
  instructions:
    'In Teams, add the workflow "Post to a channel when a webhook request is received" to the channel and copy its URL. URLs of incoming webhooks work too.',
  receipt: cardReceipt,
  render({ notice, publicUrl }) {
    const link = alertLink({ notice, publicUrl });
    const resource = resourceLink({ notice, publicUrl });
    const content = {
      type: 'AdaptiveCard',
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      version: '1.4',
      body: [
        textBlock(text(titleOf(notice), 300), { weight: 'Bolder', size: 'Medium', color: colours[urgencyOf(notice)] }),
        textBlock(text(summaryOf(notice), 1000)),
        ...factBlocks(notice),
      ],
      ...(link && {
        actions: [action(linkName(notice), link), ...(resource ? [action(cut(resource.name, 100), resource.url)] : [])],
      }),
      msteams: { width: 'Full' },
    };
    return [
      {
        body: {
          type: 'message',
          attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
        },
      },
    ];
  },
};

function factBlocks(notice: Notice): object[] {
  const [first] = notice.alerts;
  if (!first || notice.kind === 'test') return [];
  if (notice.alerts.length === 1) {
    return [
      {
        type: 'FactSet',
        facts: factsOf(notice, first).map(({ name, value }) => ({ title: name, value: text(value, 300) })),
      },
    ];
  }
  const all = notice.alerts.map((entry) => ({
    title: text(entryTitle(notice, entry), 150),
    value: text(lineOf(notice, entry), 300),
  }));
  const { facts, left } = factsThatFit(all, (fact) => utf8Size(JSON.stringify(fact)) + 1);
  return [
    { type: 'FactSet', facts },
    ...(left > 0 ? [textBlock(andMore(left, notice.words), { isSubtle: true })] : []),
  ];
}
