// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listScanners } from '@cusp/contract/devices.routes';
import { listInbox } from '@cusp/contract/inbox.routes';
import { PAGES } from '@cusp/contract/pages';
import { getPush, subscribePush, unsubscribePush } from '@cusp/contract/push.routes';
import { logout } from '@cusp/contract/sign-in.routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import push from '../../../../contract/fixtures/push.json';
import { endPush } from '../../client/end-push.ts';
import { notePushWish, wantsPush } from '../../client/push-wish.ts';
import { signOut, signOutIdle } from '../../client/session/session.ts';
import { hangs, replies } from '../../testing/replies.ts';
import { closeScreen, DENTIST, openScreen } from '../../testing/screen.tsx';

const KEY = push.getPush.reply.public_key;
const { endpoint, keys } = push.subscribePush.request.body;

/** A browser that supports notifications, and the person's answer to its prompt. */
function canNotify(answer: NotificationPermission) {
  const subscribe = vi.fn(async () => ({
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => true,
  }));
  const registration = { pushManager: { getSubscription: async () => null, subscribe } };
  const container = Object.assign(new EventTarget(), {
    register: vi.fn(async () => registration),
    getRegistration: async (): Promise<object> => registration,
    ready: Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.stubGlobal('PushManager', class {});
  const notification = { permission: 'default', requestPermission: vi.fn(async () => answer) };
  notification.requestPermission.mockImplementation(async () => {
    notification.permission = answer;
    return answer;
  });
  vi.stubGlobal('Notification', notification);
  return { subscribe, container, notification };
}

const SETTINGS = [
  hangs(listScanners),
  replies(getPush, { public_key: KEY, is_on: false }),
  replies(subscribePush, {}),
];
const device = () => screen.findByRole('switch', { name: 'On this device' });

test('the permission is requested on a click only, and the browser is then subscribed', async () => {
  const user = userEvent.setup();
  const { subscribe, notification, container } = canNotify('granted');
  const network = await openScreen(PAGES.settings, [...SETTINGS, replies(unsubscribePush, {})]);
  const control = await device();
  await waitFor(() => expect(control.hasAttribute('disabled')).toBe(false));
  expect(notification.requestPermission).not.toHaveBeenCalled();
  expect(container.register).not.toHaveBeenCalled();
  await user.click(control);
  await waitFor(() => expect(network.sent.some(({ method }) => method === 'PUT')).toBe(true));
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  expect(network.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ endpoint, keys });
  await waitFor(() => expect(control).toHaveProperty('checked', true));
  await user.click(control);
  await waitFor(() => expect(control).toHaveProperty('checked', false));
  expect(network.sent.at(-1)?.method).toBe('DELETE');
});

test('a refusal says where to allow notifications', async () => {
  const user = userEvent.setup();
  canNotify('denied');
  await openScreen(PAGES.settings, SETTINGS);
  const control = await device();
  await waitFor(() => expect(control.hasAttribute('disabled')).toBe(false));
  await user.click(control);
  expect(await screen.findByText(/blocks notifications from this page/)).toBeTruthy();
});

test('a new session of somebody who wants notifications here subscribes without asking', async () => {
  const { notification, subscribe } = canNotify('granted');
  notification.permission = 'granted';
  notePushWish(DENTIST.id);
  await openScreen(PAGES.settings, SETTINGS);
  await waitFor(() => expect(subscribe).toHaveBeenCalled());
  expect(notification.requestPermission).not.toHaveBeenCalled();
});

test('a subscription that the browser has ended counts as off, and is made again', async () => {
  canNotify('granted').notification.permission = 'granted';
  const isOn = replies(getPush, { public_key: KEY, is_on: true });
  await openScreen(PAGES.settings, [...SETTINGS, isOn]);
  const control = await device();
  await waitFor(() => expect(control.hasAttribute('disabled')).toBe(false));
  expect(control).toHaveProperty('checked', false);
  closeScreen();
  const { notification, subscribe } = canNotify('granted');
  notification.permission = 'granted';
  notePushWish(DENTIST.id);
  await openScreen(PAGES.settings, [...SETTINGS, isOn]);
  await waitFor(() => expect(subscribe).toHaveBeenCalled());
});

test('a subscription that the push service no longer serves is replaced, although the browser still has it', async () => {
  const { container, notification, subscribe } = canNotify('granted');
  notification.permission = 'granted';
  const registration = await container.ready;
  const applicationServerKey = new Uint8Array(Buffer.from(KEY, 'base64url')).buffer;
  const unsubscribe = vi.fn(async () => true);
  Object.assign(registration.pushManager, {
    getSubscription: async () => ({ options: { applicationServerKey }, unsubscribe }),
  });
  notePushWish(DENTIST.id);
  await openScreen(PAGES.settings, SETTINGS);
  await waitFor(() => expect(subscribe).toHaveBeenCalled());
  expect(unsubscribe).toHaveBeenCalledBefore(subscribe);
});

test('after a sign-out no notification is shown in this browser, and none that waits comes', async () => {
  const { container } = canNotify('granted');
  const [close, unsubscribe] = [vi.fn(), vi.fn(async () => true)];
  container.getRegistration = async () => ({
    getNotifications: async () => [{ close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  });
  await openScreen(PAGES.settings, [...SETTINGS, replies(logout, {})]);
  await device();
  notePushWish(DENTIST.id);
  await signOut();
  await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  expect(close).toHaveBeenCalled();
  expect(wantsPush(DENTIST.id)).toBe(false);
});

test('a new session subscribes only when what was there for the previous person has ended', async () => {
  const { container, notification, subscribe } = canNotify('granted');
  notification.permission = 'granted';
  const found = Promise.withResolvers<void>();
  const steps: string[] = [];
  const pushManager = { getSubscription: async () => ({ unsubscribe: async () => steps.push('ended') }) };
  const { getRegistration } = container;
  container.getRegistration = async () => {
    await found.promise;
    return { getNotifications: async () => [], pushManager };
  };
  endPush();
  container.getRegistration = getRegistration;
  subscribe.mockImplementation(async () => {
    steps.push('subscribed');
    return { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
  });
  notePushWish(DENTIST.id);
  const network = await openScreen(PAGES.settings, SETTINGS);
  await waitFor(() => expect(network.sent.some(({ path }) => path.includes('/push/'))).toBe(true));
  await device();
  found.resolve();
  await waitFor(() => expect(steps).toContain('subscribed'));
  expect(steps).toEqual(['ended', 'subscribed']);
});

test('a session that ends by itself ends the notifications until the person signs in again', async () => {
  const { container, notification } = canNotify('granted');
  notification.permission = 'granted';
  const unsubscribe = vi.fn(async () => true);
  container.getRegistration = async () => ({
    getNotifications: async () => [],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  });
  await openScreen(PAGES.settings, [...SETTINGS, replies(logout, {})]);
  await device();
  notePushWish(DENTIST.id);
  await signOutIdle();
  await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  expect([wantsPush(DENTIST.id), wantsPush(DENTIST.id + 1)]).toEqual([true, false]);
});

test.each([PAGES.settings, PAGES.help])('a click on a notification leads away from %s', async (from) => {
  const { container } = canNotify('granted');
  await openScreen(from, [...SETTINGS, hangs(listInbox)]);
  const click = (open: string) => container.dispatchEvent(new MessageEvent('message', { data: { open } }));
  act(() => void click('/no/page'));
  expect(location.pathname).toBe(from);
  act(() => void click(PAGES.inbox));
  await waitFor(() => expect(location.pathname).toBe(PAGES.inbox));
});

describe('the service worker', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../public/service-worker.js'), 'utf8');

  /** The administration, which has separate sessions, a PDF in a tab, and a page opened by a program. */
  const NO_PAGES = [
    'https://cusp.example/adm/users',
    'https://cusp.example/heclore/v1/files/1/download/',
    'blob:https://cusp.example/7',
  ];

  function start(windows: { focused: boolean; url: string; postMessage?: unknown; focus?: unknown }[]) {
    const handlers: Record<string, (event: object) => void> = {};
    const self = {
      addEventListener: (name: string, handler: (event: object) => void) => {
        handlers[name] = handler;
      },
      clients: { matchAll: async () => windows, openWindow: vi.fn(async () => null) },
      registration: { showNotification: vi.fn(async () => {}) },
    };
    new Function('self', source)(self);
    const run = async (name: string, event: object) => {
      let done: Promise<unknown> = Promise.resolve();
      handlers[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
      await done;
    };
    return { self, run, handlers };
  }
  const data = (path: string) => ({
    json: () => ({
      title: 'Cusp',
      body: 'news',
      icon: '/brands/cusp/icon-192.png',
      lang: 'en',
      tag: 'notice-1',
      path,
    }),
  });

  test('the service worker shows a message unless somebody looks at the page, and leads to our own paths only', async () => {
    const { self, run, handlers } = start([{ focused: false, url: 'https://cusp.example/cases' }]);
    for (const path of ['/case/7', 'https://evil.example/', '//evil.example', '/\\evil.example'])
      await run('push', { data: data(path) });
    const paths = self.registration.showNotification.mock.calls.map(
      (call) => (call as unknown as [string, { data: { path: string } }])[1].data.path,
    );
    expect(paths).toEqual(['/case/7', '/', '/', '/']);
    expect(self.registration.showNotification).toHaveBeenCalledWith(
      'Cusp',
      expect.objectContaining({ icon: '/brands/cusp/icon-192.png', lang: 'en', body: 'news' }),
    );
    const shownTo = async (url: string) => {
      const watched = start([{ focused: true, url }]);
      await watched.run('push', { data: data('/case/7') });
      return watched.self.registration.showNotification.mock.calls.length;
    };
    expect(await shownTo('https://cusp.example/cases')).toBe(0);
    for (const url of NO_PAGES) expect(await shownTo(url)).toBe(1);
    expect(Object.keys(handlers)).not.toContain('fetch');
  });

  test('a click brings an open page of the person there, or opens one', async () => {
    const notification = { close: vi.fn(), data: { path: '/case/7' } };
    const window = (url: string) => ({
      url,
      focused: false,
      postMessage: vi.fn(),
      focus: vi.fn(async () => {}),
    });
    const others = NO_PAGES.map(window);
    const page = window('https://cusp.example/admire');
    const open = start([...others, page]);
    await open.run('notificationclick', { notification });
    expect([page.postMessage.mock.calls, open.self.clients.openWindow.mock.calls]).toEqual([
      [[{ open: '/case/7' }]],
      [],
    ]);
    for (const { postMessage } of others) expect(postMessage).not.toHaveBeenCalled();
    const closed = start(others);
    await closed.run('notificationclick', { notification });
    expect(closed.self.clients.openWindow).toHaveBeenCalledWith('/case/7');
  });
});

test('kinds of notifications are chosen with the other settings', async () => {
  const user = userEvent.setup();
  await openScreen(PAGES.settings, [hangs(listScanners)]);
  expect(await screen.findByText(/cannot show notifications/)).toBeTruthy();
  const [, comments] = await screen.findAllByRole('switch', { name: 'Comments' });
  if (!comments) throw new Error('no switch');
  expect(DENTIST.settings.push_kinds).not.toContain('comment');
  await user.click(comments);
  expect(comments).toHaveProperty('checked', true);
  expect(screen.getByRole('button', { name: 'Save Settings' }).hasAttribute('disabled')).toBe(false);
});
