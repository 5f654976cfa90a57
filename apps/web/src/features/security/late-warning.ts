// The security warning, whose code comes only where there is something to warn of.
import { fetchCode, late } from '../../ui/late.ts';

const load = async () => (await import('./warning-banner.tsx')).WarningBanner;

/** For whoever knows early that it will be shown. */
export const loadWarning = () => fetchCode(load);

export const LateWarning = late(load);
