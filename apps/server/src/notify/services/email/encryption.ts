// How the connection to a mail server is encrypted.
import type { EmailSettings } from '@belfry/schema/notifications/email';

/** `implicit`: from the first byte. `required`: STARTTLS or nothing. `offered`: STARTTLS where the server has it. */
export type Encryption = 'implicit' | 'required' | 'offered' | 'none';

const IMPLICIT_PORT = 465;

export function encryptionOf(
  settings: Pick<EmailSettings, 'port' | 'tls' | 'startTLS'>,
  isSignedIn: boolean,
): Encryption {
  if (settings.port === IMPLICIT_PORT) return 'implicit';
  if (settings.startTLS) return 'required';
  if (!settings.tls) return 'none';
  return isSignedIn ? 'required' : 'offered';
}
