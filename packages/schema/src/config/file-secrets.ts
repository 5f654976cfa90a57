// Which values of the configuration file are secrets. Each may come from a file of its own (`password_file: /path`), stands as the mask
// in what Belfry shows, and where the mask comes back, the stored one is kept.

/** A name stands for itself, `*` for every entry. */
const patterns: readonly string[] = [
  ...['instances.*.password', 'instances.*.tokenValue'],
  ...['users.*.password', 'users.*.passwordHash'],
  'oidc.clientSecret',
  'destinations.general.heartbeat.url',
  ...['password', 'clientSecret', 'refreshToken'].map((name) => `destinations.email.${name}`),
  ...['url', 'headers.*', 'customFields.*'].map((name) => `destinations.webhooks.*.${name}`),
  'destinations.mqtt.password',
  ...['exports.prometheus.secret', 'exports.influxdb.secret', 'historyEngine.secret'],
];
const split = patterns.map((pattern) => pattern.split('.'));

/** A stored secret is not sent to another place than the one that it was entered for: these fields around it must be the same. */
const places: readonly (readonly [around: string, fields: readonly string[]])[] = [
  ['instances.*', ['host']],
  ['oidc', ['issuerUrl', 'clientId']],
  ['destinations.email', ['server', 'username', 'tokenUrl']],
  ['destinations.webhooks.*', ['url']],
  ['destinations.mqtt', ['host', 'port', 'username']],
  ['exports.*', ['url', 'username']],
  ['historyEngine', ['url', 'queryUrl', 'longTermUrl', 'longTermQueryUrl', 'username']],
];

type Path = readonly (string | number)[];

const matches = (pattern: readonly string[], path: Path): boolean =>
  pattern.length === path.length && pattern.every((name, i) => name === '*' || name === path[i]);

export const isSecretPath = (path: Path): boolean => split.some((pattern) => matches(pattern, path));

/** What says where the secret at this path is sent: fields of a value around it. */
export function placeOf(path: Path): { around: Path; fields: readonly string[] } | undefined {
  for (const [pattern, fields] of places) {
    const names = pattern.split('.');
    const around = path.slice(0, names.length);
    if (matches(names, around)) return { around, fields };
  }
  return undefined;
}

/** `password_file` names a file with the value of `password`. */
export const FILE_SUFFIX = '_file';
