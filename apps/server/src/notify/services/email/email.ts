// Sends messages by SMTP. Each message has a connection of its own, so the address is checked each time.
import { ok } from '@belfry/domain/result';
import type { EmailSecrets, EmailSettings } from '@belfry/schema/notifications/email';
import { UntrustedCertificate } from '../../../lib/outgoing/pinned-tls.ts';
import type { Message, Sender, SendResult, Service, ServiceDeps } from '../../notifier.ts';
import { cut } from '../../text/cut.ts';
import { composed } from './composed.ts';
import { credentialsOf } from './credentials.ts';
import { encryptionOf } from './encryption.ts';
import { failedMail, isUntrusted } from './failure.ts';
import { greetingOf } from './greeting.ts';
import { startTls } from './starttls.ts';
import type { AccessTokens } from './token.ts';
import { createTransport, type Tokens } from './transport.ts';

/** What a destination of this service is set to. */
export interface EmailDestination {
  settings: EmailSettings;
  secrets: EmailSecrets;
}
/** `access`: shared by all senders. */
export interface OpenedEmail extends EmailDestination {
  access: AccessTokens;
}

export const emailService: Service<OpenedEmail> = {
  key: 'email',
  title: 'E-mail',
  // The server sets its own limit; the destination has that of the settings.
  perMinute: 600,
  open: openEmail,
};

const SESSION_MS = 30_000;
const MAX_WORDS = 500;
const MAX_COUNTED = 1000;

export function openEmail({ settings, secrets, access }: OpenedEmail, { connect, clock }: ServiceDeps): Sender {
  const { server, port, to, from, maxRetries, retryDelay } = settings;
  const at = `${server}:${port}`;
  const credentials = credentialsOf(settings, secrets);
  const encryption = encryptionOf(settings, credentials !== undefined);
  const tokens: Tokens = async (renew) =>
    settings.tokenUrl === '' ? ok(secrets.password) : access.of({ ...settings, ...secrets }, renew);
  const hidden = Object.values(secrets).filter(Boolean);
  const recipients = to.length > 0 ? to : [from];
  /** By the key of a message: how many attempts failed. */
  const failed = new Map<string, number>();

  async function attempt(message: Message, signal: AbortSignal): Promise<SendResult> {
    let sent = false;
    try {
      const greeting = greetingOf(settings, message.publicUrl);
      const transport = await createTransport({ settings, credentials, encryption, tokens, connect, greeting, signal });
      const mail = composed(message, { from, to: recipients, replyTo: settings.replyTo });
      const { response, rejected } = await transport(mail, () => {
        sent = true;
      });
      const refused = rejected.length > 0 ? ` Refused: ${rejected.join('; ')}` : '';
      return {
        ok: true,
        status: Number.parseInt(response, 10) || 250,
        words: cut(`${response}${refused}`, MAX_WORDS),
      };
    } catch (error) {
      return failedMail(await withCertificate(error, message, signal), at, hidden, sent);
    }
  }

  /** If a certificate is not trusted, it is looked at, so that its fingerprint can be told. Nothing is sent. */
  async function withCertificate(error: unknown, message: Message, signal: AbortSignal): Promise<unknown> {
    if (!isUntrusted(error)) return error;
    const { host, isImplicit, greeting } = {
      host: server,
      isImplicit: encryption === 'implicit',
      greeting: greetingOf(settings, message.publicUrl) ?? 'belfry',
    };
    try {
      const socket = await connect({ host, port, plain: false }, signal);
      const secure = await startTls(socket, { host, isImplicit, fingerprint: '', greeting, signal });
      secure.destroy();
      return error;
    } catch (shown) {
      return shown instanceof UntrustedCertificate ? shown : error;
    }
  }

  /** The first retries come as the settings say, later ones as the outbox does it for all. */
  function paced(key: string, result: SendResult): SendResult {
    const before = failed.get(key) ?? 0;
    failed.delete(key);
    if (result.ok || result.refused || before >= maxRetries) return result;
    if (failed.size >= MAX_COUNTED) failed.delete(failed.keys().next().value ?? '');
    failed.set(key, before + 1);
    return { retryAfterMs: retryDelay * 1000, ...result };
  }

  return {
    target: `${recipients.join(', ')} via ${at}`,
    async send(message, signal) {
      const over = new AbortController();
      const cancel = clock.after(SESSION_MS, () => over.abort());
      try {
        return paced(message.key, await attempt(message, AbortSignal.any([signal, over.signal])));
      } finally {
        cancel();
      }
    },
    async close() {
      failed.clear();
      await access.settled();
    },
  };
}
