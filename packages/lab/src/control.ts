// The remote control of a running lab: plain HTTP on loopback, for a shell or a parent process.
import { createServer, type IncomingMessage } from 'node:http';
import type { Lab } from './datacentre.ts';
import { faultSyntax, parseFault } from './fault.ts';

export type Control = { url: string; stop(): Promise<void> };
type Said = { status: number; body: unknown };

/**
 * `GET /nodes`, `GET /requests`, `POST /nodes/{name}/fault` with `{ "fault": "hang" }`. `DELETE /nodes/{name}/fault`
 * ends the fault. It has no login, because it listens only on 127.0.0.1 and changes only the lab.
 */
export async function startControl(lab: Lab, port = 0): Promise<Control> {
  const server = createServer((req, res) => {
    void answer(lab, req)
      .catch((error: unknown): Said => ({ status: 500, body: { error: String(error) } }))
      .then(({ status, body }) => {
        res.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const at = server.address();
  return {
    url: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(lab: Lab, req: IncomingMessage): Promise<Said> {
  const { method } = req;
  const [, area, name, what] = new URL(req.url ?? '/', 'http://control').pathname.split('/').map(decodeURIComponent);
  if (method === 'GET' && area === 'requests') {
    return { status: 200, body: { connections: lab.requests.connections(), counts: lab.requests.counts() } };
  }
  if (method === 'GET' && area === 'nodes' && !name) return { status: 200, body: nodesOf(lab) };
  if (area !== 'nodes' || what !== 'fault' || !name)
    return refuse(404, 'try GET /nodes, GET /requests, POST or DELETE /nodes/{name}/fault');
  if (!nodesOf(lab).some((n) => n.node === name)) return refuse(404, `no node ${name}; GET /nodes lists them`);
  if (method === 'DELETE') {
    await lab.heal(name);
    return { status: 200, body: { node: name, fault: null } };
  }
  if (method !== 'POST') return refuse(405, 'POST sets a fault, DELETE heals');
  const fault = parseFault(await faultIn(req));
  if (fault === undefined) return refuse(400, `fault must be ${faultSyntax}`);
  await lab.fault(name, fault);
  return { status: 200, body: { node: name, fault } };
}

const refuse = (status: number, error: string): Said => ({ status, body: { error } });

const nodesOf = (lab: Lab) =>
  lab.instances.flatMap((i) => i.members.map((m) => ({ cluster: i.name, ...m, fault: lab.faultOf(m.node) ?? null })));

async function faultIn(req: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of req) {
    text += chunk;
    if (text.length > 1024) return undefined;
  }
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'fault' in body ? body.fault : undefined;
  } catch {
    return undefined;
  }
}
