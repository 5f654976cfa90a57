// Whether a cluster uses high availability at all.
import type { State } from '@belfry/schema/state';

/** Whether HA manages a guest of the instance. Without one, it does not matter whether HA works. */
export const usesHa = (instance: string, { vms, containers }: Pick<State, 'vms' | 'containers'>): boolean =>
  [vms, containers].some((list) =>
    list.some((guest) => guest.instance === instance && guest.haState !== undefined && guest.haState !== 'ignored'),
  );
