import { queryOptions, useQuery } from '@tanstack/react-query';
import { ownAddress } from '../lib/base.ts';
import { type Pref, usePref } from '../lib/prefs.ts';
import { addressChoices, plainAddress } from '../lib/server-address.ts';
import { call } from './client.ts';

const addresses = queryOptions({
  queryKey: ['addresses'],
  queryFn: ({ signal }) => call('GET /api/config/addresses', { signal }),
});

/** As it was typed; null: the best guess. */
const typedAddress: Pref<string | null> = {
  key: 'serverAddress',
  fallback: null,
  parse: (text) => text,
  format: (text) => text ?? '',
  keep: 'forever',
};

export function useServerAddress() {
  const { data } = useQuery(addresses);
  const [stored, choose] = usePref(typedAddress);
  const choices = addressChoices(data, ownAddress());
  const typed = stored ?? choices[0];
  return {
    /** What a command uses: a scheme, a host and a port. */
    address: plainAddress(typed) ?? choices[0] /** What the field shows. */,
    typed,
    choices /** Belfry accepts no call of another machine. */,
    isClosed: data?.isOnlyHere === true,
    choose,
  };
}
