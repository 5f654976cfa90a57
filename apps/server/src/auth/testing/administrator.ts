// The first run and the first login, as every test of a whole server needs them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { quickSetup } from '@belfry/schema/http/security';
import type { CallRoute, Reply } from '../../http/testing/call.ts';

export const PASSWORD = 'correct horse battery';

export interface NewServer {
  call: CallRoute;
  dataDir: string;
}

/** Empty after the setup. */
export function bootstrapToken({ dataDir }: Pick<NewServer, 'dataDir'>): string {
  const file = path.join(dataDir, 'bootstrap-token');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/** Gives the API token made at setup. `given`: more fields of the call. */
export async function setUp(server: NewServer, given: { timezone?: string; password?: string } = {}): Promise<string> {
  const body = { username: 'admin', password: PASSWORD, bootstrapToken: bootstrapToken(server), ...given };
  const { credentials } = (await server.call('POST', quickSetup.path, { body })).read(quickSetup.reply);
  return credentials?.apiToken ?? '';
}

export const logIn = (
  { call }: Pick<NewServer, 'call'>,
  from = '192.0.2.10',
  password = PASSWORD,
  username = 'admin',
): Promise<Reply> => call('POST', '/api/login', { body: { username, password }, from });

/** Headers of a browser that signed in. */
export async function signIn(
  server: Pick<NewServer, 'call'>,
  from?: string,
  password?: string,
): Promise<Record<string, string>> {
  const { cookies } = await logIn(server, from, password);
  const pairs = Object.entries(cookies).map((pair) => pair.join('='));
  return {
    cookie: pairs.join('; '),
    'x-csrf-token': cookies.belfry_csrf ?? '',
    'sec-fetch-site': 'same-origin',
  };
}
