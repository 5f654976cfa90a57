// Discord: embeds, as the API's "Execute Webhook" documents them.
import type { Notice, NoticeAlert } from '../../notice.ts';
import { cut } from '../../text/cut.ts';
import { factsOf } from '../../text/facts.ts';
import { insteadText } from '../../text/instead.ts';
import { alertLink } from '../../text/links.ts';
import { entryTitle, lineOf, summaryOf, titleOf } from '../../text/title.ts';
import { andMore, type Urgency, urgencyColour, urgencyOf } from '../../text/words.ts';
import { escapeMarkdown } from '../markdown.ts';
import { isId, objectIn } from '../receipt.ts';
import type { WebhookService } from '../webhook.ts';

/** The longest texts that Discord accepts. `all`: the sum of all texts of all embeds. */
const limits = { title: 256, description: 4096, fields: 25, name: 256, value: 1024, all: 6000 };
/** Of a line in a group, so that more of them fit. */
const GROUPED_VALUE = 300;

interface Field {
  name: string;
  value: string;
  inline: boolean;
}

export const discord: WebhookService = {
  key: 'discord',
  title: 'Discord',
  perMinute: 30,
  urlPattern: 'https://discord.com/api/webhooks/{id}/{token}',
  instructions:
    'In Discord, open the settings of the channel, then Integrations and Webhooks. Create a webhook there and copy its URL.',
  // Without `wait` there is nothing in the answer; with it, and at services that take messages for Discord, the message.
  receipt: {
    looks: 'HTTP 204, {"id": …}',
    isIn: ({ status, body }) => status === 204 || isId(objectIn(body)?.id),
  },
  render({ notice, publicUrl }) {
    const url = alertLink({ notice, publicUrl });
    const common = { ...(url && { url }), timestamp: new Date(notice.at).toISOString() };
    const isGroup = notice.alerts.length > 1 && notice.kind !== 'test';
    const embeds = isGroup ? groupEmbeds(notice) : [singleEmbed(notice)];
    // Nobody is mentioned, whatever a name contains.
    return [
      {
        body: {
          username: 'Belfry',
          allowed_mentions: { parse: [] },
          embeds: embeds.map((embed) => ({ ...embed, ...common })),
        },
      },
    ];
  },
  renderText: (body, _message, { method }) => ({ body: withoutMentions(body), method }),
};

/** The body that a template made: a name in it mentions nobody either. One that says itself whom it may mention stays. */
function withoutMentions(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return body;
  return JSON.stringify({ allowed_mentions: { parse: [] }, ...parsed });
}

const text = (whole: string, most: number): string => cut(whole, most, { escape: escapeMarkdown });

function singleEmbed(notice: Notice) {
  const [first] = notice.alerts;
  const fields = first && notice.kind !== 'test' ? factsOf(notice, first) : [];
  return {
    title: text(titleOf(notice), limits.title),
    description: text(summaryOf(notice), 2000),
    color: urgencyColour[urgencyOf(notice)],
    ...(fields.length > 0 && {
      fields: fields.map(({ name, value }): Field => ({ name, value: text(value, 250), inline: true })),
    }),
  };
}

/** The title, then an embed for each level with a field for each alert. */
function groupEmbeds(notice: Notice) {
  const title = text(titleOf(notice), limits.title);
  // Room for the title and "and 940 more".
  const instead = text(insteadText(notice), 500);
  let room = limits.all - title.length - instead.length - 100;
  let left = notice.alerts.length;
  const embeds = [...byUrgency(notice)].flatMap(([urgency, entries]) => {
    const fields: Field[] = [];
    for (const entry of entries) {
      const field = fieldOf(notice, entry);
      room -= field.name.length + field.value.length;
      if (room < 0 || fields.length === limits.fields) break;
      fields.push(field);
    }
    left -= fields.length;
    return fields.length > 0 ? [{ color: urgencyColour[urgency], fields }] : [];
  });
  return embeds.map((embed, at) => ({
    ...(at === 0 && { title, ...(instead && { description: instead }) }),
    ...(at === embeds.length - 1 && left > 0 && { footer: { text: andMore(left, notice.words) } }),
    ...embed,
  }));
}

function byUrgency(notice: Notice): Map<Urgency, NoticeAlert[]> {
  return Map.groupBy(notice.alerts, (entry) => urgencyOf(notice, entry));
}

const fieldOf = (notice: Notice, entry: NoticeAlert): Field => ({
  name: text(entryTitle(notice, entry), 100),
  value: text(lineOf(notice, entry), GROUPED_VALUE),
  inline: false,
});
