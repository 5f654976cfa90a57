// Where the members of a cluster listen: each on its own loopback address, all on the same port, as real nodes do.
import type { NodeServer } from './server.ts';

export type Member = { address: string; port: number; server: NodeServer };
export type Attempt = (index: number, address: string) => Promise<NodeServer>;

const attempts = 40;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Opens `count` servers. Port 0 = the system chooses one for the first node and the others follow.
 * Tries other addresses when these are taken, so that labs can run side by side.
 * Where the machine has only 127.0.0.1 (not Linux) the members differ in their ports instead.
 */
export async function openMembers(count: number, port: number, nth: number, create: Attempt): Promise<Member[]> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const block = port === 0 ? randomBlock() : `127.${18 + attempt}.${nth}`;
    const result = await openBlock(count, port, block, create);
    if (Array.isArray(result)) return result;
    if (result === 'EADDRNOTAVAIL') return openPorts(count, port === 0 ? 0 : port + nth * count, create);
  }
  throw new Error(`no free loopback addresses for ${count} nodes on port ${port}`);
}

const byte = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1));
const randomBlock = () => `127.${byte(64, 254)}.${byte(0, 255)}`;

async function openBlock(count: number, port: number, block: string, create: Attempt): Promise<Member[] | string> {
  const members: Member[] = [];
  try {
    for (let i = 0; i < count; i++) {
      const address = `${block}.${i + 1}`;
      const server = await create(i, address);
      members.push({ address, server, port: await server.listen(address, members[0]?.port ?? port) });
    }
    return members;
  } catch (error) {
    await Promise.all(members.map((m) => m.server.close()));
    const code = codeOf(error);
    if (code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL') return code;
    throw error;
  }
}

async function openPorts(count: number, port: number, create: Attempt): Promise<Member[]> {
  const address = '127.0.0.1';
  const members: Member[] = [];
  for (let i = 0; i < count; i++) {
    const server = await create(i, address);
    members.push({ address, server, port: await server.listen(address, port === 0 ? 0 : port + i) });
  }
  return members;
}
