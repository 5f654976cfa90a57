// The names of the variables of the environment that the server and the command line know, to notice one that is misspelt.

import { nearest } from '@belfry/domain/nearest';
import { OidcSettings } from '@belfry/schema/http/oidc';
import type { Sentence } from '@belfry/schema/sentences/sentence';

type Env = Readonly<Record<string, string | undefined>>;

const PREFIX = 'BELFRY_';
const after = (group: string, ...names: string[]): string[] => names.map((name) => `${group}_${name}`);
const upper = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const known = [
  ...[
    'HOST',
    'PORT',
    'DATA_DIR',
    'DATABASE_URL',
    'SERVER_NAME',
    'SERVER_ADDRESS',
    'CONFIG_FILE',
    'LOG_LEVEL',
    'NODES',
    'PUBLIC_URL',
    'UPDATE_FEED',
    'DOCKER',
    'DEMO',
  ],
  'PROXMOX_CONTAINER',
  ...['AUTH_DISABLED', 'ENCRYPTION_KEY', 'TRUSTED_PROXIES', 'INSTALL_ROOT', 'REPORT_DIR'],
  ...['ALLOWED_ORIGINS', 'ALLOWED_EMBED_ORIGINS', 'ALLOW_EMBEDDING', 'DISCOVERY_ENABLED', 'DISCOVERY_SUBNET'],
  ...['NOTIFY_ALLOWED_NETWORKS', 'PUSH_ALLOWED_NETWORKS', 'HTTP_REDIRECT_PORT'],
  ...after('TLS', 'CERT', 'KEY', 'SELF_SIGNED'),
  ...after('LAB', 'NODES', 'GUESTS', 'SEED', 'DOCKER_HOSTS'),
  ...after('BACKUP', 'DIR', 'KEEP', 'PASSPHRASE', 'SCHEDULE'),
  ...after('BACKUP_S3', 'URL', 'BUCKET', 'PREFIX', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'),
  ...after('BACKUP_S3', 'BUCKET_IN_HOST', 'ALLOW_HTTP'),
  ...after('PROXY_AUTH', 'SECRET', 'USER_HEADER', 'ROLE_HEADER', 'ROLE_SEPARATOR', 'ADMIN_ROLE', 'OPERATOR_ROLE'),
  ...after('PROXY_AUTH', 'LOGOUT_URL'),
  ...after('OIDC', 'CLIENT_SECRET', ...Object.keys(OidcSettings.shape).map(upper)),
  // of the command line
  ...['URL', 'TOKEN', 'CA', 'PASSPHRASE', 'LANG'],
].map((name) => PREFIX + name);

/** Any variable may be given as a file with its value. */
const isKnown = (name: string): boolean => known.includes(name) || known.includes(name.replace(/_FILE$/, ''));
/** Kubernetes tells every container of a service named "belfry" with such variables. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?$/;

/** A sentence for each variable of Belfry that is set and that nobody reads, with the name that may be meant. */
export function misspelt(env: Env): Sentence[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const isOurs = name.startsWith(PREFIX) && !isKnown(name) && value.trim() !== '';
    if (!isOurs || OF_KUBERNETES.test(name) || /^(tcp|udp):\/\//.test(value)) return [];
    const meant = nearest(
      name.slice(PREFIX.length),
      known.map((each) => each.slice(PREFIX.length)),
    );
    return meant === undefined
      ? { id: 'variable.unknown', values: { name } }
      : { id: 'variable.misspelt', values: { name, meant: PREFIX + meant } };
  });
}
