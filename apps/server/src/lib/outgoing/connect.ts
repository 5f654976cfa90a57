// Opens connections to checked addresses: a name is resolved once, every address it has is checked, and the connection goes to
// one of these addresses. So an answer of DNS that changes between the check and the connection has no effect.
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, connect as open, type Socket } from 'node:net';
import type { Networks } from '../networks.ts';
import { RefusedAddress } from './failure.ts';
import { literalOf, type Policy } from './policy.ts';

/** All addresses of a name. Rejects with the code of the system if there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>;
const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

interface Target {
  /** A name or an address; one of IPv6 may be in brackets. */
  host: string;
  port: number;
  /** True if what is sent is not encrypted and must not leave private or named networks. */
  plain: boolean;
  /** Besides public addresses only these networks may be called, whatever the settings say. */
  only?: Networks | undefined;
}

/** Rejects with RefusedAddress, or with the error of the system. `signal` ends it. */
export type Connect = (target: Target, signal: AbortSignal) => Promise<Socket>;

export function createConnect(policy: Policy, resolve: Resolve = systemResolve): Connect {
  async function addressesOf({ host, plain, only }: Target): Promise<LookupAddress[]> {
    const literal = literalOf(host);
    const wrongName = policy.problemOfName(host);
    if (wrongName) throw new RefusedAddress(wrongName);
    const found = literal === undefined ? await resolve(host) : [literal];
    for (const address of found) {
      const problem = policy.problemOf(literal ?? host, address, plain, only);
      if (problem) throw new RefusedAddress(problem);
    }
    if (found.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: isIP(address) }));
  }

  return async (target, signal) => {
    const addresses = await addressesOf(target);
    signal.throwIfAborted();
    const { promise, resolve: opened, reject } = Promise.withResolvers<Socket>();
    const socket = open({
      // A name that no resolver knows: were the checked addresses ignored, nothing would be reached.
      host: 'checked.invalid',
      port: target.port,
      lookup: (_name, options, found) => {
        const [first = { address: '', family: 0 }] = addresses;
        if (options.all) found(null, addresses);
        else found(null, first.address, first.family);
      },
      keepAlive: true,
      noDelay: true,
    });
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', reject);
    socket.once('connect', () => opened(socket));
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
      socket.removeListener('error', reject);
      // Until the owner listens.
      socket.on('error', () => {});
    }
  };
}
