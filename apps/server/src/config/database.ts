// The address of a database of PostgreSQL, and how this server is called among those with the same database. The address has a password, so it
// is never shown.
import { hostname } from 'node:os';
import type { Env, Problem } from './env.ts';

const NAME = 'BELFRY_DATABASE_URL';
const EXPECTED =
  'an address like postgres://USER:PASSWORD@HOST:5432/DATABASE, or nothing for the files in BELFRY_DATA_DIR';

export function parseDatabase(env: Env, report: (problem: Problem) => void): string | undefined {
  const text = env[NAME]?.trim();
  if (!text) return undefined;
  const wrong = (found: string) => void report({ variable: NAME, expected: EXPECTED, found });
  const url = URL.parse(text);
  if (!url) wrong('something else (it is not shown, because it may have a password)');
  else if (!['postgres:', 'postgresql:'].includes(url.protocol)) wrong(`an address that begins with ${url.protocol}//`);
  else if (url.hostname === '' && !url.searchParams.has('host')) wrong('an address without a host');
  else if (url.pathname.length < 2) wrong('an address without the name of a database');
  else return text;
  return undefined;
}

export interface ServerConfig {
  name: string;
  /** Where the other server's users find this one. Empty: the first address of this machine. */
  address: string;
}

type Variable = <T>(name: string, unset: T, expected: string, parse: (text: string) => T | undefined) => T;

export const parseServer = (variable: Variable): ServerConfig => ({
  name: variable('BELFRY_SERVER_NAME', hostname(), 'a name of at most 100 letters, digits, dots and hyphens', (text) =>
    /^[\w.-]{1,100}$/.test(text) ? text : undefined,
  ),
  address: variable('BELFRY_SERVER_ADDRESS', '', 'an address like https://10.0.0.21:7655', (text) => {
    const url = URL.parse(text);
    return url && /^https?:$/.test(url.protocol) && url.username === '' ? url.href.replace(/\/$/, '') : undefined;
  }),
});
