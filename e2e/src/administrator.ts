// A Belfry that is set up: an administrator with a password, who signs in with a browser or calls the API.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { RunningProduct } from './product.ts';

export const PASSWORD = 'correct horse battery';

/** `api` calls as an administrator, and throws where the answer is an error. */
export interface Administrator {
  api(method: string, path: string, body?: object): Promise<unknown>;
}

/** Does the setup through the API, without its screen. */
export async function setUp({ url, dataDir }: Pick<RunningProduct, 'url' | 'dataDir'>): Promise<Administrator> {
  const send = async (method: string, path: string, body: object | undefined, headers: Record<string, string> = {}) => {
    const reply = await fetch(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return JSON.parse(text);
  };
  const bootstrapToken = readFileSync(path.join(dataDir, 'bootstrap-token'), 'utf8').trim();
  const body = { username: 'admin', password: PASSWORD, bootstrapToken };
  const { credentials } = await send('POST', '/api/security/quick-setup', body);
  return { api: (method, path, body) => send(method, path, body, { 'x-api-token': credentials.apiToken }) };
}

/** Fills in the login form and sends it. The caller waits for what follows. */
export async function signIn(page: Page, password = PASSWORD, username = 'admin'): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in to Belfry' }).click();
}

/** Waits until the header shows that the user `name` is signed in. */
export const signedIn = (page: Page, name = 'admin') =>
  page.getByRole('banner').getByText(name, { exact: true }).waitFor();
