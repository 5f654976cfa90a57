// The security warning. Its code is loaded only where there is something to warn about.
import { late, preload } from '../../ui/late.ts';

const load = async () => (await import('./warning-banner.tsx')).WarningBanner;

/** Starts to load the warning early when it will certainly be shown. */
export const loadWarning = () => preload(load);

export const LateWarning = late(load);
