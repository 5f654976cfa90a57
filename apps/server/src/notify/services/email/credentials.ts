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
  const { server, username, auth, tokenUrl } = settings;
  const pass = secrets.password;
  if (auth === 'xoauth2') return username && (pass || tokenUrl) ? { user: username, pass } : undefined;
  if (pass === '') return undefined;
  // Postmark takes its token as both.
  const fixed = /(^|\.)postmarkapp\.com$/i.test(server) ? pass : users.find(([host]) => host.test(server))?.[1];
  const user = username || fixed;
  return user ? { user, pass } : undefined;
}
