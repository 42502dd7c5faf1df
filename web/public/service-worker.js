/*
 * Shows notifications and opens what they are about; nothing else. It answers no requests and stores nothing, so patient
 * data stays where it was.
 */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The paths of our own pages only, whatever a message says. */
const ownPath = (path) => (typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/');

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('push', (event) => event.waitUntil(show(event)));

async function show(event) {
  // Somebody who looks at the page sees it there.
  if ((await windows()).some(({ focused }) => focused)) return;
  const { title, body, tag, path } = event.data.json();
  await self.registration.showNotification(title, { body, tag, data: { path: ownPath(path) } });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** An open page goes there by itself, so that it can ask about what is not saved. */
async function open(asked) {
  const path = ownPath(asked);
  const [page] = await windows();
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ open: path });
  return page.focus();
}
