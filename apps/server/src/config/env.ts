// Reads the environment; no other file does, but for the language of a terminal (`user-language.ts`). Everything is checked before anything starts.

import { misspelt } from '@belfry/configuration/variables';
import { fail, ok, type Result } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import type { Identified } from '@belfry/schema/config/node';
import { DEFAULT_PORT } from '@belfry/schema/defaults';
import type { LogLevel, SystemSettings } from '@belfry/schema/http/system';
import type { Networks } from '../lib/networks.ts';
import { readRegularFile } from '../lib/regular-file.ts';
import { type AccessConfig, parseAccess, parseNetworkList } from './access.ts';
import { type BackupConfig, parseBackup } from './backup.ts';
import { parseDatabase, parseServer, type ServerConfig } from './database.ts';
import { parseNodes } from './nodes.ts';
import { withSecretFiles } from './secret-files.ts';
import { parseFeed, parseSystem } from './system.ts';
import { parseTls, type TlsConfig } from './tls.ts';

export interface LabConfig {
  nodes: number;
  guests: number;
  seed: number;
  dockerHosts: number;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Of PostgreSQL, with a password in it. Undefined: everything is in files in `dataDir`. */
  databaseUrl: string | undefined;
  /** Of two servers with one database. */
  server: ServerConfig;
  /** A configuration file that is applied at the start. */
  configFile: string | undefined;
  /** Undefined: Belfry serves plain HTTP, or a proxy in front of it serves HTTPS. */
  tls: TlsConfig | undefined;
  logLevel: LogLevel;
  backup: BackupConfig;
  /** Where monthly reports go; undefined: no such folder. */
  reportFolder: string | undefined;
  nodes: Identified[];
  authDisabled: boolean;
  access: AccessConfig;
  /** Settings that can be changed only in the environment. */
  system: Partial<SystemSettings>;
  /** Where to ask for releases of Belfry, https; empty: nowhere. */
  updateFeed: string;
  /** Where notifications may go in addition to public and private networks. */
  notifyNetworks: Networks;
  /** Where push services of browsers may be besides public addresses. */
  pushNetworks: Networks;
  /** `TZ` as it was set, also if there is no such time zone; empty when it is not set. */
  machineZone: string;
  /** Set by the container image. */
  isDocker: boolean;
  /** Set by `proxmox-lxc.sh` in the container that it makes. */
  isProxmoxContainer: boolean;
  /** True if systemd started Belfry as a service; systemd sets a variable for this. */
  isService: boolean;
  /** Set in a demo: the size of the simulated datacentre. */
  demo: LabConfig | undefined;
  /** What is wrong with variables that have no effect; the start goes on. */
  warnings: readonly string[];
}

/** What is wrong with a variable. The text never contains a secret. */
export interface Problem {
  variable: string;
  expected: string;
  found: string;
}

export type Env = Readonly<Record<string, string | undefined>>;
type Read = (path: string) => string;
/** Of a file that a variable names. */
const MAX_BYTES = 1 << 20;

export const readEnv = (): Result<Config, Problem[]> => parseEnv(process.env);

/** An empty variable counts as not set. All problems are listed at once. */
export function parseEnv(
  given: Env,
  read: Read = (path) => readRegularFile(path, MAX_BYTES),
): Result<Config, Problem[]> {
  const { env, problems } = withSecretFiles(given, read);

  const variable = <T>(name: string, unset: T, expected: string, parse: (text: string) => T | undefined): T => {
    const text = env[name]?.trim();
    if (!text) return unset;
    const value = parse(text);
    if (value === undefined) problems.push({ variable: name, expected, found: JSON.stringify(text) });
    return value ?? unset;
  };
  const text = (name: string, unset: string) => variable(name, unset, '', (found) => found);
  const yesOrNo = (found: string) => flags[found.toLowerCase()];
  const flag = (name: string) => variable(name, false, 'true or false', yesOrNo);
  const whole = (name: string, unset: number, min: number, max: number) =>
    variable(name, unset, `a whole number from ${min} to ${max}`, (found) => {
      const value = /^\d+$/.test(found) ? Number(found) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    });

  const demo = flag('BELFRY_DEMO');
  const lab: LabConfig = {
    nodes: whole('BELFRY_LAB_NODES', 6, 1, 64),
    guests: whole('BELFRY_LAB_GUESTS', 80, 0, 20_000),
    seed: whole('BELFRY_LAB_SEED', 1, 0, 2 ** 31 - 1),
    dockerHosts: whole('BELFRY_LAB_DOCKER_HOSTS', 6, 0, 500),
  };
  const nodes = parseNodes('BELFRY_NODES', env.BELFRY_NODES?.trim() ?? '', read);
  const system = parseSystem(variable, yesOrNo);
  const tls = parseTls({
    variable,
    flag,
    port: (name) => (env[name]?.trim() ? whole(name, 0, 1, 65_535) : undefined),
    isDemo: demo,
    report: (problem) => problems.push(problem),
  });
  const config: Config = {
    port: whole('BELFRY_PORT', DEFAULT_PORT, 0, 65_535),
    host: text('BELFRY_HOST', '0.0.0.0'),
    dataDir: text('BELFRY_DATA_DIR', './data'),
    databaseUrl: parseDatabase(env, (problem) => problems.push(problem)),
    server: parseServer(variable),
    configFile: text('BELFRY_CONFIG_FILE', '') || undefined,
    tls,
    logLevel: system.logLevel ?? 'info',
    reportFolder: variable('BELFRY_REPORT_DIR', '', '', (found) => found) || undefined,
    backup: parseBackup({ variable, flag, whole, report: (problem) => problems.push(problem) }),
    nodes: nodes.ok ? nodes.value : [],
    authDisabled: flag('BELFRY_AUTH_DISABLED'),
    access: parseAccess(variable, env),
    system,
    updateFeed: parseFeed(variable),
    notifyNetworks: parseNetworkList(variable, 'BELFRY_NOTIFY_ALLOWED_NETWORKS'),
    pushNetworks: parseNetworkList(variable, 'BELFRY_PUSH_ALLOWED_NETWORKS'),
    machineZone: env.TZ?.trim() ?? '',
    isDocker: flag('BELFRY_DOCKER'),
    isProxmoxContainer: flag('BELFRY_PROXMOX_CONTAINER'),
    isService: Boolean(env.INVOCATION_ID),
    demo: demo ? lab : undefined,
    warnings: misspelt(given).map(english),
  };
  if (!nodes.ok) problems.push(...nodes.error);
  return problems.length > 0 ? fail(problems) : ok(config);
}

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
};
