// Whether this browser can be notified, and why not.

/** `insecure`: the page came over plain http. `blocked`: the user has forbidden it. `asks`: the browser will ask for permission. */
export type Support = 'insecure' | 'unsupported' | 'blocked' | 'asks' | 'allowed';

interface Abilities {
  isSecure: boolean;
  hasPush: boolean;
  permission: NotificationPermission | undefined;
}

/** Browsers hide these functions from a page that came over plain http, so that is asked first. */
export function supportOf({ isSecure, hasPush, permission }: Abilities): Support {
  if (!isSecure) return 'insecure';
  if (!hasPush || permission === undefined) return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return permission === 'granted' ? 'allowed' : 'asks';
}

export const supportHere = (): Support =>
  supportOf({
    isSecure: window.isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
  });
