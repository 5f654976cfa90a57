// Every destination speaks the language of its setting. In the test language each word of the tables is written in Greek letters, so a
// Latin word in a message is either a name of the example or one that no language can translate.
import { englishWords, wordsIn } from '@belfry/domain/sentences/words';
import { greekWords } from '@belfry/domain/testing/greek';
import { german } from '@belfry/schema/languages/de/german';
import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { expect, test } from 'vitest';
import type { Notice, NoticeAlert, NoticeKind } from './notice.ts';
import type { Message } from './notifier.ts';
import { composed } from './services/email/composed.ts';
import { topicsOf } from './services/mqtt/topics.ts';
import { payloadOf } from './services/push/payload.ts';
import { mirrorService, webhookServices } from './services/registry.ts';
import { messageOf, webhookOf } from './services/testing/webhooks.ts';
import { dataOf } from './template/data.ts';
import { AT, alertWith, entryOf, noticeOf } from './testing/notices.ts';
import { told } from './text/told.ts';

const cpu = (name: string, value: number): Sentence => ({
  id: 'guest.share',
  values: { guest: { id: 'name.vm', values: { name, vmid: 101 } }, figure: { id: 'figure.cpu' }, value },
});
const entry = (name: string, change: Parameters<typeof alertWith>[0] = {}) =>
  entryOf(
    alertWith({
      ...{ resourceName: name, sentence: cpu(name, 93), message: englishWords.say(cpu(name, 93)), level: 'critical' },
      ...change,
      metadata: { affects: { count: 900, resources: [{ id: 'a', name: '7-1' }] }, occurrence: name },
    }),
    { duration: 11_520_000 },
  );
const hook: Sentence = { id: 'delivery.disabled' };
const insteadOf = { name: '0-0', why: englishWords.say(hook), sentence: hook };
const old = entry('1-1', {
  type: 'backupAge',
  value: 9,
  threshold: 3,
  level: 'warning',
  sentence: { id: 'guest.inNoJob', values: { guest: '1-1' } },
});
const over: NoticeAlert = {
  ...entry('1-1'),
  resolvedAt: AT,
  reason: 'recovered',
  now: { value: 41, message: englishWords.say(cpu('1-1', 41)), sentence: cpu('1-1', 41) },
};
const { now: _, ...before } = over;
const stopped: NoticeAlert = { ...before, reason: 'stopped' };
const many = Array.from({ length: 150 }, (_, at) => entry(`1-${at}`));

const kinds: NoticeKind[] = ['raised', 'level', 'flapping', 'reminder', 'escalated', 'digest', 'resolved', 'test'];
const notices: Notice[] = [
  ...kinds.flatMap((kind) => [
    noticeOf([kind === 'resolved' ? over : entry('1-1')], { kind }),
    noticeOf(kind === 'resolved' ? [over, entry('1-2')] : [old, ...many], { kind }),
  ]),
  noticeOf([{ ...entry('1-1'), escalation: 2 }], { kind: 'escalated' }),
  noticeOf([old], { insteadOf }),
  noticeOf([old, entry('1-1')], { insteadOf: { name: '0-0', why: '' } }),
  noticeOf([stopped], { kind: 'resolved' }),
];

/** What a reader sees of a message, by the destination. Keys, addresses, ids and names of formats are no texts. */
const TECHNICAL =
  /^(id|key|kind|type|level|severity|source|node|instance|instance_id|list|unit|url|uri|href|link|path|tag|tags|method|class|component|group|event_action|dedup_key|routing_key|client|client_url|timestamp|start_time|startsAt|endsAt|resolved_time|occurrence|resource_id|resource_type|alert_id|alertname|priority|topic|chat_id|token|user|urls|format|click|contentType|contentUrl|\$schema|version|@type|@context|themeColor|color|weight|size|width|username|parse_mode|reason|os|ResourceType|Type|Level|Kind|ID|Occurrence|ResourceID|Node|InstanceName|StartTime|Timestamp|Instance|ChatID|Metadata|source|generatorURL|resource_url|icon|device_class|state_class|unique_id|state_topic|json_attributes_topic|availability_topic|value_template|identifiers|manufacturer|sw_version|via_device|origin|headers|date|messageId|references|inReplyTo|from|to|since|resource)$/;
