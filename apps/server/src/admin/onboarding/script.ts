// The script that sets up a host: it makes an account that may only read and a token, then registers the host.
import type { SetupScript } from '../../config/host.ts';
import type { Purpose } from './codes.ts';
import { common } from './script-common.ts';
import { quote } from './shell.ts';

/**
 * `part` is the part for the product; the registration uses `code` up. The result is a complete bash script in which
 * every variable value is quoted.
 */
export function setupScript(part: SetupScript, purpose: Purpose, code: string): string {
  const { type, host, baseUrl } = purpose;
  const variables = {
    belfry_url: baseUrl,
    host_url: host,
    host_address: host.replace(/^https:\/\//, ''),
    token_prefix: `belfry-${slug(baseUrl)}`,
    // The start of a JSON object; the script adds the fields that only the host knows.
    payload: JSON.stringify({ type, host, setupCode: code }).slice(0, -1),
    ...part.variables(purpose),
  };
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${quote(value)}`);
  return ['#!/usr/bin/env bash', part.head, ...assignments, common, part.body, 'main "$@"', ''].join('\n');
}

/**
 * Marks the tokens of this server, because other servers may have made tokens too. It has only letters, digits and dashes, because
 * it is used in patterns.
 */
const slug = (baseUrl: string): string =>
  baseUrl
    .replace(/^https?:\/\//, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48);
