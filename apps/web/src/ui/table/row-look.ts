// How a row looks whose thing is down or stale.
import type { ShownStatus } from '@belfry/domain/status';

/** Classes of rows.css: `down` has no figures, `stale` has old ones. */
export const rowLook = (figures: ShownStatus['figures']): string => ({ now: '', old: 'stale', none: 'down' })[figures];
