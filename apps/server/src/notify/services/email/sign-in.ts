// The sign-in at a mail server by PLAIN (RFC 4616), which the library also chooses where the server offers no sign-in at all.
import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';

const NOT_OFFERED =
  'The mail server offers no sign-in on this connection, and credentials are set. Nothing was sent. Remove the credentials, or use ' +
  'the port and the encryption at which the server offers a sign-in.';

/** A password is never sent to a server that does not ask for it. */
export async function signInPlain({ auth, authMethods, sendCommand }: SMTPConnectionCustomAuthContext): Promise<void> {
  if (!authMethods.includes('PLAIN')) throw new Error(NOT_OFFERED);
  const { user = '', pass = '' } = auth.credentials ?? {};
  const { status, response } = await sendCommand(`AUTH PLAIN ${Buffer.from(`\0${user}\0${pass}`).toString('base64')}`);
  if (status !== 235) throw new Error(response);
}
