// The only access to the container engine: five kinds of calls, all with GET.
import { existsSync } from 'node:fs';
import { fail, ok, type Result } from '@belfry/domain/result';
import Modem from 'docker-modem';

export interface EngineError {
  kind: 'unreachable' | 'timeout' | 'status' | 'bad-payload';
  /** HTTP status, for `status`. */
  status?: number;
  reason: string;
}

export interface Engine {
  /** `path` as in the Engine API, with or without `/v1.x`. Any other path is a bug and throws. */
  get(path: string): Promise<Result<unknown, EngineError>>;
  /** The engine runs on this machine, so /proc describes its host. */
  local: boolean;
}

/** The allowed paths. Logs, files, exports and attaching use GET too, and the agent must not call them. */
const allowed =
  /^(\/v1\.\d+)?\/(version|info|containers\/json\?all=true|containers\/\w[\w.-]*\/(json|stats\?stream=false&one-shot=true))$/;

const usualSockets = (uid: number) => [
  '/var/run/docker.sock',
  '/run/podman/podman.sock',
  `/run/user/${uid}/docker.sock`,
  `/run/user/${uid}/podman/podman.sock`,
];

/**
 * `address`: a path or `unix://`, `tcp://`, `http://`, `https://`; absent: the first socket that exists. The client library
 * reads certificates from DOCKER_CERT_PATH. The error says what to change.
 */
export function connect(address: string | undefined, timeoutMs = 5000): Result<Engine, string> {
  try {
    if (address === undefined || address.startsWith('/') || address.startsWith('unix://')) {
      const socketPath = address?.replace('unix://', '') || findSocket();
      return ok(overModem(new Modem({ socketPath, host: undefined, protocol: 'http' }), timeoutMs, true));
    }
    const { protocol, hostname, port } = new URL(address);
    if (!/^(tcp|http|https):$/.test(protocol)) return fail(`the agent cannot reach an engine by ${protocol}//`);
    const tls = protocol === 'https:' || port === '2376';
    const modem = new Modem({
      host: hostname,
      port: port || (tls ? 2376 : 2375),
      protocol: tls ? 'https' : 'http',
      socketPath: undefined,
    });
    return ok(overModem(modem, timeoutMs, false));
  } catch (error) {
    return fail(`"${address}" is no engine: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const findSocket = () => {
  const candidates = usualSockets(process.getuid?.() ?? 0);
  return candidates.find((path) => existsSync(path)) ?? '/var/run/docker.sock';
};

/**
 * We set the deadline, because the library does not notice when an engine stops in the middle of an answer. We pass no `agent`,
 * because the library writes its options into a string for each call, and an agent makes that string long.
 */
const overModem = (modem: Modem, timeoutMs: number, local: boolean): Engine => ({
  local,
  get(path) {
    if (!allowed.test(path)) throw new Error(`the agent does not ask the engine for ${path}`);
    return new Promise((resolve) => {
      const abortSignal = AbortSignal.timeout(timeoutMs);
      abortSignal.addEventListener('abort', () => {
        resolve(fail({ kind: 'timeout', reason: `no answer within ${timeoutMs} ms` }));
      });
      const [route = '', query] = path.split('?');
      const options = Object.fromEntries(new URLSearchParams(query));
      const dial = {
        path: query ? `${route}?` : route,
        options,
        method: 'GET',
        statusCodes: { 200: true },
        abortSignal,
      };
      modem.dial(dial, (error, body) => {
        if (error) resolve(fail(explain(error)));
        // An answer that is not JSON arrives as bytes.
        else if (Buffer.isBuffer(body)) resolve(fail({ kind: 'bad-payload', reason: 'the answer is not JSON' }));
        else resolve(ok(body));
      });
    });
  },
});

function explain(error: unknown): EngineError {
  const { statusCode, code, message } = Object(error);
  if (typeof statusCode === 'number') return { kind: 'status', status: statusCode, reason: `HTTP ${statusCode}` };
  const hints: Record<string, string> = {
    ENOENT: 'there is no socket: is the engine running?',
    EACCES: 'not allowed to open the socket: run as root or join its group',
    ECONNREFUSED: 'nobody listens on the socket',
  };
  const reason = typeof code === 'string' ? `${code}${hints[code] ? `: ${hints[code]}` : ''}` : String(message);
  return { kind: 'unreachable', reason };
}
