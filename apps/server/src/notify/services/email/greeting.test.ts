import { expect, test } from 'vitest';
import { greetingOf } from './greeting.ts';
import { mailServer } from './testing/mail-server.ts';
import { mailerTo, messageOf } from './testing/sending.ts';

const from = 'Belfry <belfry@example.com>';

test.for<[string, string, string, string | undefined]>([
  ['', 'https://Belfry.example.org:7655/x', 'box.lan', 'belfry.example.org'],
  ['', 'https://192.168.1.5:7655', 'box.lan', 'box.lan'],
  ['', 'http://belfry:7655', '4f1b2c', 'example.com'],
  ['', '', 'localhost.localdomain', 'example.com'],
  ['', 'not an address', 'under_score.lan', 'example.com'],
  ['mx.example.net', 'https://belfry.example.org', 'box.lan', 'mx.example.net'],
])(
  'the greeting is set, or the first full name of: public address, machine, sender (%s %s %s)',
  ([greeting, publicUrl, machine, right]) => {
    expect(greetingOf({ greeting, from }, publicUrl, machine)).toBe(right);
  },
);

test('without any full name the mail library decides', () => {
  expect(greetingOf({ greeting: '', from: 'root@localhost' }, 'http://[::1]:7655', 'box')).toBeUndefined();
});

test('a relay that ends sessions with a greeting of loopback takes the mail', async () => {
  const names: string[] = [];
  const { port, received } = await mailServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_address, { hostNameAppearsAs }, callback) {
      names.push(String(hostNameAppearsAs));
      const isLoopback = /^\[(127|::1)|^localhost|^[^.]*$/i.test(String(hostNameAppearsAs));
      callback(isLoopback ? Object.assign(new Error('Try again later (EHLO)'), { responseCode: 421 }) : null);
    },
  });
  const message = messageOf({ publicUrl: 'https://belfry.example.org' });
  expect(await mailerTo({ port, tls: false }).mail(message)).toMatchObject({ ok: true });
  expect(await mailerTo({ port, tls: false, greeting: '[192.0.2.7]' }).mail(message)).toMatchObject({ ok: true });
  expect(names).toEqual(['belfry.example.org', '[192.0.2.7]']);
  expect(received).toHaveLength(2);
});
