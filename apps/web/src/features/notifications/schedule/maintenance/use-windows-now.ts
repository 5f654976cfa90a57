// The time at which the windows are looked at: a window that has just been ended is over at once, and not with the next minute.
import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS, useNow } from '../../../../lib/now.ts';
import { maintenanceWindows } from './queries.ts';

/** Epoch ms. */
export const useWindowsNow = (): number => Math.max(useNow(MINUTE_MS), useQuery(maintenanceWindows).dataUpdatedAt);
