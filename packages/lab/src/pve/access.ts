// Authentication of a cluster: passwords, tickets, API tokens.
import { type AuthResult, createTickets, isSame, ticketIn } from '../ticket.ts';

export type Credentials = { user: string; password: string; tokenName: string; tokenValue: string };
export type Access = ReturnType<typeof createAccess>;

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
  const tickets = createTickets('PVE');

  const byTicket = (ticket: string, now: number): AuthResult => {
    const user = tickets.userOf(ticket, now);
    return user === undefined ? { refused: 'permission denied - invalid PVE ticket' } : { user };
  };

  const byToken = (header: string): AuthResult => {
    const [name = '', value = ''] = split(header.slice('PVEAPIToken='.length));
    if (made.has(value)) return { user: name };
    const token = [{ name: credentials.tokenName, value: credentials.tokenValue }, ...others].find(
      (t) => t.name === name,
    );
    if (!token) return { refused: `no such token '${name.split('!')[1] ?? ''}' for user '${name.split('!')[0]}'` };
    return isSame(value, token.value) ? { user: name } : { refused: 'invalid token value!' };
  };

  return {
    /** Checks the headers of a request. */
    identify(authorization: string | undefined, cookie: string | undefined, now: number): AuthResult {
      if (authorization?.startsWith('PVEAPIToken=')) return byToken(authorization);
      const ticket = authorization?.startsWith('PVEAuthCookie=')
        ? authorization.slice(14)
        : ticketIn(cookie, 'PVEAuthCookie');
      return ticket ? byTicket(ticket, now) : { refused: 'No ticket' };
    },
    /** The privileges of an account or a token by its name; `usual` are the privileges without changes. */
    rightsOf(user: string, usual: readonly string[]): ReadonlySet<string> {
      const { lacks, adds } = others.find((t) => t.name === user) ?? { lacks: new Set(), adds: [] };
      return new Set([...usual.filter((right) => !lacks.has(right)), ...adds]);
    },
    /** A ticket for the right password. A valid ticket is accepted as a password, which renews it. */
    login(user: string, password: string, now: number) {
      const isRight = user === credentials.user && isSame(password, credentials.password);
      return isRight || tickets.userOf(password, now) === user ? tickets.issue(user, now) : undefined;
    },
  };
}

const split = (text: string) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
