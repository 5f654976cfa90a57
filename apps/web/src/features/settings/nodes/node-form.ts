// The form of a host as plain values: initial values, errors, and the request. The server decides what is valid.

import type { MonitorFlag } from '@belfry/schema/config/abilities';
import { type Way, waysOf } from '@belfry/schema/config/kinds';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { coverageOf, type Kind } from './kinds.ts';
import { messages } from './messages.ts';

export interface NodeForm {
  name: string;
  host: string;
  /** The id of the site whose collector polls the host; empty: this server does. */
  site: string;
  auth: Way;
  user: string;
  password: string;
  tokenName: string;
  tokenValue: string;
  fingerprint: string;
  verifySSL: boolean;
  flags: Partial<Record<MonitorFlag, boolean>>;
}

export type TextName = Exclude<keyof NodeForm, 'site' | 'auth' | 'verifySSL' | 'flags'>;

const blank = { user: '', password: '', tokenName: '', tokenValue: '' };

export const newForm = (kind: Kind, found?: DiscoveredServer, site = ''): NodeForm => ({
  name: found?.hostname ?? '',
  host: found ? `https://${found.ip.includes(':') ? `[${found.ip}]` : found.ip}:${found.port}` : '',
  site,
  auth: waysOf(kind)[0],
  ...blank,
  fingerprint: '',
  verifySSL: true,
  flags: Object.fromEntries(coverageOf(kind).map(({ flag, on }) => [flag, on])),
});

/** The server never returns secrets. Their fields start empty, and an empty field means unchanged. */
export const formOf = (kind: Kind, node: NodeView): NodeForm => ({
  name: node.name,
  host: node.host,
  site: node.site ?? '',
  auth: node.hasPassword && !node.hasToken ? 'password' : waysOf(kind)[0],
  ...blank,
  user: node.user ?? '',
  tokenName: node.tokenName ?? '',
  fingerprint: node.fingerprint ?? '',
  verifySSL: node.verifySSL,
  flags: Object.fromEntries(coverageOf(kind).map(({ flag, on }) => [flag, node[flag] ?? on])),
});

/** Whether a secret for the chosen method is already stored. One that is sealed for a collector is of no use to anybody else. */
const hasSecret = (form: NodeForm, node: NodeView | undefined): boolean =>
  node !== undefined && !isMoved(form, node) && (form.auth === 'password' ? node.hasPassword : node.hasToken);

/** Whether somebody else is to poll the host. */
export const isMoved = (form: NodeForm, node: NodeView | undefined): boolean =>
  node !== undefined && form.site !== (node.site ?? '');

export type NodeErrors = Partial<Record<TextName, string>>;

/** Empty when nothing is wrong. */
export function checkNode(form: NodeForm, node?: NodeView): NodeErrors {
  const { host, auth, user, password, tokenName, tokenValue } = form;
  const kept = hasSecret(form, node);
  return {
    ...(!host.trim() && { host: messages.required.host }),
    ...(auth === 'password' && !user.trim() && { user: messages.required.user }),
    ...(auth === 'password' && !password && !kept && { password: messages.required.password }),
    ...(auth === 'token' && !tokenName.trim() && { tokenName: messages.required.tokenName }),
    ...(auth === 'token' && !tokenValue.trim() && !kept && { tokenValue: messages.required.tokenValue }),
    ...(auth === 'key' && !tokenValue.trim() && !kept && { tokenValue: messages.required.key }),
  };
}

/** What is missing for a connection test, in words. */
export function checkTest(form: NodeForm): string | undefined {
  if (!form.host.trim()) return messages.required.host;
  if (form.auth === 'password')
    return form.user.trim() && form.password ? undefined : messages.required.userAndPassword;
  if (form.auth === 'key') return form.tokenValue.trim() ? undefined : messages.required.key;
  return form.tokenName.trim() && form.tokenValue.trim() ? undefined : messages.required.nameAndValue;
}

/** When a host is edited without a new secret, the saved host is tested. */
export const testsSaved = (form: NodeForm, node: NodeView | undefined): node is NodeView =>
  hasSecret(form, node) && (form.auth === 'password' ? form.password === '' : form.tokenValue.trim() === '');

const credentials = ({ auth, user, password, tokenName, tokenValue }: NodeForm) =>
  auth === 'password'
    ? { user: user.trim(), ...(password && { password }) }
    : {
        ...(auth === 'token' && { tokenName: tokenName.trim() }),
        ...(tokenValue.trim() && { tokenValue: tokenValue.trim() }),
      };

export const requestOf = (kind: Kind, form: NodeForm) => ({
  type: kind.type,
  name: form.name.trim(),
  host: form.host.trim(),
  site: form.site,
  ...credentials(form),
  fingerprint: form.fingerprint.trim(),
  verifySSL: form.verifySSL,
  ...form.flags,
});

/** The error of a connection test begins with a prefix that users do not need; this is the rest. */
export const withoutPrefix = (text: string): string =>
  text.replace(/^API request failed: \d{3}:?\s*/i, '').trim() || messages.testFailed;

/** The fields of the server's `details` that the form shows. */
export const isOwnField = (name: string): name is TextName =>
  ['name', 'host', 'user', 'password', 'tokenName', 'tokenValue', 'fingerprint'].includes(name);
