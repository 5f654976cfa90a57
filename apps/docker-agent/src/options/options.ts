// Turns the command line and the environment into options, or into a list of errors.
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '@belfry/domain/result';
import { reportLimits } from '@belfry/schema/agent/limits';
import { parseDuration } from './duration.ts';
import { distinct, makeTarget, parseTarget, splitTargets, type Target } from './target.ts';

export interface Options {
  targets: Target[];
  intervalMs: number;
  hostname?: string;
  agentId?: string;
  /** A path, or an address as in DOCKER_HOST. Absent: the usual sockets. */
  socket?: string;
  once: boolean;
}
export type Command = { run: 'help' } | { run: 'version' } | { run: 'agent'; options: Options };

export const usage = `Reports the containers of this machine to Belfry.

  belfry-docker-agent --url https://belfry.example --token TOKEN

  --url URL            the server (default http://localhost:7655)
  --token TOKEN        an API token with the scope "report"
  --target U|T[|X]     a further server: address|token, then "insecure" or a fingerprint; may be repeated
  --interval 30s       how often to report, 5s to 1h
  --hostname NAME      instead of this machine's name
  --agent-id ID        instead of the engine's id
  --fingerprint SHA    accept exactly the certificate with this SHA-256
  --insecure           accept any certificate
  --socket PATH        the engine's socket (default: DOCKER_HOST, then Docker's and Podman's sockets)
  --once               report once and stop; without a token, print the report instead
  --version, --help

Each option can be set as BELFRY_URL, BELFRY_TOKEN, BELFRY_TARGETS (split by ";"), and so on; PULSE_URL, PULSE_TOKEN
and their kin work too. The command line wins.
`;

const flags = {
  url: { type: 'string' },
  token: { type: 'string' },
  target: { type: 'string', multiple: true },
  interval: { type: 'string' },
  hostname: { type: 'string' },
  'agent-id': { type: 'string' },
  fingerprint: { type: 'string' },
  insecure: { type: 'boolean' },
  socket: { type: 'string' },
  once: { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A blank variable counts as not set. */
const reader =
  (env: Environment) =>
  (name: string, old = name) =>
    env[`BELFRY_${name}`]?.trim() || env[`PULSE_${old}`]?.trim() || undefined;

const truthy = (text: string | undefined) => text !== undefined && /^(1|true|yes|on)$/i.test(text);

/** The Docker client's own variables. */
const dockerHost = (env: Environment) => {
  const host = env.DOCKER_HOST?.trim() || undefined;
  return env.DOCKER_TLS_VERIFY === '1' ? host?.replace(/^tcp:/, 'https:') : host;
};

type Arguments = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

function readTargets(given: Arguments, fromEnv: ReturnType<typeof reader>): Result<Target[], string[]> {
  const url = given.url ?? fromEnv('URL');
  const token = given.token ?? fromEnv('TOKEN');
  const others = given.target ?? splitTargets(fromEnv('TARGETS') ?? '');
  const insecure = given.insecure ?? truthy(fromEnv('INSECURE', 'INSECURE_SKIP_VERIFY'));
  const trust = given.fingerprint ?? fromEnv('FINGERPRINT') ?? (insecure ? 'insecure' : '');

  const read = others.map(parseTarget);
  // Targets have their own tokens, so with targets a token or an address in a variable does not add a server.
  const first = given.url !== undefined || (token !== undefined && (url !== undefined || others.length === 0));
  if (first || (others.length === 0 && !given.once)) {
    read.unshift(
      token === undefined
        ? fail('no token: give --token, BELFRY_TOKEN or --target')
        : makeTarget(url ?? 'http://localhost:7655', token, trust),
    );
  }
  const wrong = read.flatMap((target) => (target.ok ? [] : [target.error]));
  return wrong.length > 0 ? fail(wrong) : ok(distinct(read.flatMap((target) => (target.ok ? [target.value] : []))));
}

export function parseOptions(args: readonly string[], env: Environment): Result<Command, string[]> {
  let given: Arguments;
  try {
    given = parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    return fail([error instanceof Error ? error.message : String(error)]);
  }
  if (given.help) return ok({ run: 'help' });
  if (given.version) return ok({ run: 'version' });

  const fromEnv = reader(env);
  const targets = readTargets(given, fromEnv);
  const interval = given.interval ?? fromEnv('INTERVAL') ?? '30s';
  const intervalMs = parseDuration(interval);
  const wrong = targets.ok ? [] : [...targets.error];
  if (intervalMs === undefined || intervalMs < 5000 || intervalMs > reportLimits.intervalSeconds * 1000) {
    wrong.push(`the interval "${interval}" is not between 5s and 1h`);
  }
  if (!targets.ok || intervalMs === undefined || wrong.length > 0) return fail(wrong);

  const hostname = given.hostname ?? fromEnv('HOSTNAME');
  const agentId = given['agent-id'] ?? fromEnv('AGENT_ID');
  const socket = given.socket ?? fromEnv('SOCKET') ?? dockerHost(env);
  return ok({
    run: 'agent',
    options: {
      targets: targets.value,
      intervalMs,
      once: given.once ?? false,
      ...(hostname && { hostname }),
      ...(agentId && { agentId }),
      ...(socket && { socket }),
    },
  });
}
