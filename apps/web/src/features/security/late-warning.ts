// The security warning, whose code comes only where there is something to warn of.
import { fetchCode, late } from '../../ui/late.ts';

/** Also begins to load, for whoever knows early that it will be shown. */
export const loadWarning = () => fetchCode(async () => (await import('./warning-banner.tsx')).WarningBanner);

export const LateWarning = late(loadWarning);
