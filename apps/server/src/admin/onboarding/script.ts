// The script that sets up a host: an account that may only look, a token of its own, then the call back.
import type { SetupScript } from '../../config/host.ts';
import type { Purpose } from './codes.ts';
import { common } from './script-common.ts';
import { quote } from './shell.ts';

/** `part` speaks to the product, `code` is redeemed by the call back. The result is a complete bash script; everything variable in it is quoted. */
export function setupScript(part: SetupScript, purpose: Purpose, code: string): string {
  const { type, host, baseUrl } = purpose;
  const variables = {
    belfry_url: baseUrl,
    host_url: host,
    host_address: host.replace(/^https:\/\//, ''),
    token_prefix: `belfry-${slug(baseUrl)}`,
    // An opened JSON object: the script adds what only it knows.
    payload: JSON.stringify({ type, host, setupCode: code }).slice(0, -1),
    ...part.variables(purpose),
  };
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${quote(value)}`);
  return ['#!/usr/bin/env bash', part.head, ...assignments, common, part.body, 'main "$@"', ''].join('\n');
}

/** Tells the tokens of this server from those of another. Letters, digits and dashes only: it stands in patterns. */
const slug = (baseUrl: string): string =>
  baseUrl
    .replace(/^https?:\/\//, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48);
