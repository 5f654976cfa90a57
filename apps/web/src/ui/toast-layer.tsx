// Where toasts appear; once per page.
import { lazy, Suspense, useEffect, useState } from 'react';
import { isWaiting, subscribe } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

export function ToastLayer() {
  const [needed, setNeeded] = useState(isWaiting);
  useEffect(() => subscribe(() => setNeeded(true)), []);
  return <Suspense>{needed && <Toaster />}</Suspense>;
}
