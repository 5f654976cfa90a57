// The service worker of Belfry: it shows notifications, also while no page of Belfry is open. It has no `fetch` handler and no cache, so
// pages and data always come from the server.
const HOME = './alerts/overview';
/** The address of Belfry, with a slash at its end. */
const { scope } = self.registration;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A browser demands that every message is shown, also one that cannot be read.
self.addEventListener('push', (event) => {
  const { title, body, tag, kind, level, path } = payloadOf(event.data);
  event.waitUntil(
    self.registration.showNotification(typeof title === 'string' && title !== '' ? title : 'Belfry', {
      ...(typeof body === 'string' && { body }),
      // what has the same tag is replaced: the end of an alert takes the place of its start
      ...(typeof tag === 'string' && tag !== '' && { tag, renotify: kind !== 'resolved' }),
      requireInteraction: level === 'critical' && kind !== 'resolved',
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(urlOf(event.notification.data?.path)));
});

function payloadOf(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Never another site, nor another program on this host. */
function urlOf(path) {
  const home = new URL(HOME, scope);
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(`.${path}`, scope)) return home;
  const url = new URL(`.${path}`, scope);
  return url.href.startsWith(scope) ? url : home;
}

/** A page that shows the same screen already is used again. Others are left alone: something may be typed there. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((client) => new URL(client.url).pathname === url.pathname);
  if (!page) return self.clients.openWindow(url.href);
  await page.focus();
  return page.navigate(url.href);
}
