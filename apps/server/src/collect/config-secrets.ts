// The secrets in the configuration of a host: sealed where they enter the server, opened in the collector.
import { fail, ok, type Result } from '@belfry/domain/result';
import { NodeConfig } from '@belfry/schema/config/node';
import type { KeyPair } from './keys.ts';
import { isSealed, seal, unseal } from './sealing.ts';

const SECRETS = ['password', 'tokenValue'] as const;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Where a secret may be sent: the host, the account, and whether its certificate is checked. */
const placeOf = (config: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([
    ...[text(config.type), text(config.host), text(config.tokenName) || text(config.user)],
    config.verifySSL === true || text(config.fingerprint) !== '' ? 1 : 0,
  ]);

/** What is sealed already stays. */
export async function sealConfig(config: NodeConfig, publicKey: string): Promise<NodeConfig> {
  const sealed: Record<string, string> = {};
  for (const name of SECRETS) {
    const value = config[name];
    if (value && !isSealed(value)) sealed[name] = await seal(publicKey, placeOf(config), value);
  }
  return { ...config, ...sealed };
}

/** Fields that this version does not know are left out, because the server may be newer. */
export async function openConfig(
  config: Readonly<Record<string, unknown>>,
  key: KeyPair,
): Promise<Result<NodeConfig, 'unreadable' | 'unknown'>> {
  const opened: Record<string, unknown> = { ...config };
  for (const name of SECRETS) {
    const value = config[name];
    if (typeof value !== 'string' || value === '') continue;
    const secret = await unseal(key, placeOf(config), value);
    if (!secret.ok) return secret;
    opened[name] = secret.value;
  }
  const parsed = NodeConfig.safeParse(opened);
  if (parsed.success) return ok(parsed.data);
  for (const issue of parsed.error.issues)
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) delete opened[key];
  const known = NodeConfig.safeParse(opened);
  return known.success ? ok(known.data) : fail('unknown');
}