function textsIn(value: unknown, key = ''): string[] {
  if (TECHNICAL.test(key)) return [];
  if (typeof value === 'string') return [value];
  if (value instanceof Map) return textsIn(Object.fromEntries(value), key);
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, key));
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => textsIn(each, name))
    : [];
}

/** Names of the example, addresses, markup, and what no language translates. */
const FREE =
  /https?:\/\/[^\s"<>|)]*|<style>[\s\S]*<\/style>|<[^>]*>|&\w+;|\b(Belfry|VM|UTC|CPU|pve1|home|ms|MB|GB|Proxmox|VE|Backup|Server|Mail|Gateway|HTTP|ids|default)\b/g;
const latinIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.replaceAll(FREE, ' ').match(/[A-Za-z]{2,}/g) ?? []);

const destinations: Record<string, (message: Message) => unknown> = {
  ...Object.fromEntries(
    webhookServices.map(({ key, render }) => [
      key,
      (message: Message) => render(message, webhookOf(key)).map(({ body }) => body),
    ]),
  ),
  email: (message) => composed(message, { from: 'a@b.example', to: [], replyTo: '' }),
  browser: payloadOf,
  template: (message) => dataOf(message, webhookOf('generic')),
  alertmanager: ({ notice, publicUrl }) =>
    mirrorService('alertmanager')?.preview(
      webhookOf('alertmanager'),
      { active: notice.alerts.map(({ alert }) => alert), ended: [], publicUrl, words: notice.words },
      AT,
    ).body,
  mqtt: ({ notice }) => {
    const machines = [{ id: 'home-pve1', name: '1-1', model: 'device.node' }];
    const present = { alerts: notice.alerts.map(({ alert }) => alert), machines };
    return [...topicsOf(MqttConfig.parse({}), present, notice.words).values()].flatMap((content) =>
      content.startsWith('{') ? JSON.parse(content) : [],
    );
  },
};

test.for(Object.entries(destinations))(
  'all words of a message are in the language of the destination: %s',
  ([, render]) => {
    for (const notice of notices) {
      const texts = textsIn(render(messageOf(told(notice, greekWords))));
      expect({ notice: notice.kind, alerts: notice.alerts.length, latin: [...new Set(latinIn(texts))] }).toEqual({
        notice: notice.kind,
        alerts: notice.alerts.length,
        latin: [],
      });
      // The end of an incident has no words.
      if (texts.join('') !== '') expect(texts.join(' ')).toMatch(/[α-ω]/);
    }
  },
);

test('a mail in German has German words, figures, times and durations', () => {
  const notice = noticeOf([{ ...entry('web-1', { value: 93 }), duration: 11_520_000 }]);
  const mail = composed(messageOf(told(notice, wordsIn(german))), { from: 'a@b.example', to: [], replyTo: '' });
  expect(mail.subject).toBe('[Belfry] KRITISCH web-1 - CPU-Auslastung');
  expect(mail.html).toContain('<html lang="de">');
  expect(mail.text).toContain('VM web-1 (101): CPU-Auslastung 93 %. Betrifft 900 Ressourcen: 7-1 und 899 weitere.');
  expect(mail.text).toMatch(/Beginn: +01\.03\.2026 11:55 UTC/);
  expect(mail.text).toMatch(/Dauer: +3 h 12 min/);
});

test('an alert of an older version has its English words, in every language', () => {
  const stored = entryOf(alertWith({ message: 'VM web-1 (101): CPU usage is 93 %.' }));
  expect(told(noticeOf([stored]), wordsIn(german)).alerts[0]?.alert.message).toBe('VM web-1 (101): CPU usage is 93 %.');
});
