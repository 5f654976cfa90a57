// Parts of a page whose code comes when they are needed. A server that restarts, or a network that changes under the
// browser, ends a request on its way; the page does without the part meanwhile, and lives.
import { type ComponentType, lazy } from 'react';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Asks for code until it comes. Never rejects. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      // the browser's console says what it was
      await new Promise((next) => setTimeout(next, waitMs));
    }
  }
}

/** Inside a Suspense, which shows what there is until then. */
export const late = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await fetchCode(load) }));
