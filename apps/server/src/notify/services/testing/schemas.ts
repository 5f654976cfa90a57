// What each service accepts, after the documents of its API. Strict, so that a field that does not exist is found too. The recorded
// messages were also checked against published types: discord-api-types 0.38, @slack/types 3.2, @grammyjs/types 5.0 (Bot API), @pagerduty/pdjs
// 2.2, the parser of adaptivecards 3.0, the OpenAPI documents of Alertmanager (v2) and Gotify, and Microsoft's reference of message cards.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import * as z from 'zod';

/** Characters, as the services count them: an emoji may be several UTF-16 units. */
const text = (most: number, least = 1) =>
  z
    .string()
    .refine((value) => [...value].length >= least && [...value].length <= most, `from ${least} to ${most} characters`);
const bytes = (most: number) => z.string().refine((value) => Buffer.byteLength(value) <= most, `at most ${most} bytes`);
const link = z.url({ protocol: /^https?$/ });
const time = z.iso.datetime();

const embed = z.strictObject({
  title: text(256).optional(),
  description: text(4096).optional(),
  url: link.optional(),
  timestamp: time,
  color: z.int().min(0).max(0xffffff),
  fields: z
    .array(z.strictObject({ name: text(256), value: text(1024), inline: z.boolean() }))
    .max(25)
    .optional(),
  footer: z.strictObject({ text: text(2048) }).optional(),
});
const embedSize = ({ title = '', description = '', footer, fields = [] }: z.infer<typeof embed>): number =>
  [title, description, footer?.text ?? '', ...fields.flatMap(({ name, value }) => [name, value])].join('').length;
const discord = z.strictObject({
  username: text(80),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
  embeds: z
    .array(embed)
    .min(1)
    .max(10)
    .refine(
      (embeds) => embeds.reduce((sum, each) => sum + embedSize(each), 0) <= 6000,
      'at most 6000 characters in all',
    ),
});

const plainText = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(most), emoji: z.literal(false) });
const mrkdwn = z.strictObject({ type: z.literal('mrkdwn'), text: text(3000) });
const slack = z.strictObject({
  text: text(40_000),
  mrkdwn: z.literal(false),
  blocks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('header'), text: plainText(150) }),
        z.strictObject({ type: z.literal('section'), text: plainText(3000) }),
        z.strictObject({ type: z.literal('section'), fields: z.array(plainText(2000)).min(1).max(10) }),
        z.strictObject({
          type: z.literal('context'),
          elements: z
            .array(z.union([plainText(3000), mrkdwn]))
            .min(1)
            .max(10),
        }),
      ]),
    )
    .min(1)
    .max(50),
});

/** Well-formed: each tag that is opened is closed, and only the tags that Telegram knows are there. */
function isTelegramHtml(html: string): boolean {
  const open: string[] = [];
  const rest = html.replace(/<(\/?)(b|a)( href="https?:[^"<>]*")?>/g, (_, close: string, name: string) => {
    if (close === '') open.push(name);
    else if (open.pop() !== name) open.push('wrong');
    return '';
  });
  return open.length === 0 && !/[<>]/.test(rest) && !/&(?!(amp|lt|gt|quot);)/.test(rest);
}
const telegram = z.strictObject({
  chat_id: z.string().regex(/^(-?\d+|@\w{5,})$/),
  text: text(4096).refine(isTelegramHtml, 'HTML that Telegram understands'),
  parse_mode: z.literal('HTML'),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
});

const teams = z.strictObject({
  '@type': z.literal('MessageCard'),
  '@context': z.literal('http://schema.org/extensions'),
  themeColor: z.string().regex(/^[\da-f]{6}$/),
  summary: z.string().min(1),
  sections: z.array(
    z.strictObject({
      activityTitle: z.string().min(1),
      activitySubtitle: z.string(),
      facts: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
      text: z.string().optional(),
      markdown: z.literal(false),
    }),
  ),
  potentialAction: z
    .array(
      z.strictObject({
        '@type': z.literal('OpenUri'),
        name: z.string(),
        targets: z.array(z.strictObject({ os: z.literal('default'), uri: link })),
      }),
    )
    .optional(),
});

const textBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string().min(1),
  wrap: z.boolean(),
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
  color: z.enum(['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention']).optional(),
  isSubtle: z.boolean().optional(),
});
const factSet = z.strictObject({
  type: z.literal('FactSet'),
  facts: z.array(z.strictObject({ title: z.string(), value: z.string() })).min(1),
});
const teamsAdaptive = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        type: z.literal('AdaptiveCard'),
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        version: z.literal('1.4'),
        body: z.array(z.union([textBlock, factSet])).min(1),
        actions: z
          .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: link }))
          .optional(),
        msteams: z.strictObject({ width: z.literal('Full') }),
      }),
    }),
  ]),
});

const pagerdutyBase = { routing_key: z.string().min(1), dedup_key: bytes(255) };
const pagerduty = z.discriminatedUnion('event_action', [
  z.strictObject({ ...pagerdutyBase, event_action: z.literal('resolve') }),
  z.strictObject({
    ...pagerdutyBase,
    event_action: z.literal('trigger'),
    payload: z.strictObject({
      summary: text(1024),
      source: text(1024),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: time,
      component: z.string(),
      group: z.string(),
      class: z.string(),
      custom_details: z.record(z.string(), z.string()),
    }),
    client: z.string(),
    client_url: link.optional(),
    links: z.array(z.strictObject({ href: link, text: z.string() })).optional(),
  }),
]);

const pushover = z
  .strictObject({
    token: z.string().min(1),
    user: z.string().min(1),
    title: text(250),
    message: text(1024),
    priority: z.int().min(-2).max(2),
    retry: z.int().min(30).optional(),
    expire: z.int().max(10_800).optional(),
    timestamp: z.int().max(10_000_000_000),
    sound: z.string().optional(),
    device: z.string().optional(),
    url: text(512).optional(),
    url_title: text(100).optional(),
  })
  .refine(({ priority, retry, expire }) => (priority === 2) === (retry !== undefined && expire !== undefined));

const gotify = z.strictObject({
  title: z.string().min(1),
  message: z.string().min(1),
  priority: z.int().min(0).max(10),
  extras: z.strictObject({
    'client::display': z.strictObject({ contentType: z.enum(['text/plain', 'text/markdown']) }),
    'client::notification': z.strictObject({ click: z.strictObject({ url: link }) }).optional(),
  }),
});

const ntfy = z.strictObject({
  topic: z.string().regex(/^[\w-]{1,64}$/),
  title: bytes(255),
  message: bytes(4096).min(1),
  priority: z.int().min(1).max(5),
  tags: z.array(z.string()),
  click: link.optional(),
});

const apprise = z.strictObject({
  title: text(250),
  body: z.string().min(1),
  type: z.enum(['info', 'success', 'warning', 'failure']),
  format: z.enum(['text', 'markdown', 'html']),
  tag: z.string().optional(),
  urls: z.string().optional(),
});

const genericAlert = z.object({
  id: z.string(),
  level: z.enum(['warning', 'critical']),
  type: z.string(),
  resource_name: z.string(),
  node: z.string(),
  message: z.string(),
  value: z.number(),
  threshold: z.number(),
  start_time: time,
  duration: z.string(),
});
const generic = z.object({
  alert: genericAlert,
  alerts: z.array(genericAlert).optional(),
  count: z.int(),
  grouped: z.boolean(),
  timestamp: z.int(),
  source: z.literal('belfry'),
});

interface Contract {
  body: z.ZodType;
  /** Of the whole body. */
  mostBytes: number;
}

export const contracts: Partial<Record<Webhook['service'], Contract>> = {
  discord: { body: discord, mostBytes: 1 << 20 },
  slack: { body: slack, mostBytes: 1 << 20 },
  telegram: { body: telegram, mostBytes: 1 << 20 },
  teams: { body: teams, mostBytes: 28 * 1024 },
  'teams-adaptive': { body: teamsAdaptive, mostBytes: 28 * 1024 },
  pagerduty: { body: pagerduty, mostBytes: 512 * 1024 },
  pushover: { body: pushover, mostBytes: 1 << 20 },
  gotify: { body: gotify, mostBytes: 1 << 20 },
  ntfy: { body: ntfy, mostBytes: 8192 },
  apprise: { body: apprise, mostBytes: 1 << 20 },
  generic: { body: generic, mostBytes: 1 << 20 },
};
