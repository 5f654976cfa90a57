import { expect, test } from 'vitest';
import { AT, alertWith, entryOf, noticeOf } from '../../testing/notices.ts';
import { mailServer } from './testing/mail-server.ts';
import { mailerTo, messageOf } from './testing/sending.ts';

test('raise, reminder, escalation and end of an occurrence are one thread, and an attempt that is repeated has the same id', async () => {
  const { received, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const { mail } = mailerTo({ port });
  const entry = entryOf(alertWith({ level: 'critical' }));
  const threads = { [entry.occurrence]: 'delivery-1' };
  const send = (key: string, kind: 'raised' | 'reminder' | 'escalated' | 'resolved') =>
    mail(messageOf({ key, threads, notice: noticeOf([{ ...entry, escalation: 1 }], { kind }) }));
  await send('delivery-1', 'raised');
  await send('delivery-1', 'raised');
  await send('delivery-2', 'reminder');
  await send('delivery-3', 'escalated');
  await send('delivery-4', 'resolved');
  const [raise, again, ...later] = received.map(({ mail: { messageId, inReplyTo, references } }) => ({
    messageId,
    inReplyTo,
    references,
  }));
  expect(raise).toEqual(again);
  expect(raise).toEqual({ messageId: expect.stringMatching(/^<[0-9a-f]{32}@example\.com>$/) });
  for (const { inReplyTo, references } of later)
    expect([inReplyTo, references]).toEqual([raise?.messageId, raise?.messageId]);
  expect(new Set(received.map(({ mail: { messageId } }) => messageId)).size).toBe(4);
});

test('names and messages cannot add headers or markup', async () => {
  const { received, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const nasty = 'x\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script><img src=x onerror=y>"&';
  const alert = alertWith({ resourceName: nasty, message: nasty, node: nasty, instance: nasty, type: nasty });
  await mailerTo({ port }).mail(messageOf({ notice: noticeOf([entryOf(alert), entryOf(alertWith())]) }));
  await mailerTo({ port }).mail(messageOf({ notice: noticeOf([entryOf(alert)]) }));
  expect(received).toHaveLength(2);
  for (const { mail, to } of received) {
    expect(to).toEqual(['ann@example.com']);
    expect(mail.bcc).toBeUndefined();
    expect(mail.html).not.toMatch(/<script|<img|onerror=y>/);
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail.text).toContain('<script>alert(1)</script>');
  }
});

test('an alert without a measured value shows neither value nor threshold', async () => {
  const { received, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const alert = alertWith({
    type: 'offline',
    level: 'critical',
    value: 0,
    threshold: 0,
    message: 'Node pve1 is offline.',
  });
  await mailerTo({ port }).mail(messageOf({ notice: noticeOf([entryOf(alert)]), publicUrl: '' }));
  const { text = '', html = '' } = received[0]?.mail ?? {};
  expect(text).not.toMatch(/Value|threshold/);
  expect(html).not.toMatch(/Value|threshold|<a /);
});

test('a message about 1,000 alerts shows 100 and counts the rest; lines stay within the limits of SMTP', async () => {
  const { received, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const alerts = Array.from({ length: 1000 }, (_, n) =>
    entryOf(alertWith({ resourceName: `vm-${n} ${'långt namn '.repeat(20)}`, level: n < 3 ? 'critical' : 'warning' }), {
      occurrence: `o-${n}`,
    }),
  );
  await mailerTo({ port }).mail(messageOf({ notice: noticeOf(alerts, { kind: 'digest', at: AT }) }));
  const [one] = received;
  expect(one?.mail.subject).toBe('[Belfry] CRITICAL After quiet hours: 3 critical and 997 warning alerts');
  expect(one?.mail.text).toContain('and 900 more');
  expect(one?.mail.html).toContain('and 900 more');
  expect(Math.max(...(one?.raw.split('\r\n') ?? []).map((line) => line.length))).toBeLessThanOrEqual(998);
});
