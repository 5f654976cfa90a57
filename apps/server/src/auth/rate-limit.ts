// How many calls a client may make, by class. One number is kept per client: the time at which the client may make a
// full burst again. A client is somebody who has proven who they are, at their address, or else the address: calls without a
// credential cannot use up what others behind the same address need.
import type { Endpoint, RateClass } from '@belfry/schema/http/endpoint';
import type { Identity } from '../http/gate.ts';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from './client-address.ts';
import { createRecent } from './recent.ts';

/** `burst` calls at once; a client that used all of them may make a full burst again after `perMs`. */
interface Budget {
  burst: number;
  perMs: number;
}

const MINUTE_MS = 60_000;

/** The pages of Belfry in ten tabs behind one address need far less. */
const budgets: Readonly<Record<RateClass, Budget>> = {
  login: { burst: 10, perMs: MINUTE_MS },
  setup: { burst: 10, perMs: 5 * MINUTE_MS },
  'single-sign-on': { burst: 20, perMs: MINUTE_MS },
  transfer: { burst: 10, perMs: 5 * MINUTE_MS },
  report: { burst: 2000, perMs: MINUTE_MS },
  socket: { burst: 120, perMs: MINUTE_MS },
  read: { burst: 2000, perMs: MINUTE_MS },
  write: { burst: 300, perMs: MINUTE_MS },
};

/** A call of high cost counts as so many: 200 a minute. A page of a resource makes about five. */
const HIGH_COST = 10;
const CLIENTS = 10_000;

/** Undefined: the call is allowed. Otherwise the whole seconds until the next call is allowed. */
export type RateLimit = (rate: RateClass, ip: string, cost?: Endpoint['cost'], proven?: Identity) => number | undefined;

/** Calls that try a secret count for the address, whoever makes them. */
const guesses: ReadonlySet<RateClass> = new Set(['login', 'setup', 'single-sign-on']);

function clientOf(rate: RateClass, ip: string, proven: Identity | undefined): string {
  const network = networkOf(ip);
  if (!proven || guesses.has(rate)) return network;
  return `${network} ${proven.token ?? proven.session ?? `${proven.method} ${proven.name}`}`;
}

/** `others`: budgets in place of the usual ones. */
export function createRateLimit(clock: Clock, others: Partial<Record<RateClass, Budget>> = {}): RateLimit {
  const classes = new Map(Object.keys(budgets).map((name) => [name, createRecent<number>(CLIENTS)]));
  return (rate, ip, cost, proven) => {
    const { burst, perMs } = others[rate] ?? budgets[rate];
    const key = clientOf(rate, ip, proven);
    const fullAt = classes.get(rate);
    const now = clock.monotonic();
    const next = Math.max(now, fullAt?.get(key) ?? 0) + ((cost === 'high' ? HIGH_COST : 1) * perMs) / burst;
    if (next - now > perMs) return Math.ceil((next - now - perMs) / 1000);
    fullAt?.set(key, next);
    return undefined;
  };
}
