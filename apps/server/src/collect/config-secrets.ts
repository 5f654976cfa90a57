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
  const parsed = parse(opened);
  return parsed ? ok(parsed) : fail('unknown');
}

/** The host with blanks in place of secrets that nobody here can read. */
export const withoutSecrets = (config: Readonly<Record<string, unknown>>): NodeConfig | undefined =>
  parse({ ...config, ...Object.fromEntries(SECRETS.filter((name) => text(config[name])).map((name) => [name, '-'])) });

function parse(config: Readonly<Record<string, unknown>>): NodeConfig | undefined {
  const parsed = NodeConfig.safeParse(config);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  return NodeConfig.safeParse(Object.fromEntries(Object.entries(config).filter(([name]) => !unknown.includes(name))))
    .data;
}
