// The last hour of all guests and nodes. While nobody looks at it, nothing is asked for, loaded or kept.
import { useQuery } from '@tanstack/react-query';
import { useAtLeast } from '../lib/breakpoint.ts';
import { useMay } from '../lib/may.ts';
import type { Strips } from '../lib/strips.ts';

const MINUTE_MS = 60_000;
/** After its start the server reads the past in parts. */
const FILLING_MS = 3000;

const cells = { places: new Map(), bytes: new Uint8Array() };
const noStrips: Strips = { enabled: true, cursor: '', isFilling: false, guests: cells, nodes: cells };

/** Undefined while they are not shown: a phone has no room for them, and a link to a view shows no past. */
export function useStrips(isWanted: boolean): Strips | undefined {
  const isWide = useAtLeast()('md');
  const mayRead = useMay('read');
  const isOn = isWanted && isWide && mayRead;
  const { data } = useQuery({
    // another key when they are off, so that what was read is dropped
    queryKey: ['strips', isOn],
    queryFn: async ({ client, queryKey, signal }) => {
      const { readStrips } = await import('./strip-feed.ts');
      return readStrips(client.getQueryData<Strips>(queryKey), signal);
    },
    enabled: isOn,
    refetchInterval: ({ state }) => (state.data?.isFilling ? FILLING_MS : MINUTE_MS),
    gcTime: 0,
    structuralSharing: false,
    retry: false,
  });
  return isOn ? (data ?? noStrips) : undefined;
}
