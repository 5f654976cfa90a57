// Keeps the screen on while a component is shown, where the browser can do that.
import { useEffect } from 'react';

export function useWakeLock(): void {
  useEffect(() => {
    // older browsers do not have it, and others only on HTTPS
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // a browser refuses while the battery is low
      const held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void held?.release();
      else lock = held;
    };
    void hold();
    // the browser releases it whenever the page is hidden
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
