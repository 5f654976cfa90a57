// Data that makes a whole screen visible when it arrives.
import { useDeferredValue } from 'react';

/**
 * `data`, but undefined until the screen with it is rendered: the library of queries renders in one piece, and a large piece keeps a
 * phone from answering. Data that is there from the start, and all later data, is returned at once.
 */
export function useArrival<Data>(data: Data | undefined): Data | undefined {
  const hasArrived = useDeferredValue(data !== undefined);
  return hasArrived ? data : undefined;
}
