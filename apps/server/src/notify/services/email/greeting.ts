// The name with which Belfry greets a mail server (EHLO). Many servers refuse a name without a dot, `localhost` and `[127.0.0.1]`, and
// these are all that a container knows of itself.
import { hostname } from 'node:os';
import type { EmailSettings } from '@belfry/schema/notifications/email';

/**
 * That of the settings; else the first full name of: the public address of Belfry, this machine, the domain of the sender. Undefined: there
 * is none, and the mail library decides.
 */
export function greetingOf(
  { greeting, from }: Pick<EmailSettings, 'greeting' | 'from'>,
  publicUrl: string,
  machine: string = hostname(),
): string | undefined {
  const known = [URL.parse(publicUrl)?.hostname ?? '', machine, domainOf(from)];
  return greeting || known.map((name) => name.toLowerCase().replace(/\.$/, '')).find(isFullName);
}

/** Of `ann@example.com` or `Ann <ann@example.com>`; empty if there is none. */
export const domainOf = (from: string): string => /@([^>@\s]+)>?\s*$/.exec(from)?.[1] ?? '';

/** A name with a dot, of letters that a greeting may contain, and no address: its last part is no number. */
const isFullName = (name: string): boolean =>
  /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*\.(?!\d+$)[a-z\d-]+$/.test(name) &&
  !/(^|\.)(localhost|localdomain|invalid)$/.test(name);
