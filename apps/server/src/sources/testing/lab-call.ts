// A call to a host of the lab, and the account that makes it. For tests only.
import type { Incoming } from '@belfry/lab/server';

export const account = { user: 'monitor@pve', password: 'x' };
export const credentials = { ...account, tokenName: 'monitor@pve!t', tokenValue: 's' };
export const origin = 'https://stand-in:8006';
export const login = { host: origin, ...account, verifySSL: false };
export const SEED = 3;

export function incoming(path: string, headers: Incoming['headers']): Incoming {
  const url = new URL(`/api2/json${path}`, 'https://host');
  return { method: 'GET', path: url.pathname, params: Object.fromEntries(url.searchParams), headers };
}
