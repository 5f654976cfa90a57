// A mail server on loopback, and what was sent to it.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '@belfry/lab/certificate';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface Received {
  raw: string;
  mail: Email;
  from: string;
  to: string[];
  secure: boolean;
  /** How the sender signed in, and with what. */
  auth?: Pick<SMTPServerAuthentication, 'method' | 'username' | 'password' | 'accessToken'>;
}

const HOST = 'mail.example';

/** The certificate is for `mail.example`. Without `onAuth` in the options, everybody may sign in. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const certificate = await createCertificate(HOST, '192.0.2.1');
  const received: Received[] = [];
  const sessions = new Map<string, Received['auth']>();
  const server = new SMTPServer({
    key: certificate.key,
    cert: certificate.cert,
    authOptional: true,
    logger: false,
    closeTimeout: 10,
    onAuth({ method, username, password, accessToken }, session, callback) {
      sessions.set(session.id, { method, username, password, accessToken });
      callback(null, { user: username });
    },
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const raw = Buffer.concat(chunks).toString('utf8');
      const auth = sessions.get(session.id);
      received.push({
        raw,
        mail: await PostalMime.parse(raw),
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        secure: session.secure,
        ...(auth && { auth }),
      });
      callback(null, 'accepted as 4711');
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(done)));
  return { received, port: (listening.address() as AddressInfo).port, certificate };
}
