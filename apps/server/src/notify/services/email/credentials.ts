// What is said to a mail server to sign in.
import type { EmailSecrets, EmailSettings } from '@belfry/schema/notifications/email';

export interface Credentials {
  user: string;
  /** A password, an access token, or, with a token address, nothing. */
  pass: string;
}

/** Providers that have one user name for everybody. */
const users: readonly (readonly [host: RegExp, user: string])[] = [
  [/(^|\.)sendgrid\.net$/i, 'apikey'],
  [/(^|\.)sparkpostmail\.com$/i, 'SMTP_Injection'],
  [/(^|\.)resend\.com$/i, 'resend'],
];

/** Undefined: the server is used without credentials. */
export function credentialsOf(settings: EmailSettings, secrets: EmailSecrets): Credentials | undefined {
  const { server, username, auth, tokenUrl, grant, from } = settings;
  const pass = secrets.password;
  if (auth === 'xoauth2') {
    // A service has no account of its own: it signs in to the mailbox of the sender.
    const user = username || (grant === 'clientCredentials' ? addressOf(from) : '');
    return user && (pass || tokenUrl) ? { user, pass } : undefined;
  }
  if (pass === '') return undefined;
  // Postmark takes its token as both.
  const fixed = /(^|\.)postmarkapp\.com$/i.test(server) ? pass : users.find(([host]) => host.test(server))?.[1];
  const user = username || fixed;
  return user ? { user, pass } : undefined;
}

/** `ann@example.com` of `Ann <ann@example.com>`. */
const addressOf = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from;
