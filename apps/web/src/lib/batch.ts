// Many callers that each ask for one thing at the same moment become one request.

/** `load` returns one value for each key, in their order. Keys that are asked for within `waitMs` are loaded together. */
export function createBatch<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
  { waitMs = 20, most = 100 } = {},
): (key: K) => Promise<V> {
  type Asked = { key: K; resolve(value: V): void; reject(reason: unknown): void };
  let waiting: Asked[] = [];
  const send = async (asked: readonly Asked[]) => {
    try {
      const values = await load(asked.map(({ key }) => key));
      for (const [at, { resolve }] of asked.entries()) resolve(values[at] as V);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const flush = () => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += most) void send(all.slice(at, at + most));
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(flush, waitMs);
      waiting.push({ key, resolve, reject });
    });
}
