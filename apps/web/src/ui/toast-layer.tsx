// Where toasts appear; once per page. Its code is requested with the page, so that a toast about a lost server can be shown.
import { Suspense } from 'react';
import { late } from './late.ts';

const Toaster = late(async () => (await import('./toaster.tsx')).Toaster);

export const ToastLayer = () => (
  <Suspense>
    <Toaster />
  </Suspense>
);
