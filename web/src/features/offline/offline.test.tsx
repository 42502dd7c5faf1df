// @vitest-environment happy-dom
import { locks } from 'node:worker_threads';
import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { StatusAction, StatusCode } from '@cusp/contract/cases';
import { getCase, getCaseContent } from '@cusp/contract/cases.routes';
import { addComment } from '@cusp/contract/comments.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { getOfflineCase, listOfflineCases, releaseOfflineKeys } from '@cusp/contract/offline.routes';
import { PAGES } from '@cusp/contract/pages';
import { logout } from '@cusp/contract/sign-in.routes';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import offline from '../../../../contract/fixtures/offline.json';
import { call } from '../../client/call.ts';
import { checkConnection } from '../../client/connection.ts';
import { setWantsOffline, wantsOffline } from '../../client/offline-wish.ts';
import { OFFLINE_STORE, WAITING_STORE } from '../../client/personal-storage.ts';
import { signOut, signOutIdle } from '../../client/session/session.ts';
import { reloginRequired } from '../../client/session/session-store.ts';
import { caseWith, composer, NO_HISTORY, openCase } from '../../testing/conversation.tsx';
import { CASES } from '../../testing/golden.ts';
import { type Answer, type FakeNetwork, hangs, refuses, replies } from '../../testing/replies.ts';
import { closeScreen, DENTIST, openScreen } from '../../testing/screen.tsx';
import { add, discard, replace, useQueue } from './queue.ts';
import { namesIn } from './sealed-store.ts';
import type { Waiting } from './waiting-changes.ts';

const KEYS = offline.releaseOfflineKeys.reply;
const OTHER_KEYS = { ...KEYS, cases: KEYS.changes, changes: KEYS.cases };
const CASE = caseWith([], {
  actions: ['PROC'],
  usertype: 'OT',
  status: { code: 'READ', prev: 'OPEN', str: 'Open' },
});
const COLLEAGUE = { ...DENTIST, id: 2, idb64: 'Mg', first_name: 'Ben', name: 'Ben Berg' };

let disk: IDBFactory;
beforeEach(() => {
  disk = new IDBFactory();
});

/** Stores the cases without the second in which more may change. */
function storesAtOnce() {
  const { setTimeout: later } = globalThis;
  const sooner = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    later(work, ms === 1_000 ? 0 : ms, ...args);
  vi.stubGlobal('setTimeout', sooner);
}

/** Opens the case in a browser whose person wants their cases kept, on the disk of this test. */
async function open(more: Answer[] = [], as = DENTIST): Promise<FakeNetwork> {
  storesAtOnce();
  vi.stubGlobal('indexedDB', disk);
  setWantsOffline(as.id, true);
  const answers = [
    replies(releaseOfflineKeys, as === DENTIST ? KEYS : OTHER_KEYS),
    replies(listOfflineCases, { posts: CASES.posts.slice(0, 1) }),
    replies(getOfflineCase, CASE),
    replies(getCase, CASE),
    replies(logout, {}),
  ];
  return openCase(CASE, NO_HISTORY, { as }, undefined, [...answers, ...more]);
}

/** Resolves when the cases are on the disk. */
const kept = () => waitFor(async () => expect(await namesIn(OFFLINE_STORE)).toEqual(['cases']));

async function cut(network: FakeNetwork, isCut: boolean) {
  network.isCut = isCut;
  await act(async () => void (await checkConnection()));
}

const onScreen = () => document.title + document.body.textContent;

async function write(text: string) {
  fireEvent.change(await composer(), { target: { value: text } });
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
}

