// The sockets of collectors before the proof. Anybody may open one, so there are few: of one too many the one that has waited longest ends.
// A collector needs a moment for its proof.
import { networkOf } from '../auth/client-address.ts';

/** Behind one address: the collectors of all sites, where a proxy hides their own. */
const MAX_OF_ONE = 32;
const MAX = 256;

export interface Strangers {
  /** `end` ends the socket. Returns what must be called when it is no stranger any more, or is closed. */
  enter(address: string, end: () => void): () => void;
}

export function createStrangers(): Strangers {
  /** In the order in which they came. */
  const waiting = new Set<{ network: string; end(): void }>();
  return {
    enter(address, end) {
      const network = networkOf(address);
      const own = { network, end };
      waiting.add(own);
      const near = [...waiting].filter((other) => other.network === network);
      const [oldest] = near.length > MAX_OF_ONE ? near : waiting.size > MAX ? waiting : [];
      if (oldest) {
        waiting.delete(oldest);
        oldest.end();
      }
      return () => void waiting.delete(own);
    },
  };
}
