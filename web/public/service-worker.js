/* Keeps the files of the pages, so that the app opens without a connection, receives files from the phone's share
   sheet, and shows notifications. It does not keep the server's data about people and cases: requests to the API, live
   updates, downloads and parts of files bypass it. */

/** The files of this build: its entry, the files of its screens, and the texts by language. Null in development. */
const SHELL = null;

const PAGE = '/';
/**
 * The page cached for all paths: it has no content, while `/` has the sign-in form if the person is signed out during
 * the installation.
 */
const EMPTY_PAGE = '/settings';
const SHARE = '/share-target';
const PREFIX = 'shell ';
const CACHE = PREFIX + SHELL?.entry;
/** Addresses below these are the server's, not pages. */
const SERVERS_OWN = /^\/(heclore|dev|assets|brands)(\/|$)/;

self.addEventListener('install', (event) => {
  // The pages of the former build stay usable: names of files contain a hash, and its files are kept.
  self.skipWaiting();
  if (SHELL) event.waitUntil(keepShell());
});

async function keepShell() {
  const page = await fetch(EMPTY_PAGE, { cache: 'no-store' });
  const html = await page.clone().text();
  // During a deployment the page may be of another build; the browser tries again later.
  if (!page.ok || !html.includes(`"${SHELL.entry}"`)) throw new Error('the page is of another build');
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1];
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL.files, ...(SHELL.texts[language] ?? SHELL.texts.en)]);
  await cache.put(PAGE, page);
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

/**
 * The texts of a language that was chosen after the installation. Texts that are already kept come from the browser's
 * cache.
 */
async function keepTexts(files) {
  const cache = await caches.open(CACHE);
  await cache.addAll(files).catch(() => {});
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // Open pages may still load files of the previous build.
  const outdated = SHELL ? others.slice(0, -1) : others;
  await Promise.all(outdated.map((name) => caches.delete(name)));
  if (SHELL) await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  if (SHELL) for (const page of await windows()) page.postMessage({ build: SHELL.entry });
}

if (SHELL)
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method === 'POST' && origin === self.location.origin && pathname === SHARE)
      return event.respondWith(takeShared(request));
    if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('range')) return;
    if (request.mode === 'navigate' && !SERVERS_OWN.test(pathname)) event.respondWith(navigate(event));
    else if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
    else if (pathname.startsWith('/brands/')) event.respondWith(keptWhenLost(request));
  });

/** The newest build's page, or a file of any build. */
const kept = (url) => caches.match(url, { ignoreVary: true, ...(url === PAGE ? { cacheName: CACHE } : {}) });

async function navigate({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await kept(PAGE)) ?? Response.error();
  }
}

/** Files whose names contain a hash of their content. */
async function keptFirst(request) {
  return (await kept(request.url)) ?? keep(request, await fetch(request));
}

async function keptWhenLost(request) {
  try {
    return await keep(request, await fetch(request));
  } catch {
    return (await kept(request.url)) ?? Response.error();
  }
}

async function keep(request, reply) {
  if (reply.status !== 200 || reply.type !== 'basic') return reply;
  const copy = reply.clone();
  // A full disk must not prevent the page from getting the file.
  await caches.open(CACHE).then((cache) => cache.put(request.url, copy)).catch(() => {});
  return reply;
}

/**
 * Files sent by the phone's share sheet, by the random id of the page that opens for them. They are kept in memory
 * only, because they may be pictures of a patient, and the page takes them as soon as it loads. Every website can
 * submit a form here, so a share does not replace another one that still waits; only their number is limited.
 */
const shared = new Map();
const MAX_SHARED = 50;

async function takeShared(request) {
  const form = await request.formData().catch(() => new FormData());
  const id = crypto.randomUUID();
  if (shared.size >= MAX_SHARED) shared.delete(shared.keys().next().value);
  // A form without a file sends one without a name.
  shared.set(id, form.getAll('files').filter((value) => value instanceof File && value.name));
  return Response.redirect(`/cases/new?shared=${id}`, 303);
}

self.addEventListener('message', (event) => {
  const { data, ports: [port] } = event;
  if (SHELL && Object.hasOwn(SHELL.texts, data?.texts)) event.waitUntil(keepTexts(SHELL.texts[data.texts]));
  if (typeof data?.shared !== 'string' || !port) return;
  port.postMessage(shared.get(data.shared) ?? null);
  shared.delete(data.shared);
});

/** Accepts only paths of our own pages from a message. */
const ownPath = (path) => (typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/');

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('push', (event) => event.waitUntil(show(event)));

async function show(event) {
  // A person who has a page focused sees the change there.
  if ((await pages()).some(({ focused }) => focused)) return;
  const { title, body, icon, lang, tag, path } = event.data.json();
  await self.registration.showNotification(title, {
    body,
    icon: ownPath(icon),
    lang,
    tag,
    data: { path: ownPath(path) },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** Pages of the administration have separate sessions, and a PDF in a tab or a page of the server cannot navigate. */
function isOwnPage({ url }) {
  const { protocol, pathname } = new URL(url);
  return protocol.startsWith('http') && !SERVERS_OWN.test(pathname) && !/^\/adm(\/|$)/.test(pathname);
}

const pages = async () => (await windows()).filter(isOwnPage);

/** An open page navigates itself, so that it can ask about unsaved changes. */
async function open(asked) {
  const path = ownPath(asked);
  const [page] = await pages();
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ open: path });
  return page.focus();
}