/** The text of everything on the disk. */
async function onDisk(): Promise<string> {
  let all = '';
  for (const { name } of await disk.databases()) {
    const open = await new Promise<IDBDatabase>((resolve) => {
      const request = disk.open(name as string);
      request.onsuccess = () => resolve(request.result);
    });
    const values = await new Promise<{ bytes: ArrayBuffer }[]>((resolve) => {
      const request = open.transaction('sealed').objectStore('sealed').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    open.close();
    for (const { bytes } of values) all += new TextDecoder().decode(bytes);
  }
  return all;
}

test('without a connection the cases are read from this device, and changes wait until it is back', async () => {
  const network = await open([replies(addComment, { id: 9 })]);
  await kept();
  await cut(network, true);
  expect(await screen.findByText(/^1 case is kept on this device/)).toBeTruthy();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await write('From the cellar');
  expect(await screen.findByText('1 change waits to be sent.')).toBeTruthy();
  // On a phone the list is far below its composer.
  const inView = scrolled.mock.contexts.map((element) => (element as Element).textContent);
  expect(inView).toContainEqual(expect.stringContaining('From the cellar'));
  scrolled.mockRestore();
  expect((await composer()).value).toBe('');
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toHaveLength(1));
  const bytes = await onDisk();
  for (const text of ['From the cellar', CASE.patient.lastname]) expect(bytes).not.toContain(text);
  await cut(network, false);
  await waitFor(() => expect(network.count(addComment)).toBe(1));
  await waitFor(() => expect(screen.queryByText(/waits to be sent/)).toBeNull());
  expect(await namesIn(WAITING_STORE)).toEqual([]);
});

test.each(['unavailable', 'moving'] as const)(
  'a change that is being sent says so and cannot be discarded, and can be once it waits again: %s',
  async (code) => {
    const network = await open([]);
    await kept();
    await cut(network, true);
    await write('On its way');
    const discardButton = () => screen.getByRole('button', { name: 'Discard' });
    const reply = Promise.withResolvers<void>();
    const refusal = refuses(addComment, code);
    network.answer({ route: addComment, respond: (sent) => reply.promise.then(() => refusal.respond(sent)) });
    await cut(network, false);
    await waitFor(() => expect(network.count(addComment)).toBe(1));
    expect(await screen.findByText(/^Is being sent/)).toBeTruthy();
    await userEvent.click(discardButton());
    expect(screen.getByText('On its way')).toBeTruthy();
    expect(await namesIn(WAITING_STORE)).toHaveLength(1);
    reply.resolve();
    expect(await screen.findByText(/^Waits to be sent/)).toBeTruthy();
    await cut(network, true);
    await cut(network, false);
    await waitFor(() => expect(network.count(addComment)).toBe(2));
    expect(await screen.findByText(/^Waits to be sent/)).toBeTruthy();
    await userEvent.click(discardButton());
    await waitFor(async () => expect(await namesIn(WAITING_STORE)).toEqual([]));
  },
);

test('while the practice of a case is moved, its changes wait in order and those of other cases are sent', async () => {
  const network = await open([replies(addComment, { id: 9 })]);
  await kept();
  await cut(network, true);
  const { result } = renderHook(useQueue);
  const keep = (caseId: number, comment: string, second: number) =>
    replace({
      id: comment,
      caseId,
      name: 'Jo',
      at: `2026-11-25T10:00:0${second}.000Z`,
      change: { kind: 'comment', body: { comment } },
      refusal: null,
    });
  const texts = () =>
    result.current.waiting.map(({ change }) => change.kind === 'comment' && change.body.comment);
  act(() => {
    keep(CASE.id, 'First', 1);
    keep(CASE.id, 'Second', 2);
    keep(CASE.id + 1, 'Other', 3);
  });
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toHaveLength(3));
  const moving = refuses(addComment, 'moving');
  const added = replies(addComment, { id: 9 });
  const isMoving = (path: string) => path.includes(`/${CASE.id}/`);
  network.answer({
    route: addComment,
    respond: (sent) => (isMoving(sent.path) ? moving : added).respond(sent),
  });
  await cut(network, false);
  await waitFor(() => expect(texts()).toEqual(['First', 'Second']));
  expect(await screen.findByText(/^Waits to be sent while data is moved/)).toBeTruthy();
  expect(network.count(addComment)).toBe(2);
  network.answer(added);
  await cut(network, true);
  await cut(network, false);
  await waitFor(() => expect(texts()).toEqual([]));
  const bodies = network.sent.flatMap(({ body }) => (body as { comment?: string } | null)?.comment ?? []);
  expect(bodies).toEqual(['First', 'Other', 'First', 'Second']);
});

test('a change that another tab is sending cannot be discarded, and can be once it waits again', async () => {
  const network = await open();
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks);
  await kept();
  await cut(network, true);
  await write('From the other tab');
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toHaveLength(1));
  const id = (await namesIn(WAITING_STORE))[0]?.split(' ')[2];
  const sent = Promise.withResolvers<void>();
  const sending = locks.request(`cusp.sending ${id}`, () => sent.promise);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText(/^Is being sent/)).toBeTruthy();
  expect(await namesIn(WAITING_STORE)).toHaveLength(1);
  sent.resolve();
  await sending;
  expect(await screen.findByText(/^Waits to be sent/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toEqual([]));
  await cut(network, false);
});

