// Tickets that a Proxmox server signs, and the cookie in which a client sends them.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The name of the account or token, or the text of a 401. */
export type AuthResult = { user: string } | { refused: string };

const LIFETIME_S = 7200;
/** Instead of the user, in the ticket of a login that needs a second factor. No call accepts such a ticket. */
const SECOND_FACTOR = '!tfa!';

/** `product` is the first part of a ticket, such as `PVE`. Times are epoch seconds. */
export function createTickets(product: string) {
  const secret = randomBytes(32);
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64');
  const stamp = (now: number) => now.toString(16).toUpperCase().padStart(8, '0');
  return {
    issue(user: string, now: number) {
      const plain = `${product}:${user}:${stamp(now)}`;
      return {
        ticket: `${plain}::${sign(plain)}`,
        CSRFPreventionToken: `${stamp(now)}:${sign(`${stamp(now)}:${user}`)}`,
      };
    },
    issuePartial(now: number) {
      const plain = `${product}:${SECOND_FACTOR}%7B%22totp%22%3Atrue%7D:${stamp(now)}`;
      return { ticket: `${plain}::${sign(plain)}`, CSRFPreventionToken: 'invalid' };
    },
    /** The user of a valid ticket. */
    userOf(ticket: string, now: number): string | undefined {
      const [plain = '', signature = ''] = ticket.split('::');
      const [, user = '', issued = ''] = plain.split(':');
      const age = now - Number.parseInt(issued, 16);
      const isValid = isSame(signature, sign(plain)) && age > -300 && age < LIFETIME_S;
      return isValid && !user.startsWith(SECOND_FACTOR) ? user : undefined;
    },
  };
}

export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The ticket in the cookie of that name. */
export function ticketIn(cookie: string | undefined, name: string): string | undefined {
  const value = cookie
    ?.split(/;\s*/)
    .find((c) => c.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}
