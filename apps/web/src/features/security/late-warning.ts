// The security warning, whose code comes only where there is something to warn of.
import { lazy } from 'react';

/** Also begins to load, for whoever knows early that it will be shown. */
export const loadWarning = () => import('./warning-banner.tsx');

export const LateWarning = lazy(async () => ({ default: (await loadWarning()).WarningBanner }));