test('a status that somebody else has changed meanwhile is shown, and set anyway or discarded', async () => {
  const moved = { ...CASE, status: { code: 'CLSD' as const, prev: 'READ' as const, str: 'Closed' } };
  const network = await open([
    refuses(changeStatus, 'action_not_open', { changed_by: 'Rita Recipient' }),
    replies(getCaseContent, moved),
    refuses(addComment, 'not_found'),
  ]);
  await kept();
  await cut(network, true);
  await userEvent.click(await screen.findByRole('button', { name: 'Start work' }));
  // Neither the same change is offered, nor one that begins at the previous status.
  expect(await screen.findByText('Status: In Progress')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Start work|Status: Open/ })).toBeNull();
  await write('Too late');
  expect(await screen.findByText('2 changes wait to be sent.')).toBeTruthy();
  await cut(network, false);
  expect(await screen.findByText('2 changes were not accepted.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Rita Recipient.*Closed/)).toBeTruthy();
  network.answer(
    replies(changeStatus, { status: { code: 'PROC', prev: 'CLSD', str: 'In Progress' }, undo: 1 }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Change it anyway' }));
  await waitFor(() => expect(dialog.queryByText(/Rita Recipient/)).toBeNull());
  const bodies = () => network.sent.filter(({ path }) => path.endsWith('/status/')).map(({ body }) => body);
  await waitFor(() =>
    expect(bodies()).toEqual([
      { action: 'PROC', was: 'READ' },
      { action: 'PROC', was: 'CLSD' },
    ]),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Too late')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText(/not accepted/)).toBeNull());
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toEqual([]));
});

test('a status chosen after a refusal begins at the one that the person has seen since', () => {
  const { result } = renderHook(useQueue);
  const choose = (action: StatusAction, was: StatusCode) =>
    act(() => add(CASE.id, 'Jo', { kind: 'status', body: { action, was } }));
  const waiting = () => result.current.waiting.map(({ change }) => change.body);
  choose('PROC', 'READ');
  choose('COMP', 'PROC');
  expect(waiting()).toEqual([{ action: 'COMP', was: 'READ' }]);
  const refusal = { status: 409, code: 'action_not_open', changedBy: 'Rita', now: 'CLSD' } as const;
  act(() => replace({ ...(result.current.waiting[0] as Waiting), refusal }));
  choose('REOP', 'CLSD');
  expect(waiting()).toEqual([{ action: 'REOP', was: 'CLSD' }]);
  act(() => void discard((result.current.waiting[0] as Waiting).id));
});

test('a sign-out while the keys or the disk are awaited leaves nothing, and nothing comes back', async () => {
  const release = Promise.withResolvers<void>();
  const { respond } = replies(releaseOfflineKeys, KEYS);
  const late: Answer = {
    route: releaseOfflineKeys,
    respond: (sent) => release.promise.then(() => respond(sent)),
  };
  const network = await open([late]);
  await waitFor(() => expect(network.count(releaseOfflineKeys)).toBe(1));
  await act(signOut);
  const [imported, opened] = [vi.spyOn(crypto.subtle, 'importKey'), vi.spyOn(disk, 'open')];
  release.resolve();
  await waitFor(() => expect(imported).toHaveBeenCalledTimes(2));
  await Promise.all(imported.mock.results.map(({ value }) => value));
  await act(async () => void (await checkConnection()));
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
  expect(await disk.databases()).toEqual([]);
  closeScreen();

  const loading = Promise.withResolvers<void>();
  const slow: Answer = {
    route: getOfflineCase,
    respond: (sent) => loading.promise.then(() => replies(getOfflineCase, CASE).respond(sent)),
  };
  const next = await open([slow]);
  await waitFor(() => expect(next.count(getOfflineCase)).toBe(1));
  await act(signOut);
  loading.resolve();
  await act(async () => void (await checkConnection()));
  expect(await disk.databases()).toEqual([]);
  expect(next.count(listOfflineCases)).toBe(1);
});

test('an idle sign-out deletes the cases and keeps changes for the same person only', async () => {
  const network = await open();
  await kept();
  await cut(network, true);
  await write('Not sent yet');
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toHaveLength(1));
  await act(signOutIdle);
  await waitFor(async () => expect(await namesIn(OFFLINE_STORE)).toEqual([]));
  expect(screen.queryByText(/Not sent yet/)).toBeNull();
  network.isCut = false;
  closeScreen();

  const other = await open([replies(addComment, { id: 9 })], COLLEAGUE);
  await kept();
  expect(screen.queryByText(/waits to be sent/)).toBeNull();
  await act(signOutIdle);
  expect(other.count(addComment)).toBe(0);
  closeScreen();

  const back = await open([replies(addComment, { id: 9 })]);
  await waitFor(() => expect(back.count(addComment)).toBe(1));
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toEqual([]));
});

