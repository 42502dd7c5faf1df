// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCases } from '@cusp/contract/case-list.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hangs } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const source = readFileSync(join(import.meta.dirname, '../../../public/service-worker.js'), 'utf8');
const HOST = 'https://cusp.example';
const page = (entry: string) =>
  new Response(`<html lang="de"><script type="module" src="${entry}"></script></html>`);

/** The worker of a build, in a browser whose caches may contain earlier builds. */
function start(build: string, stores = new Map<string, Map<string, Response>>()) {
  const handlers: Record<string, (event: object) => void> = {};
  const fetch = vi.fn(async (asked: string | Request): Promise<Response> => {
    if (asked === '/settings') return page(`/assets/${build}.js`);
    return new Response(`from the server: ${typeof asked === 'string' ? asked : asked.url}`);
  });
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    const put = async (key: string, reply: Response) => void store.set(new URL(key, HOST).href, reply);
    const addAll = async (urls: string[]) => {
      for (const url of urls) await put(url, new Response(`kept: ${url}`));
    };
    return { put, addAll };
  };
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (key: string, { cacheName }: { cacheName?: string } = {}) => {
      const named = cacheName ? [stores.get(cacheName)] : [...stores.values()];
      return named
        .map((store) => store?.get(new URL(key, HOST).href))
        .find(Boolean)
        ?.clone();
    },
  };
  const tab = { postMessage: vi.fn() };
  const self = {
    addEventListener: (name: string, handler: (event: object) => void) => (handlers[name] = handler),
    clients: { matchAll: async () => [tab], claim: async () => {} },
    registration: {},
    location: { origin: HOST },
    skipWaiting: () => {},
  };
  const shell = {
    entry: `/assets/${build}.js`,
    files: [`/assets/${build}.js`],
    texts: { en: ['/assets/en.js'], de: ['/assets/de.js'] },
  };
  const filled = source.replace('const SHELL = null;', `const SHELL = ${JSON.stringify(shell)};`);
  new Function('self', 'caches', 'fetch', filled)(self, caches, fetch);
  const run = async (name: string) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers[name]?.({ waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  };
  /** Response of the worker; null if it leaves the request to the browser. */
  const ask = async (path: string, { mode = 'cors', method = 'GET', headers = {} } = {}) => {
    let answer: Promise<Response> | null = null;
    const request = { url: new URL(path, HOST).href, method, mode, headers: new Headers(headers) };
    handlers.fetch?.({ request, respondWith: (reply: Promise<Response>) => (answer = reply) });
    return answer === null ? null : (await (answer as Promise<Response>)).text();
  };
  /** Submits files as the share sheet does; returns the address of the page that opens. */
  const share = async (files: File[]) => {
    let answer: Promise<Response> = Promise.reject(new Error('not taken'));
    answer.catch(() => {});
    const form = new FormData();
    for (const file of files) form.append('files', file);
    const request = { url: `${HOST}/share-target`, method: 'POST', formData: async () => form };
    handlers.fetch?.({ request, respondWith: (reply: Promise<Response>) => (answer = reply) });
    return (await answer).headers.get('location') ?? '';
  };
  /** Files that a page gets when it asks for a share. */
  const takeShared = (id: string) => {
    const port = { postMessage: vi.fn() };
    handlers.message?.({ data: { shared: id }, ports: [port] });
    return port.postMessage.mock.calls[0]?.[0];
  };
  return {
    run,
    ask,
    share,
    takeShared,
    fetch,
    stores,
    tab,
    cut: () => fetch.mockRejectedValue(new TypeError('no network')),
  };
}

