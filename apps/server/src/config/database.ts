// The address of a database of PostgreSQL. It has a password, so it is never shown.
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
