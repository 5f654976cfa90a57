// Where toasts appear; once per page.
import { Suspense, useEffect, useState } from 'react';
import { late } from './late.ts';
import { isWaiting, subscribe } from './toast.ts';

const Toaster = late(async () => (await import('./toaster.tsx')).Toaster);

export function ToastLayer() {
  const [needed, setNeeded] = useState(isWaiting);
  useEffect(() => subscribe(() => setNeeded(true)), []);
  return <Suspense>{needed && <Toaster />}</Suspense>;
}
