// The security warning. Its code is loaded only where there is something to warn about.
import type { ComponentProps } from 'react';
import { lateCode, useLateCode } from '../../lib/late-code.ts';

const code = lateCode(async () => (await import('./warning-banner.tsx')).WarningBanner);

/** Starts to load the warning early when it will certainly be shown. Resolves when it can be shown at once. */
export const loadWarning = code.load;

/** Not a component that suspends: the whole first screen would wait for it, and React shows what has waited 300 ms later. */
export function LateWarning(props: ComponentProps<NonNullable<ReturnType<typeof code.get>>>) {
  const Banner = useLateCode(code, true);
  return Banner && <Banner {...props} />;
}
