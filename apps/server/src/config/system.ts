// Settings that the environment sets: the settings pages show them, but they cannot be changed there.
import { LogLevel, SystemSettings } from '@belfry/schema/http/system';
import type { Variable } from './access.ts';

const { shape } = SystemSettings;

/** Variable, setting, expected format. */
const texts = [
  ['BELFRY_DISCOVERY_SUBNET', 'discoverySubnet', 'auto, or subnets like 192.168.1.0/24'],
  ['BELFRY_ALLOWED_ORIGINS', 'allowedOrigins', 'origins like https://home.example, separated by commas, or *'],
  ['BELFRY_ALLOWED_EMBED_ORIGINS', 'allowedEmbedOrigins', 'origins like https://home.example, separated by commas'],
] as const;
const flags = [
  ['BELFRY_DISCOVERY_ENABLED', 'discoveryEnabled'],
  ['BELFRY_ALLOW_EMBEDDING', 'allowEmbedding'],
] as const;

/** Only what is set. `flag` reads true and false as everywhere. */
export function parseSystem(variable: Variable, flag: (text: string) => boolean | undefined): Partial<SystemSettings> {
  const found: Partial<SystemSettings> = {};
  for (const [name, setting, expected] of texts) {
    const value = variable(name, undefined, expected, (text) => shape[setting].safeParse(text).data);
    if (value !== undefined) found[setting] = value;
  }
  const level = variable('BELFRY_LOG_LEVEL', undefined, `one of ${LogLevel.options.join(', ')}`, (text) =>
    LogLevel.options.find((option) => option === text.toLowerCase()),
  );
  if (level !== undefined) found.logLevel = level;
  for (const [name, setting] of flags) {
    const value = variable<boolean | undefined>(name, undefined, 'true or false', flag);
    if (value !== undefined) found[setting] = value;
  }
  return found;
}

export const parseFeed = (variable: Variable): string =>
  variable('BELFRY_UPDATE_FEED', '', 'an address that starts with https://', (text) =>
    URL.parse(text)?.protocol === 'https:' ? text : undefined,
  );
