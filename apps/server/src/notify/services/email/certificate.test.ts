// Certificates of mail servers that no authority vouches for: told with their fingerprint, and trusted by it.
import { X509Certificate } from 'node:crypto';
import { setDefaultCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { mailServer } from './testing/mail-server.ts';
import { depsOf, mailerTo } from './testing/sending.ts';

const fingerprintOf = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256;

test.for([false, true])(
  'a certificate that is not trusted is told with its fingerprint (from the start: %s)',
  async (secure) => {
    setDefaultCACertificates([]);
    const { received, port, certificate } = await mailServer({ secure });
    const deps = depsOf();
    const connect: typeof deps.connect = (target, signal) => deps.connect({ ...target, port }, signal);
    const { mail } = mailerTo({ port: secure ? 465 : port, startTLS: true }, {}, { ...deps, connect });
    const result = await mail();
    expect(result).toMatchObject({
      ok: false,
      words: expect.stringContaining('trust the certificate in the settings'),
    });
    expect(result.words).toContain(fingerprintOf(certificate));
    expect(received).toEqual([]);
  },
);

test.for([false, true])(
  'a certificate that is trusted by its fingerprint is accepted, and a password is sent (from the start: %s)',
  async (secure) => {
    setDefaultCACertificates([]);
    const { received, port, certificate } = await mailServer({ secure });
    const deps = depsOf();
    const connect: typeof deps.connect = (target, signal) => deps.connect({ ...target, port }, signal);
    const fingerprint = fingerprintOf(certificate);
    // Another name than that of the certificate, as with an address.
    const settings = { port: secure ? 465 : port, server: 'other.example', fingerprint, username: 'ann' };
    const { mail } = mailerTo(settings, { password: 'hush' }, { ...deps, connect });
    expect(await mail()).toMatchObject({ ok: true });
    expect(received).toMatchObject([{ secure: true, auth: { username: 'ann', password: 'hush' } }]);
  },
);

test('another certificate than the trusted one is refused before anything is sent, and so is a server without encryption', async () => {
  const { received, port, certificate } = await mailServer();
  const fingerprint = 'AB:'.repeat(31).concat('CD');
  const result = await mailerTo({ port, fingerprint }, { password: 'hush' }).mail();
  expect(result).toMatchObject({ ok: false, words: expect.stringContaining(`${fingerprint} is trusted`) });
  expect(result.words).toContain(fingerprintOf(certificate));
  const plain = await mailServer({ disabledCommands: ['STARTTLS'] });
  expect(await mailerTo({ port: plain.port, fingerprint }).mail()).toMatchObject({
    ok: false,
    words: expect.stringMatching(/answered to STARTTLS, which the settings require: 5/),
  });
  expect([...received, ...plain.received]).toEqual([]);
});
