// A node that is offline: either nothing listens at its address, or another host does.
import type { Answer } from './answer.ts';
import { createCertificate } from './certificate.ts';
import type { OfflineFault, OtherHost } from './fault.ts';
import { createNodeServer, type Incoming, type NodeServer } from './server.ts';

/**
 * The address of the node. `note` is called with the path and status of every request to another host at this address.
 */
export type Address = {
  server: NodeServer;
  address: string;
  port: number;
  note(path: string, status: number): void;
};
export type Outage = {
  /** Brings the node back. */
  end(): Promise<void>;
  /** Also stops the other host. */
  close(): Promise<void>;
};

/** Cuts the connections of the node. */
export async function startOutage(fault: OfflineFault, { server, address, port, note }: Address): Promise<Outage> {
  await server.close();
  const otherHost = fault === 'die' ? undefined : await createOtherHost(fault.otherHost, address, note);
  await otherHost?.listen(address, port);
  return {
    async end() {
      await otherHost?.close();
      await server.listen(address, port);
    },
    close: async () => otherHost?.close(),
  };
}

/** This host accepts every login, so it could steal a token that is sent to it. */
async function createOtherHost(kind: OtherHost, address: string, note: Address['note']): Promise<NodeServer> {
  const certificate = await createCertificate('other-host', address);
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

/** The answer of Proxmox Backup Server 4.2 to a call that only a hypervisor has. */
function backupServer({ path }: Incoming): Answer {
  if (path === '/api2/json/version')
    return { status: 200, reason: 'OK', body: '{"data":{"release":"3","repoid":"8eb73dd2","version":"4.2"}}' };
  return { status: 404, reason: 'Not Found', body: `Path '${path}' not found.` };
}
