// Parts of a page whose code is loaded when they are needed. A request can fail when the server restarts or the network
// changes. Until it succeeds, the page works without the part.
import { type ComponentType, lazy } from 'react';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Repeats the request until the code is loaded. Never rejects. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      // the browser's console shows the error
      await new Promise((next) => setTimeout(next, waitMs));
    }
  }
}

/** Use it inside a Suspense, which shows a placeholder until then. */
export const late = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await fetchCode(load) }));
