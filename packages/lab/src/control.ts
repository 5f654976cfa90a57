// The remote control of a running lab: plain HTTP on loopback, for a shell or a parent process.
import { createServer, type IncomingMessage } from 'node:http';
import type { Lab } from './datacentre.ts';
import { faultSyntax, parseFault } from './fault.ts';
import type { Troubles } from './trouble/player.ts';
import type { Script } from './trouble/script.ts';

export type Control = { url: string; stop(): Promise<void> };
type Said = { status: number; body: unknown };

/**
 * `GET /nodes`, `GET /requests`, `POST /nodes/{name}/fault` with `{ "fault": "hang" }`. `DELETE /nodes/{name}/fault`
 * ends the fault. `POST /troubles` starts a script, `GET /troubles` lists what was planned. It has no login, because it listens only on 127.0.0.1 and changes only the lab.
 */
export async function startControl(lab: Lab, troubles: Troubles, port = 0): Promise<Control> {
  const server = createServer((req, res) => {
    void answer(lab, troubles, req)
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

async function answer(lab: Lab, troubles: Troubles, req: IncomingMessage): Promise<Said> {
  const { method } = req;
  const [, area, name, what] = new URL(req.url ?? '/', 'http://control').pathname.split('/').map(decodeURIComponent);
  if (method === 'GET' && area === 'requests') {
    return { status: 200, body: { connections: lab.requests.connections(), counts: lab.requests.counts() } };
  }
  if (method === 'GET' && area === 'nodes' && !name) return { status: 200, body: nodesOf(lab) };
  if (area === 'troubles' && !name) return troubled(troubles, req);
  if (area !== 'nodes' || what !== 'fault' || !name)
    return refuse(404, 'try GET /nodes, GET /requests, GET or POST /troubles, POST or DELETE /nodes/{name}/fault');
  if (!nodesOf(lab).some((n) => n.node === name)) return refuse(404, `no node ${name}; GET /nodes lists them`);
  if (method === 'DELETE') {
    await lab.heal(name);
    return { status: 200, body: { node: name, fault: null } };
  }
  if (method !== 'POST') return refuse(405, 'POST sets a fault, DELETE heals');
  const fault = parseFault(field(await bodyOf(req), 'fault'));
  if (fault === undefined) return refuse(400, `fault must be ${faultSyntax}`);
  await lab.fault(name, fault);
  return { status: 200, body: { node: name, fault } };
}

const refuse = (status: number, error: string): Said => ({ status, body: { error } });

const nodesOf = (lab: Lab) =>
  lab.instances.flatMap((i) => i.members.map((m) => ({ cluster: i.name, ...m, fault: lab.faultOf(m.node) ?? null })));

async function troubled(troubles: Troubles, req: IncomingMessage): Promise<Said> {
  if (req.method === 'GET') return { status: 200, body: troubles.planned() };
  if (req.method !== 'POST') return refuse(405, 'POST plays a script, GET lists what was planned');
  const before = troubles.planned().length;
  try {
    troubles.play((await bodyOf(req)) as Script);
  } catch (error) {
    return refuse(400, error instanceof Error ? error.message : String(error));
  }
  await troubles.catchUp();
  return { status: 200, body: troubles.planned().slice(before) };
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && name in body ? body[name as keyof typeof body] : undefined;

/** The parsed body; undefined when it is not JSON or too long. */
async function bodyOf(req: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of req) {
    text += chunk;
    if (text.length > 64 * 1024) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
