// A node that is gone: nobody listens at its address, or another host does.
import type { Answer } from './answer.ts';
import { createCertificate } from './certificate.ts';
import type { Gone, Stranger } from './fault.ts';
import { createNodeServer, type Incoming, type NodeServer } from './server.ts';

/** Where the node listens, and who is told of requests to a stranger there: path and status. */
export type Address = {
  server: NodeServer;
  address: string;
  port: number;
  note(path: string, status: number): void;
};
export type Outage = {
  /** The node is back. */
  end(): Promise<void>;
  /** The stranger goes too, and nobody listens. */
  close(): Promise<void>;
};

/** Cuts the connections of the node. */
export async function startOutage(fault: Gone, { server, address, port, note }: Address): Promise<Outage> {
  await server.close();
  const stranger = fault === 'die' ? undefined : await createStranger(fault.stranger, address, note);
  await stranger?.listen(address, port);
  return {
    async end() {
      await stranger?.close();
      await server.listen(address, port);
    },
    close: async () => stranger?.close(),
  };
}

/** It lets everybody in and keeps no secrets, which makes it the worst host a token can be sent to. */
async function createStranger(kind: Stranger, address: string, note: Address['note']): Promise<NodeServer> {
  const certificate = await createCertificate('stranger', address);
  return createNodeServer(
    certificate,
    async (request) => {
      const answer = kind === 'pbs' ? backupServer(request) : page404;
      note(request.path, answer.status);
      return answer;
    },
    () => {},
  );
}

const page404: Answer = {
  status: 404,
  reason: 'Not Found',
  body: '<html><body><h1>404 Not Found</h1></body></html>',
  type: 'text/html',
};

/** As Proxmox Backup Server 4.2 answers what only a hypervisor knows. */
function backupServer({ path }: Incoming): Answer {
  if (path === '/api2/json/version')
    return { status: 200, reason: 'OK', body: '{"data":{"release":"3","repoid":"8eb73dd2","version":"4.2"}}' };
  return { status: 404, reason: 'Not Found', body: `Path '${path}' not found.` };
}
