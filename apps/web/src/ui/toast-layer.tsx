// Where toasts appear; once per page. Its code is requested soon after the first screen, so that a toast about a lost server can be shown.
import { Suspense } from 'react';
import { afterFirstScreen, late } from './late.ts';

const Toaster = late(async () => (await import('./toaster.tsx')).Toaster, afterFirstScreen);

export const ToastLayer = () => (
  <Suspense>
    <Toaster />
  </Suspense>
);
