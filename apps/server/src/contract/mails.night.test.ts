// Alerts of a Docker host as mails: from the reports of its agent through the planner, the outbox and a real Postfix into a mailbox.
import { setDefaultCACertificates } from 'node:tls';
import type { ReportBodyContainer } from '@belfry/schema/agent/report';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { listDeliveries } from '@belfry/schema/http/deliveries';
import PostalMime from 'postal-mime';
import { expect, type TestContext, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { startPostfix, withoutPostfix } from '../notify/services/email/testing/postfix.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { wholeApp } from './testing/whole-app.ts';

/** A Monday, 14:00 in Vienna. */
const START = Date.parse('2026-06-01T12:00:00Z');
const REPORT_MS = 30_000;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Mail is sent to this Postfix. Quiet hours are from 14:50 to 15:30 in Vienna, also for critical alerts about load. */
async function watch(context: TestContext) {
  const missing = withoutPostfix();
  if (missing !== undefined) context.skip(missing);
  const postfix = await startPostfix({ ann: 'pass wörd' });
  setDefaultCACertificates([postfix.certificate.cert]);
  const clock = fakeClock(START);
  const env = {
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_PUBLIC_URL: 'https://belfry.example',
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const app = await wholeApp({ env, clock });
  const put = async (path: string, body: object) => {
    const answer = await app.call('PUT', path, { body });
    expect([path, answer.status]).toEqual([path, 200]);
  };
  await put('/api/notifications/email', {
    ...{
      enabled: true,
      server: '127.0.0.1',
      port: postfix.port,
      startTLS: true,
      username: 'ann',
      password: 'pass wörd',
    },
    ...{ from: 'Belfry <belfry@example.com>', to: ['ann@example.com'] },
  });
  await put('/api/alerts/config', {
    ...factoryConfig,
    schedule: {
      ...factoryConfig.schedule,
      ...{ cooldown: 10, maxAlertsHour: 0, grouping: { enabled: false } },
      escalation: { enabled: true, levels: [{ after: 25, notify: 'email' }] },
      quietHours: {
        ...{ enabled: true, start: '14:50', end: '15:30', timezone: 'Europe/Vienna', days: everyDay },
        suppress: { performance: true },
      },
    },
  });
  const logged = async () => (await app.call('GET', '/api/notifications/log')).read(listDeliveries.reply);
  const isSending = async () => (await logged()).some(({ state }) => state === 'sending');
  let read = 0;
  return {
    /** Reports with these containers arrive until this time (minutes after the start), and whatever is sent then arrives too. */
    async until(minute: number, containers: ReportBodyContainer[]) {
      while (clock.now() < START + minute * 60_000) {
        await clock.advance(REPORT_MS);
        const body = reportBody({ timestamp: iso(clock.now()), containers });
        expect((await app.call('POST', '/api/agents/docker/report', { body })).status).toBe(200);
        // One message a second.
        do {
          await clock.advance(1000);
          await expect.poll(isSending, { interval: 50 }).toBe(false);
        } while ((await logged()).some(({ state }) => state === 'queued'));
      }
    },
    /** The mails that came since the last call, oldest first. */
    async mails() {
      const log = await logged();
      expect(log.filter(({ state, attempts }) => state !== 'sent' || attempts !== 1)).toEqual([]);
      const raw = await postfix.mailbox(log.length);
      expect(raw).toHaveLength(log.length);
      const all = await Promise.all(raw.map((text) => PostalMime.parse(text)));
      const sorted = all.sort((a, b) => Date.parse(a.date ?? '') - Date.parse(b.date ?? ''));
      const news = sorted.slice(read);
      read = sorted.length;
      return news;
    },
  };
}

const NAME = 'büro-ñandú <b>&</b> 数据库';
const busy = (id: string, cpuPercent: number, name = `${id}-1`) => containerBody(id, { name, cpuPercent });

test('Postfix gets a start, reminders, an escalation and the end of an alert as one thread, and one digest after quiet hours', async (context) => {
  const { until, mails } = await watch(context);
  const calm = [busy('web', 5, NAME), busy('db', 5), busy('queue', 5)];
  await until(2, calm);
  expect(await mails()).toEqual([]);

  // It is critical from 14:03 to 14:40.
  await until(40, [busy('web', 180, NAME), busy('db', 5), busy('queue', 5)]);
  await until(45, calm);
  const thread = await mails();
  const title = `${NAME} - CPU usage`;
  expect(thread.map(({ subject }) => subject)).toEqual([
    `[Belfry] CRITICAL ${title}`,
    `[Belfry] CRITICAL Reminder: ${title}`,
    `[Belfry] CRITICAL Reminder: ${title}`,
    `[Belfry] CRITICAL Escalated (level 1): ${title}`,
    `[Belfry] CRITICAL Reminder: ${title}`,
    `[Belfry] RESOLVED ${title}`,
  ]);
  const [raise, ...replies] = thread;
  expect([raise?.inReplyTo, raise?.references]).toEqual([undefined, undefined]);
  for (const { inReplyTo, references } of replies)
    expect([inReplyTo, references]).toEqual([raise?.messageId, raise?.messageId]);
  expect(new Set(thread.map(({ messageId }) => messageId)).size).toBe(6);
  for (const { headers, text, html } of thread) {
    const received = headers.find(({ key }) => key === 'received')?.value;
    expect(received).toMatch(/\(using TLSv1\.[23] .*\(Authenticated sender: ann\).* with ESMTPSA/s);
    expect(text).toContain('2026-06-01 14:02 Europe/Vienna');
    expect(html).toContain('büro-ñandú &lt;b&gt;&amp;&lt;/b&gt; 数据库');
  }
  expect(thread.at(-1)?.text).toContain(
    'uses 5 % CPU. The condition is over, after 38m, from 2026-06-01 14:02 to 14:40 Europe/Vienna.',
  );

  // In quiet hours, from 14:50 to 15:30, three alerts begin and one of them ends.
  await until(55, calm);
  await until(75, [busy('web', 180, NAME), busy('db', 85), busy('queue', 85)]);
  const noisy = [busy('web', 180, NAME), busy('db', 85), busy('queue', 5)];
  await until(89, noisy);
  expect(await mails()).toEqual([]);
  await until(91, noisy);
  const [digest, ...others] = await mails();
  expect([digest?.subject, others]).toEqual([
    '[Belfry] CRITICAL After quiet hours: 1 critical and 1 warning alert',
    [],
  ]);
  expect(digest?.text).toContain('These alerts began in hours without notifications, and are still active.');
  expect(digest?.text).toContain(`Critical: ${NAME}`);
  expect(digest?.text).toContain('Warning: db-1');
  expect(digest?.text).not.toContain('queue-1');

  await until(95, calm);
  const ends = await mails();
  expect(ends.map(({ subject }) => subject).sort()).toEqual([
    `[Belfry] RESOLVED ${title}`,
    '[Belfry] RESOLVED db-1 - CPU usage',
  ]);
  for (const { references } of ends) expect(references).toBe(digest?.messageId);
});