describe('the service worker', () => {
  test('the service worker leaves what the server says to the browser: calls, live updates, downloads, parts of files, changes', async () => {
    const { run, ask } = start('one');
    await run('install');
    expect(await ask('/heclore/v1/cases/')).toBeNull();
    expect(await ask('/heclore/events/')).toBeNull();
    expect(await ask('/heclore/v1/cases/7/download/', { mode: 'navigate' })).toBeNull();
    expect(await ask('/healthz')).toBeNull();
    expect(await ask('/assets/one.js', { headers: { range: 'bytes=0-9' } })).toBeNull();
    expect(await ask('/cases', { mode: 'navigate', method: 'POST' })).toBeNull();
    expect(await ask('https://evil.example/assets/one.js')).toBeNull();
  });

  test('the service worker without a connection every page is the kept one, with the texts of its language', async () => {
    const { run, ask, cut } = start('one');
    await run('install');
    expect(await ask('/cases', { mode: 'navigate' })).toBe(`from the server: ${HOST}/cases`);
    cut();
    expect(await ask('/case/2611-7KQ4MX', { mode: 'navigate' })).toContain('/assets/one.js');
    expect(await ask('/assets/de.js')).toBe('kept: /assets/de.js');
    await expect(ask('/assets/en.js')).rejects.toThrow('no network');
  });

  test('a new build keeps the files of the one before, which open tabs still use, and removes older ones', async () => {
    const { stores } = start('one');
    for (const build of ['one', 'two', 'three']) {
      const next = start(build, stores);
      await next.run('install');
      await next.run('activate');
      expect(next.tab.postMessage).toHaveBeenCalledWith({ build: `/assets/${build}.js` });
    }
    expect([...stores.keys()]).toEqual(['shell /assets/two.js', 'shell /assets/three.js']);
    const last = start('three', stores);
    last.cut();
    expect(await last.ask('/assets/two.js')).toBe('kept: /assets/two.js');
    expect(await last.ask('/cases', { mode: 'navigate' })).toContain('/assets/three.js');
  });

  test('hands files of the share sheet to the page that it opens, once, whatever a website posts meanwhile, and stores none', async () => {
    const { share, takeShared, stores } = start('one');
    const redirect = vi.fn(
      (to: string, status: number) => new Response(null, { status, headers: { location: to } }),
    );
    vi.stubGlobal('Response', Object.assign(Response, { redirect }));
    const photo = new File(['pixels'], 'shade.jpg', { type: 'image/jpeg' });
    const id = new URL(await share([photo]), HOST).searchParams.get('shared') ?? '';
    expect(redirect.mock.calls[0]).toEqual([`/cases/new?shared=${id}`, 303]);
    const foreign = new URL(await share([]), HOST).searchParams.get('shared') ?? '';
    const empty = new URL(await share([new File([], '')]), HOST).searchParams.get('shared') ?? '';
    expect(takeShared('guessed')).toBeNull();
    expect(takeShared(id)).toEqual([photo]);
    expect(takeShared(foreign)).toEqual([]);
    expect(takeShared(empty)).toEqual([]);
    expect(takeShared(id)).toBeNull();
    expect(stores.size).toBe(0);
  });

  test('the service worker keeps nothing while the server still sends the page of another build', async () => {
    const { run, fetch, stores } = start('two');
    fetch.mockResolvedValueOnce(page('/assets/one.js'));
    await expect(run('install')).rejects.toThrow('another build');
    expect(stores.size).toBe(0);
  });
});

describe('the page', () => {
  function canKeep() {
    const registration = { update: vi.fn(async () => {}), getNotifications: async () => [] };
    const container = Object.assign(new EventTarget(), {
      register: vi.fn(async () => registration),
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    });
    Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
    vi.stubEnv('PROD', true);
    vi.stubGlobal('requestIdleCallback', (start: () => void) => setTimeout(start));
    vi.stubGlobal('cancelIdleCallback', clearTimeout);
    const script = Object.assign(document.createElement('script'), { type: 'module' });
    script.setAttribute('src', '/assets/one.js');
    document.head.append(script);
    const announce = (build: string) =>
      act(() => void container.dispatchEvent(new MessageEvent('message', { data: { build } })));
    return { container, announce };
  }
  afterEach(() => {
    vi.unstubAllEnvs();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    for (const script of document.head.querySelectorAll('script[type=module]')) script.remove();
  });

  test('the page offers a newer version once, and otherwise keeps its own', async () => {
    const user = userEvent.setup();
    const { container, announce } = canKeep();
    await openScreen(PAGES.settings, [hangs(listScanners)]);
    await waitFor(() => expect(container.register).toHaveBeenCalledWith('/service-worker.js'));
    announce('/assets/one.js');
    announce('/assets/two.js');
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    await waitFor(() => expect(screen.queryByText('A new version is ready.')).toBeNull());
    announce('/assets/two.js');
    announce('/assets/three.js');
    expect(await screen.findAllByText('A new version is ready.')).toHaveLength(1);
  });

  test('a guest’s page keeps nothing in the browser', async () => {
    const { container } = canKeep();
    await openScreen(PAGES.cases, [hangs(listCases)], { isGuest: true });
    await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(container.register).not.toHaveBeenCalled();
  });
});
