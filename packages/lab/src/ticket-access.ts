// Authentication of a backup server or a mail gateway: passwords, tickets, and API tokens where the product has them.
import { type AuthResult, createTickets, isSame, ticketIn } from './ticket.ts';

/** The names that a product uses: `PBS`, `PBSAuthCookie`, and for tokens `PBSAPIToken` with `:`. */
export type Spelling = { ticket: string; cookie: string; token?: { scheme: string; separator: string } };
/** `secondFactor`: a login with only the password returns a partial ticket, which no call accepts. */
export type Account = { user: string; password: string; secondFactor?: true };
export type Token = { name: string; value: string };
export type TicketAccess = ReturnType<typeof createTicketAccess>;

/** Times are epoch seconds. */
export function createTicketAccess(spelling: Spelling, accounts: readonly Account[], tokens: readonly Token[]) {
  const tickets = createTickets(spelling.ticket);

  function byTicket(ticket: string, now: number): AuthResult {
    const user = tickets.userOf(ticket, now);
    return user === undefined ? { refused: 'authentication failed - invalid ticket' } : { user };
  }

  function byToken(text: string, separator: string): AuthResult {
    const end = text.indexOf(separator, text.indexOf('!'));
    const token = tokens.find((t) => t.name === text.slice(0, end));
    return token && isSame(text.slice(end + 1), token.value)
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
      const account = accounts.find((a) => a.user === user && isSame(a.password, password));
      if (!account && tickets.userOf(password, now) !== user) return undefined;
      return { username: user, ...(account?.secondFactor ? tickets.issuePartial(now) : tickets.issue(user, now)) };
    },
  };
}
