// Opens the servers of a cluster: each member on its own loopback address, all on the same port, as real nodes do.
import type { NodeServer } from './server.ts';

export type Member<T> = { owner: T; address: string; port: number; server: NodeServer };
/** Creates the server of an owner for that address. */
export type Create<T> = (owner: T, address: string) => Promise<NodeServer>;

const attempts = 40;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Opens a server for each owner. `nth` gives each cluster of a lab its own addresses.
 * Port 0: the system chooses one for the first server, and the others use the same.
 * If an address is in use, it tries others, so that several labs can run at the same time.
 * Machines with only 127.0.0.1 (not Linux) use different ports instead.
 */
export async function openMembers<T>(owners: T[], port: number, nth: number, create: Create<T>): Promise<Member<T>[]> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const block = port === 0 ? randomBlock() : `127.${18 + attempt}.${nth}`;
    const result = await openBlock(owners, port, block, create);
    if (Array.isArray(result)) return result;
    if (result === 'EADDRNOTAVAIL') return openPorts(owners, port === 0 ? 0 : port + nth * owners.length, create);
  }
  throw new Error(`no free loopback addresses for ${owners.length} nodes on port ${port}`);
}

const byte = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1));
const randomBlock = () => `127.${byte(64, 254)}.${byte(0, 255)}`;

async function openBlock<T>(
  owners: T[],
  port: number,
  block: string,
  create: Create<T>,
): Promise<Member<T>[] | string> {
  const members: Member<T>[] = [];
  try {
    for (const [i, owner] of owners.entries()) {
      const address = `${block}.${i + 1}`;
      const server = await create(owner, address);
      members.push({ owner, address, server, port: await server.listen(address, members[0]?.port ?? port) });
    }
    return members;
  } catch (error) {
    await Promise.all(members.map((m) => m.server.close()));
    const code = codeOf(error);
    if (code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL') return code;
    throw error;
  }
}

async function openPorts<T>(owners: T[], port: number, create: Create<T>): Promise<Member<T>[]> {
  const address = '127.0.0.1';
  const members: Member<T>[] = [];
  for (const [i, owner] of owners.entries()) {
    const server = await create(owner, address);
    members.push({ owner, address, server, port: await server.listen(address, port === 0 ? 0 : port + i) });
  }
  return members;
}
