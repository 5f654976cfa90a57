import type { PushBrowser, PushInput } from '@belfry/schema/notifications/push';
import { call } from '../../../api/client.ts';
import { base } from '../../../lib/base.ts';
import { messages } from './messages.ts';

const WORKER = `${base}/notifications.js`;

/** Undefined when this browser is not notified. */
export async function ownSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(`${base}/`);
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/**
 * Asks for permission, subscribes, and tells the server. Call it on a click: browsers ask for nothing else.
 * @throws Error with the reason in the language of the user.
 */
export async function notifyThisBrowser(settings: Omit<PushInput, 'endpoint' | 'keys'>): Promise<PushBrowser> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted')
    throw new Error(permission === 'denied' ? messages.support.blocked : messages.notAnswered);
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  const { publicKey } = await call('GET /api/notifications/push/key', { signal: null });
  const { endpoint, keys } = (await subscribe(registration.pushManager, bytesOf(publicKey))).toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return call('POST /api/notifications/push', {
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, ...settings },
  });
}

async function subscribe(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  // with the key of another Belfry, the browser refuses a new subscription
  const before = await manager.getSubscription();
  if (before && !isSame(before.options.applicationServerKey, key)) await before.unsubscribe();
  try {
    return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (error) {
    throw new Error(messages.notSubscribed(error instanceof Error ? error.message : String(error)));
  }
}

const isSame = (known: ArrayBuffer | null, key: Uint8Array): boolean => {
  const bytes = known && new Uint8Array(known);
  return bytes?.length === key.length && bytes.every((byte, at) => byte === key[at]);
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
