import { useLive } from '../use-live.ts';

/** The name of a site; its id where it is unknown. Undefined for what this server polls itself. */
export const useSiteName = (id: string | undefined): string | undefined =>
  useLive(({ state }) => id && (state?.sites.find((site) => site.id === id)?.name ?? id));
