// A webhook of each service, and messages of all sorts.
import { Routing } from '@belfry/schema/notifications/routing';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Notice, NoticeAlert } from '../../notice.ts';
import type { Message } from '../../notifier.ts';
import { AT, alertWith, entryOf, noticeOf } from '../../testing/notices.ts';
import { sampleNotice } from '../../text/sample.ts';

export const webhookWith = (change: Partial<Webhook> = {}): Webhook => ({
  id: 'hook-1',
  name: 'Hook',
  url: 'https://hooks.example/in',
  method: 'POST',
  headers: {},
  enabled: true,
  service: 'generic',
  template: '',
  customFields: {},
  routing: Routing.parse({}),
  resolutions: true,
  standIn: null,
  language: 'en',
  ...change,
});

const settings: Partial<Record<Webhook['service'], Partial<Webhook>>> = {
  telegram: { url: 'https://api.telegram.org/bot12345:token/sendMessage?chat_id=@belfry_alerts' },
  pagerduty: { customFields: { routing_key: 'routing-key' } },
  pushover: { customFields: { app_token: 'app-token', user_token: 'user-token' } },
  ntfy: { url: 'https://ntfy.example/alerts' },
  apprise: { url: 'https://apprise.example/notify/key', customFields: { tag: 'admins' } },
};
export const webhookOf = (service: Webhook['service']): Webhook => webhookWith({ ...settings[service], service });

export const messageOf = (notice: Notice, change: Partial<Message> = {}): Message => ({
  key: 'delivery-1',
  notice,
  publicUrl: 'https://belfry.example',
  threads: {},
  ...change,
});

/** What a resource may be called. All of it must arrive as text. */
const markup = '<b>x</b> *y* _z_ `q` <!channel> @everyone [a](http://b.example) &amp; "c" \\ <at>d</at>';

const LONG = 'a name that is too long for every service 🚒 '.repeat(200);
const critical = (change: Parameters<typeof alertWith>[0] = {}): NoticeAlert =>
  entryOf(alertWith({ level: 'critical', ...change }));

const sixty = Array.from({ length: 60 }, (_, at) =>
  entryOf(
    alertWith({
      id: `home-${100 + at}-cpu`,
      level: at < 2 ? 'critical' : 'warning',
      resourceName: `web-${at}`,
      message: `VM web-${at} (${100 + at}): CPU usage is 93 %.`,
      metadata: { occurrence: `occurrence-${at}` },
    }),
  ),
);

/** By name, as in the folder `golden` of each service. */
export const cases: Readonly<Record<string, Notice>> = {
  one: noticeOf([critical()]),
  long: noticeOf([
    critical({
      id: LONG,
      resourceName: LONG,
      node: LONG,
      instance: LONG,
      message: `VM ${LONG} (101): CPU usage is 93 %.`,
    }),
  ]),
  unicode: noticeOf([
    critical({
      resourceName: 'größe-東京-👩‍🚒',
      node: 'узел',
      message: 'VM größe-東京-👩‍🚒 (101): CPU usage is 93 %.',
    }),
  ]),
  markup: noticeOf([
    critical({ resourceName: markup, node: markup, message: `VM ${markup} (101): CPU usage is 93 %.` }),
  ]),
  'markup-grouped': noticeOf([
    critical({ resourceName: markup, message: `VM ${markup} (101): CPU usage is 93 %.` }),
    critical(),
  ]),
  sixty: noticeOf(sixty),
  resolved: noticeOf(
    [
      entryOf(alertWith({ startTime: new Date(AT - 11_520_000).toISOString() }), {
        ...{ duration: 11_520_000, resolvedAt: AT, reason: 'recovered' },
        now: { value: 41, message: 'VM web-1 (101): CPU usage is 41 %.' },
      }),
    ],
    { kind: 'resolved' },
  ),
  escalated: noticeOf([{ ...critical(), escalation: 2 }], { kind: 'escalated' }),
  cause: noticeOf([
    critical({
      type: 'offline',
      resourceName: 'pve1',
      message: 'Node pve1 is offline.',
      value: 0,
      threshold: 0,
      metadata: {
        affects: {
          count: 942,
          resources: [
            { id: 'a', name: 'web-1' },
            { id: 'b', name: 'web-2' },
          ],
        },
      },
    }),
  ]),
  'stand-in': noticeOf([critical()], { insteadOf: { name: markup, why: 'chat.example cannot be reached.' } }),
  'stand-in-grouped': noticeOf(sixty.slice(0, 3), { insteadOf: { name: 'ops', why: 'HTTP 503 *busy*' } }),
  change: noticeOf([
    {
      ...critical(),
      change: {
        ...{ id: '7', at: new Date(AT - 7 * 60_000).toISOString(), resource: 'home-101', instance: 'home' },
        ...{ name: 'web-1', kind: 'guest', event: 'changed', by: 'root@pam', source: 'task' },
        changes: [
          { field: 'memory', before: '16384', after: '8192' },
          { field: 'description', before: null, after: `${markup}\n${LONG}` },
          { field: 'cores', before: '8', after: '4' },
        ],
      },
    },
  ]),
  test: sampleNotice(AT),
};
