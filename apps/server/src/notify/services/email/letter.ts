// A mail with a file, which is no message about alerts: an evidence report. It goes by the settings of e-mail, once; who sends it tries again.
import { ok } from '@belfry/domain/result';
import type { SendResult, ServiceDeps } from '../../notifier.ts';
import { cut } from '../../text/cut.ts';
import { credentialsOf } from './credentials.ts';
import type { OpenedEmail } from './email.ts';
import { encryptionOf } from './encryption.ts';
import { failedMail } from './failure.ts';
import { greetingOf } from './greeting.ts';
import { createTransport } from './transport.ts';

export interface Letter {
  /** Empty: the recipients of the settings. */
  to: readonly string[];
  subject: string;
  text: string;
  /** Epoch ms. */
  at: number;
  file: { name: string; content: Uint8Array; media: string };
}

/** Longer than for a message: the file may be large and the line slow. */
const SESSION_MS = 180_000;
const MAX_WORDS = 500;

export async function postLetter(
  { settings, secrets, access }: OpenedEmail,
  { connect, clock }: Pick<ServiceDeps, 'connect' | 'clock'>,
  { to, subject, text, at, file }: Letter,
  publicUrl: string,
): Promise<SendResult> {
  const { server, port, from, replyTo } = settings;
  const credentials = credentialsOf(settings, secrets);
  const own = settings.to.length > 0 ? settings.to : [from];
  const over = new AbortController();
  const cancel = clock.after(SESSION_MS, () => over.abort());
  let sent = false;
  try {
    const transport = await createTransport({
      ...{ settings, credentials, connect, signal: over.signal, greeting: greetingOf(settings, publicUrl) },
      encryption: encryptionOf(settings, credentials !== undefined),
      tokens: async (renew) =>
        settings.tokenUrl === '' ? ok(secrets.password) : access.of({ ...settings, ...secrets }, renew),
    });
    const mail = {
      ...{ from, to: [...(to.length > 0 ? to : own)], ...(replyTo && { replyTo }), subject, text, date: new Date(at) },
      // No program answers it, as with out-of-office mails.
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: [{ filename: file.name, content: Buffer.from(file.content), contentType: file.media }],
    };
    const { response, rejected } = await transport(mail, () => {
      sent = true;
    });
    if (rejected.length > 0) return { ok: false, words: cut(rejected.join('; '), MAX_WORDS) };
    return { ok: true, status: Number.parseInt(response, 10) || 250, words: cut(response, MAX_WORDS) };
  } catch (error) {
    return failedMail(error, `${server}:${port}`, Object.values(secrets).filter(Boolean), sent);
  } finally {
    cancel();
  }
}
