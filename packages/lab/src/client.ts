// A minimal client of a Proxmox server for the lab's own tests: one request, no certificate check, no retries.
import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { Lab, LabInstance } from './datacentre.ts';

export type Got = { status: number; reason: string; text: string; headers: Record<string, unknown> };
export type Row = Record<string, unknown>;

/** `agent` keeps connections open for further requests. Without it each request opens its own. */
export type Ask = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  timeoutMs?: number;
  agent?: Agent;
};

/** Keeps a few connections to each host open, for tests with many requests. The caller destroys it. */
export const keptConnections = () => new Agent({ keepAlive: true, maxSockets: 4, rejectUnauthorized: false });

export function ask(
  host: string,
  path: string,
  { method = 'GET', headers = {}, body, timeoutMs = 5000, agent }: Ask = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers,
      rejectUnauthorized: false,
      agent: agent ?? (false as const),
      timeout: timeoutMs,
    };
    const req = request(`${host}/api2/json${path}`, options, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, reason: res.statusMessage ?? '', text, headers: res.headers }),
      );
    });
    req.on('timeout', () => req.destroy(new Error('timeout')));
    req.on('error', reject);
    req.end(body);
  });
}

export const token = (i: LabInstance) => ({ authorization: `PVEAPIToken=${i.tokenName}=${i.tokenValue}` });
/** The header for a token other than the usual one. */
export const otherToken = ({ name, value }: { name: string; value: string }) => ({
  authorization: `PVEAPIToken=${name}=${value}`,
});

/** The `data` of a successful answer of the first node of an instance; rejects with the status otherwise. */
export async function fetchData(instance: LabInstance, path: string): Promise<unknown> {
  const got = await ask(instance.host, path, { headers: token(instance) });
  if (got.status !== 200) throw new Error(`${path}: ${got.status} ${got.reason}`);
  const body: { data: unknown } = JSON.parse(got.text);
  return body.data;
}

export const fetchRow = async (instance: LabInstance, path: string) => (await fetchData(instance, path)) as Row;
export const fetchRows = async (instance: LabInstance, path: string) => (await fetchData(instance, path)) as Row[];

/** The nth instance of a lab; throws when there are fewer. */
export function instanceOf(lab: Lab, nth = 0): LabInstance {
  const instance = lab.instances[nth];
  if (!instance) throw new Error(`the lab has no instance ${nth}`);
  return instance;
}
