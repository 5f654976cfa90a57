// The messages of one occurrence through a real Postfix with STARTTLS and sign-in, read as they lie in the mailbox.
import { setDefaultCACertificates } from 'node:tls';
import PostalMime from 'postal-mime';
import { expect, type TestContext, test } from 'vitest';
import type { NoticeKind } from '../../notice.ts';
import { AT, alertWith, entryOf, noticeOf } from '../../testing/notices.ts';
import { startPostfix, withoutPostfix } from './testing/postfix.ts';
import { mailerTo, messageOf } from './testing/sending.ts';

async function postfix(context: TestContext) {
  const missing = withoutPostfix();
  if (missing !== undefined) context.skip(missing);
  const server = await startPostfix({ ann: 'pass wörd' });
  setDefaultCACertificates([server.certificate.cert]);
  return server;
}

const NAME = 'büro-ñandú <b>&</b> 数据库';
const entry = entryOf(
  alertWith({ level: 'critical', resourceName: NAME, message: `VM ${NAME} (101): CPU usage is 93 %.` }),
);
const warning = entryOf(alertWith({ resourceName: 'db-1' }), { occurrence: 'occurrence-2' });

const messages: Record<string, { key: string; kind: NoticeKind; subject: string; says: string; of?: number }> = {
  raise: {
    key: 'd-1',
    kind: 'raised',
    subject: `[Belfry] CRITICAL ${NAME} - CPU usage`,
    says: '93 % (threshold 80 %)',
  },
  reminder: { key: 'd-2', kind: 'reminder', subject: `[Belfry] CRITICAL Reminder: ${NAME} - CPU usage`, says: '93 %' },
  escalation: {
    key: 'd-3',
    kind: 'escalated',
    subject: `[Belfry] CRITICAL Escalated (level 2): ${NAME} - CPU usage`,
    says: 'level 2',
  },
  digest: {
    key: 'd-4',
    kind: 'digest',
    subject: '[Belfry] CRITICAL After quiet hours: 1 critical and 1 warning alert',
    says: 'db-1',
    of: 2,
  },
  resolution: {
    key: 'd-5',
    kind: 'resolved',
    subject: `[Belfry] RESOLVED ${NAME} - CPU usage`,
    says: 'The condition is over',
  },
};

test('Postfix delivers raise, reminder, escalation, digest and resolution as one thread, signed in and encrypted', async (context) => {
  const server = await postfix(context);
  const { mail } = mailerTo({ port: server.port, startTLS: true, username: 'ann' }, { password: 'pass wörd' });
  const threads = { [entry.occurrence]: 'd-1' };
  for (const { key, kind, of = 1 } of Object.values(messages)) {
    const one = {
      ...entry,
      ...(kind === 'escalated' && { escalation: 2 }),
      ...(kind === 'resolved' && { resolvedAt: AT, reason: 'recovered' as const }),
    };
    const notice = noticeOf(of === 1 ? [one] : [one, warning], { kind });
    expect(await mail(messageOf({ key, notice, threads }))).toMatchObject({
      ok: true,
      words: expect.stringMatching(/^250 .*queued as/),
    });
  }
  const mails = await Promise.all((await server.mailbox(5)).map((raw) => PostalMime.parse(raw)));
  const bySubject = new Map(mails.map((found) => [found.subject, found]));
  const raise = bySubject.get(messages.raise?.subject);
  for (const { subject, says, kind, key } of Object.values(messages)) {
    const found = bySubject.get(subject);
    expect([...bySubject.keys()]).toContain(subject);
    expect(found?.from).toEqual({ name: 'Belfry', address: 'belfry@example.com' });
    expect(found?.text).toContain(says);
    expect(found?.text).toContain(NAME);
    expect(found?.html).toContain('büro-ñandú &lt;b&gt;&amp;&lt;/b&gt; 数据库');
    const headers = new Map(found?.headers.map((header) => [header.key, header.value]));
    expect(headers.get('received')).toMatch(/\(using TLSv1\.[23] .*\(Authenticated sender: ann\).* with ESMTPSA/s);
    expect([headers.get('x-belfry-event'), headers.get('x-belfry-delivery')]).toEqual([kind, key]);
    if (found !== raise) expect(found?.references).toBe(raise?.messageId);
  }
});

test('Postfix refuses a wrong password, and a password without encryption is never sent', async (context) => {
  const server = await postfix(context);
  const wrong = mailerTo({ port: server.port, startTLS: true, username: 'ann' }, { password: 'another' });
  expect(await wrong.mail()).toMatchObject({
    ok: false,
    status: 535,
    words: expect.stringContaining('answered to the sign-in: 535'),
  });
  const plain = mailerTo({ port: server.port, tls: false, username: 'ann' }, { password: 'pass wörd' });
  expect(await plain.mail()).toMatchObject({ ok: false, words: expect.stringContaining('offers no sign-in') });
  // Only the wrong password was tried.
  expect(server.log().match(/sasl_username=/g)).toHaveLength(1);
});