test.each([
  ['after twelve hours', 12 * 3_600_000],
  ['once the clock was set back', -3_600_000],
])('%s nothing is read or shown any more without a connection', async (_, shift) => {
  const network = await open();
  await kept();
  await cut(network, true);
  const read = () => call(getCase, { params: { id: CASE.id } });
  expect(await read()).toMatchObject({ id: CASE.id });
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + shift);
  await waitFor(() => expect(onScreen()).toContain(CASE.patient.lastname));
  await expect(act(read)).rejects.toMatchObject({ code: 'offline' });
  await waitFor(async () => expect(await disk.databases()).toEqual([]));
  expect(
    await screen.findByText(/^Your cases can be read without a connection for at most 12 hours/),
  ).toBeTruthy();
  await waitFor(() => expect(onScreen()).not.toContain(CASE.patient.lastname));
  expect(onScreen()).not.toContain('Showing what was loaded');
  await cut(network, false);
  await waitFor(() => expect(onScreen()).toContain(CASE.patient.lastname));
  expect(screen.queryByText(/^Your cases can be read without/)).toBeNull();
});

test('a case that is no longer shared goes at the next connection, and all cases when the session is revoked', async () => {
  const network = await open();
  await kept();
  await cut(network, true);
  expect(await screen.findByText(/^1 case is kept/)).toBeTruthy();
  network.answer(replies(listOfflineCases, { posts: [] }));
  network.answer(refuses(getOfflineCase, 'not_found'));
  await cut(network, false);
  await waitFor(() => expect(network.count(listOfflineCases)).toBe(2));
  await cut(network, true);
  expect(await screen.findByText(/^0 cases are kept/)).toBeTruthy();
  await cut(network, false);
  act(reloginRequired);
  await waitFor(async () => expect(await namesIn(OFFLINE_STORE)).toEqual([]));
});

test('a message says that the disk is full, and changes are sent from this page', async () => {
  const network = await open([replies(addComment, { id: 9 })]);
  await kept();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await cut(network, true);
  await write('No space');
  expect(await screen.findByText(/^This device cannot store more/)).toBeTruthy();
  await cut(network, false);
  await waitFor(() => expect(network.count(addComment)).toBe(1));
  await waitFor(() => expect(screen.queryByText(/cannot store more/)).toBeNull());
});

test('a sign-out asks before it deletes changes that wait, and leaves nothing', async () => {
  const network = await open();
  await kept();
  await cut(network, true);
  await write('Delete me');
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toHaveLength(1));
  const leave = async (answer: string) => {
    await userEvent.click(screen.getByRole('button', { name: /^Menu of/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out', hidden: true }));
    const question = within(await screen.findByRole('dialog', { name: 'Sign out' }));
    expect(question.getByText(/^1 change has not been sent yet/)).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: answer }));
  };
  await leave('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign out' })).toBeNull());
  expect(await namesIn(WAITING_STORE)).toHaveLength(1);
  network.answer(hangs(addComment));
  await cut(network, false);
  await waitFor(() => expect(network.count(addComment)).toBe(1));
  await leave('Delete');
  await waitFor(async () => expect(await namesIn(WAITING_STORE)).toEqual([]));
  await waitFor(async () => expect(await namesIn(OFFLINE_STORE)).toEqual([]));
  expect(await screen.findByLabelText('Email')).toBeTruthy();
});

test('offline cases are switched on and off immediately in the settings', async () => {
  storesAtOnce();
  vi.stubGlobal('indexedDB', disk);
  await openScreen(PAGES.settings, [
    hangs(listScanners),
    replies(releaseOfflineKeys, KEYS),
    replies(listOfflineCases, { posts: [] }),
  ]);
  const control = await screen.findByRole('switch', { name: 'Keep my last 20 cases on this device' });
  expect(await disk.databases()).toEqual([]);
  await userEvent.click(control);
  await kept();
  await userEvent.click(control);
  await waitFor(async () => expect(await namesIn(OFFLINE_STORE)).toEqual([]));
  expect(wantsOffline(DENTIST.id)).toBe(false);
});
