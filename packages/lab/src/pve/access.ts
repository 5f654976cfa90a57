// Authentication: passwords, tickets that are valid for two hours, API tokens.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type Credentials = { user: string; password: string; tokenName: string; tokenValue: string };
/** A user name, or the reason phrase of a 401. */
export type AuthResult = { user: string } | { refused: string };
export type Access = ReturnType<typeof createAccess>;

const lifetime = 7200;

/** A token with other privileges than the usual one. The sets may be changed at any time. */
export type OtherToken = { name: string; value: string; lacks: Set<string>; adds: Set<string> };

/**
 * One object per cluster, because a ticket of one member is valid on all members. Times are epoch seconds. `made`: the
 * values of tokens that were added later.
 */
export function createAccess(
  credentials: Credentials,
  others: readonly OtherToken[] = [],
  made: ReadonlySet<string> = new Set(),
) {
  const secret = randomBytes(32);
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64');
  const stamp = (now: number) => now.toString(16).toUpperCase().padStart(8, '0');

  const ticketFor = (user: string, now: number) => {
    const plain = `PVE:${user}:${stamp(now)}`;
    return `${plain}::${sign(plain)}`;
  };

  const byTicket = (ticket: string, now: number): AuthResult => {
    const [plain = '', signature = ''] = ticket.split('::');
    const [, user = '', issued = ''] = plain.split(':');
    const age = now - Number.parseInt(issued, 16);
    const good = same(signature, sign(plain)) && age > -300 && age < lifetime;
    return good ? { user } : { refused: 'permission denied - invalid PVE ticket' };
  };

  const byToken = (header: string): AuthResult => {
    const [name = '', value = ''] = split(header.slice('PVEAPIToken='.length));
    if (made.has(value)) return { user: name };
    const token = [{ name: credentials.tokenName, value: credentials.tokenValue }, ...others].find(
      (t) => t.name === name,
    );
    if (!token) return { refused: `no such token '${name.split('!')[1] ?? ''}' for user '${name.split('!')[0]}'` };
    return same(value, token.value) ? { user: name } : { refused: 'invalid token value!' };
  };

  return {
    /** Checks the headers of a request. */
    identify(authorization: string | undefined, cookie: string | undefined, now: number): AuthResult {
      if (authorization?.startsWith('PVEAPIToken=')) return byToken(authorization);
      const ticket = authorization?.startsWith('PVEAuthCookie=') ? authorization.slice(14) : ticketIn(cookie);
      return ticket ? byTicket(ticket, now) : { refused: 'No ticket' };
    },
    /** The privileges of an account or a token by its name; `usual` are the privileges without changes. */
    rightsOf(user: string, usual: readonly string[]): ReadonlySet<string> {
      const { lacks, adds } = others.find((t) => t.name === user) ?? { lacks: new Set(), adds: [] };
      return new Set([...usual.filter((right) => !lacks.has(right)), ...adds]);
    },
    /** A ticket for the right password. A valid ticket is accepted as a password, which renews it. */
    login(user: string, password: string, now: number) {
      const renewed = byTicket(password, now);
      const known = user === credentials.user && same(password, credentials.password);
      if (!known && !('user' in renewed && renewed.user === user)) return undefined;
      return { ticket: ticketFor(user, now), CSRFPreventionToken: `${stamp(now)}:${sign(`${stamp(now)}:${user}`)}` };
    },
  };
}

const split = (text: string) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function ticketIn(cookie: string | undefined): string | undefined {
  const value = cookie
    ?.split(/;\s*/)
    .find((c) => c.startsWith('PVEAuthCookie='))
    ?.slice(14);
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}
