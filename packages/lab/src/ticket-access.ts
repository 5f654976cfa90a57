// Authentication: passwords, tickets that are valid for two hours, and API tokens where the product has them.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The names that a product uses: `PBS`, `PBSAuthCookie`, and for tokens `PBSAPIToken` with `:`. */
export type Spelling = { ticket: string; cookie: string; token?: { scheme: string; separator: string } };
/** `secondFactor`: a login with only the password returns a partial ticket, which no call accepts. */
export type Account = { user: string; password: string; secondFactor?: true };
export type Token = { name: string; value: string };
/** The name of the account or token, or the text of a 401. */
export type AuthResult = { user: string } | { refused: string };
export type TicketAccess = ReturnType<typeof createTicketAccess>;

const lifetime = 7200;

/** Times are epoch seconds. */
export function createTicketAccess(spelling: Spelling, accounts: readonly Account[], tokens: readonly Token[]) {
  const secret = randomBytes(32);
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64');
  const stamp = (now: number) => now.toString(16).toUpperCase().padStart(8, '0');

  function byTicket(ticket: string, now: number): AuthResult {
    const [plain = '', signature = ''] = ticket.split('::');
    const [, user = '', issued = ''] = plain.split(':');
    if (user.startsWith('!tfa!')) return { refused: 'authentication failed - invalid ticket' };
    const age = now - Number.parseInt(issued, 16);
    const isGood = same(signature, sign(plain)) && age > -300 && age < lifetime;
    return isGood ? { user } : { refused: 'authentication failed - invalid ticket' };
  }

  function byToken(text: string, separator: string): AuthResult {
    const end = text.indexOf(separator, text.indexOf('!'));
    const token = tokens.find((t) => t.name === text.slice(0, end));
    return token && same(text.slice(end + 1), token.value)
      ? { user: token.name }
      : { refused: 'authentication failed - invalid token' };
  }

  return {
    identify(authorization: string | undefined, cookie: string | undefined, now: number): AuthResult {
      const { token } = spelling;
      if (authorization?.includes('APIToken=')) {
        if (!token) return { refused: 'API tokens are not implemented' };
        if (authorization.startsWith(`${token.scheme}=`))
          return byToken(authorization.slice(token.scheme.length + 1), token.separator);
      }
      const ticket = ticketIn(cookie, spelling.cookie);
      return ticket ? byTicket(ticket, now) : { refused: 'no authentication credentials provided.' };
    },
    /** A ticket for the right password. A valid ticket is accepted as a password, which renews it. */
    login(user: string, password: string, now: number) {
      const renewed = byTicket(password, now);
      const account = accounts.find((a) => a.user === user && same(a.password, password));
      if (!account && !('user' in renewed && renewed.user === user)) return undefined;
      if (account?.secondFactor) {
        const half = `${spelling.ticket}:!tfa!%7B%22totp%22%3Atrue%7D:${stamp(now)}`;
        return { username: user, ticket: `${half}::${sign(half)}`, CSRFPreventionToken: 'invalid' };
      }
      const plain = `${spelling.ticket}:${user}:${stamp(now)}`;
      return {
        username: user,
        ticket: `${plain}::${sign(plain)}`,
        CSRFPreventionToken: `${stamp(now)}:${sign(`${stamp(now)}:${user}`)}`,
      };
    },
  };
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function ticketIn(cookie: string | undefined, name: string): string | undefined {
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
