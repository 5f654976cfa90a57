// For tests: calls of an administrator to an app, and an import.
import type { Whole } from '../../../contract/testing/whole-app.ts';

export const PASS = 'a long passphrase';
export type App = Whole & { token: string };
export const as = ({ token }: App) => ({ 'x-api-token': token });
export const post = (app: App, url: string, body: unknown) => app.call('POST', url, { headers: as(app), body });
export const importInto = (app: App, data: string, passphrase = PASS) =>
  post(app, '/api/config/import', { data, passphrase });
