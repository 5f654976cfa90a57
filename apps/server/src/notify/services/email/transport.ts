// One SMTP session with nodemailer over a connection that we open ourselves to a checked address.
import type { Result } from '@belfry/domain/result';
import type { EmailSettings } from '@belfry/schema/notifications/email';
import type { SendMailOptions } from 'nodemailer';
import type { Connect } from '../../../lib/outgoing/connect.ts';
import type { Credentials } from './credentials.ts';
import type { Encryption } from './encryption.ts';
import { signInPlain } from './sign-in.ts';
import { startTls } from './starttls.ts';

/** An access token; `renew`: the last one was refused. The error is a sentence. */
export type Tokens = (renew: boolean) => Promise<Result<string, string>>;

export interface TransportDeps {
  settings: EmailSettings;
  credentials: Credentials | undefined;
  encryption: Encryption;
  tokens: Tokens;
  connect: Connect;
  /** The name in the greeting. Undefined: the library decides. */
  greeting: string | undefined;
  /** Ends the session. */
  signal: AbortSignal;
}

/** `rejected`: the recipients that the server did not accept, with its reasons, when it accepted others. */
interface Accepted {
  response: string;
  rejected: readonly string[];
}

/** `onSent`: called when the whole message has left, before the server has answered. */
export type Transport = (mail: SendMailOptions, onSent: () => void) => Promise<Accepted>;

const CONNECT_MS = 10_000;

export async function createTransport(deps: TransportDeps): Promise<Transport> {
  const { settings, credentials, encryption, tokens, connect, greeting, signal } = deps;
  const { server: host, port, auth } = settings;
  // Loaded by the first message: most memory of this library is needed only by those who send mail.
  const [{ default: Mail }, { default: SMTPTransport }] = await Promise.all([
    import('nodemailer/lib/mailer'),
    import('nodemailer/lib/smtp-transport'),
  ]);
  const mayBePlain = encryption === 'none' || encryption === 'offered';
  // With a certificate of its own, the connection is encrypted before the library gets it.
  const isOurs = settings.fingerprint !== '' && encryption !== 'none';
  const isImplicit = encryption === 'implicit';
  const smtp = new SMTPTransport({
    host,
    port,
    ...(greeting !== undefined && { name: greeting }),
    secure: isImplicit || isOurs,
    requireTLS: encryption === 'required' && !isOurs,
    ignoreTLS: encryption === 'none',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    getSocket(_options, callback) {
      // Without encryption a password may only go to networks of one's own.
      const target = { host, port, plain: mayBePlain && credentials !== undefined && !isOurs };
      const opened = connect(target, signal);
      if (!isOurs) return void opened.then((connection) => callback(null, { connection }), callback);
      const { fingerprint } = settings;
      opened
        .then((socket) => startTls(socket, { host, isImplicit, fingerprint, greeting: greeting ?? 'belfry', signal }))
        .then((connection) => callback(null, { connection, secured: true }), callback);
    },
    // Without this, mail is sent without a sign-in where the server offers none.
    forceAuth: credentials !== undefined,
    customAuth: { PLAIN: signInPlain },
    ...(credentials && { auth: auth === 'xoauth2' ? { type: 'OAuth2', user: credentials.user } : credentials }),
  });
  const mailer = new Mail(smtp);
  mailer.set('oauth2_provision_cb', (_user, renew, callback) => {
    tokens(renew).then((token) => {
      if (token.ok) callback(null, token.value);
      else callback(Object.assign(new Error(token.error), { code: 'EOAUTH2' }), '');
    }, callback);
  });
  return async (mail, onSent) => {
    mailer.use('stream', (message, done) => {
      message.message.processFunc((input) => input.once('end', onSent));
      done();
    });
    const { response, rejectedErrors = [] } = await mailer.sendMail({ ...mail, signal });
    return { response, rejected: rejectedErrors.map(({ recipient, response: reason }) => `${recipient} (${reason})`) };
  };
}
