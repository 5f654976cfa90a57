// Serves a folder of recorded answers. Its `index.json` maps calls to files.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createCertificate } from './certificate.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import type { Params } from './router.ts';
import { createNodeServer, type NodeServer } from './server.ts';

/** One recorded answer. `endpoint` may have placeholders such as `{node}`, each of which matches any path segment. */
type Recording = {
  file: string;
  product: string;
  method: string;
  endpoint: string;
  query?: Params;
  httpStatus: number;
};
export type Replay = {
  servers: { type: string; host: string; fingerprint: string }[];
  requests: RequestLog;
  stop(): Promise<void>;
};

const products = ['pve', 'pbs', 'pmg'];

/** One HTTPS server per Proxmox product in the folder. Any login is accepted. Rejects when there is no usable index. */
export async function startReplay(dir: string, port = 0): Promise<Replay> {
  const recordings = await loadRecordings(dir);
  const requests = createRequestLog(Date.now);
  const open: { type: string; host: string; server: NodeServer }[] = [];
  for (const type of products.filter((p) => recordings.some((r) => r.product === p))) {
    const own = recordings.filter((r) => r.product === type);
    const server = createNodeServer(
      await createCertificate(`replay-${type}`, '127.0.0.1'),
      async ({ method, path: asked, params }) => {
        const found = findRecording(own, method, asked.replace(/^\/api2\/json/, ''), params);
        requests.note('replay', type, found?.endpoint ?? 'unknown', found?.httpStatus ?? 501);
        if (!found)
          return { status: 501, reason: `Method '${method} ${asked}' not implemented`, body: '{"data":null}' };
        return {
          status: found.httpStatus,
          reason: found.httpStatus === 200 ? 'OK' : 'recorded',
          body: await readFile(path.join(dir, found.file), 'utf8'),
        };
      },
      () => requests.connected(type),
    );
    const at = await server.listen('127.0.0.1', port === 0 ? 0 : port + open.length);
    open.push({ type, host: `https://127.0.0.1:${at}`, server });
  }
  if (open.length === 0) throw new Error(`${dir}/index.json lists no recording of ${products.join(', ')}`);
  return {
    servers: open.map(({ type, host, server }) => ({ type, host, fingerprint: server.fingerprint })),
    requests,
    stop: async () => {
      await Promise.all(open.map((o) => o.server.close()));
    },
  };
}

async function loadRecordings(dir: string): Promise<Recording[]> {
  const file = path.join(dir, 'index.json');
  const index: unknown = JSON.parse(await readFile(file, 'utf8'));
  const files =
    typeof index === 'object' && index !== null && 'files' in index && Array.isArray(index.files) ? index.files : [];
  return files.flatMap((entry: unknown) => parseRecording(entry) ?? []);
}

function parseRecording(entry: unknown): Recording | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { file, product, method = 'GET', endpoint, query, httpStatus = 200 } = entry as Record<string, unknown>;
  if (typeof file !== 'string' || file.includes('..') || typeof product !== 'string') return undefined;
  if (typeof endpoint !== 'string' || typeof method !== 'string' || typeof httpStatus !== 'number') return undefined;
  const wanted = parseQuery(query);
  return { file, product, method, endpoint, httpStatus, ...(wanted && { query: wanted }) };
}

function parseQuery(query: unknown): Params | undefined {
  if (typeof query === 'string' && query) return Object.fromEntries(new URLSearchParams(query));
  if (typeof query !== 'object' || query === null) return undefined;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/**
 * The best match. The call must contain all parameters of the recording. These are preferred, in this order: more
 * parameters, an exact path, a success, and the last one in the list (the newest).
 */
function findRecording(recordings: Recording[], method: string, asked: string, params: Params): Recording | undefined {
  const parts = asked.split('/');
  const fits = (r: Recording) =>
    r.method === method &&
    r.endpoint.split('/').length === parts.length &&
    r.endpoint
      .split('/')
      .every((part, i) => part.startsWith('{') || part === parts[i] || part === decodeURIComponent(parts[i] ?? '')) &&
    Object.entries(r.query ?? {}).every(([name, value]) => params[name] === value);
  const rank = (r: Recording) =>
    100 * Object.keys(r.query ?? {}).length + (r.endpoint.includes('{') ? 0 : 10) + (r.httpStatus === 200 ? 1 : 0);
  return recordings
    .filter(fits)
    .reduce<Recording | undefined>((best, r) => (best && rank(best) > rank(r) ? best : r), undefined);
}
