import type { DraftFields } from '@cusp/contract/draft-fields';
import type { Draft } from '@cusp/contract/drafts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../client/api-error.ts';
import { emptyFields, type FormFields } from '../form-fields.ts';
import { DraftSaver, SAVE_AFTER_MS } from './draft-saver.ts';
import type { DraftStore } from './draft-store.ts';

const refusal = (code: ConstructorParameters<typeof ApiError>[1]['code'], status = 409) =>
  new ApiError(status, { code });
const offline = () => new ApiError(0, { code: 'offline' });

/** The server's rules for one draft; `lose` makes the next responses fail, with or without doing the work. */
class FakeStore implements DraftStore {
  draft: Draft | null = null;
  requests: string[] = [];
  lost: ('request' | 'answer')[] = [];
  gate: Promise<void> | null = null;
  #keys = new Map<string, number>();

  async create(key: string, fields: DraftFields): Promise<Draft> {
    return this.#answer('create', () => {
      if (this.draft && this.#keys.get(key) === this.draft.id) return this.draft;
      const id = 7 + this.#keys.size;
      this.#keys.set(key, id);
      this.draft = { ...fields, id, no: `2611-X${id}`, version: 1, updatedAt: AT, files: [] };
      return this.draft;
    });
  }

  async save(id: number, version: number, fields: DraftFields) {
    return this.#answer(`save ${version}`, () => {
      const { draft } = this;
      if (draft?.id !== id) throw refusal('not_found', 404);
      if (draft.version !== version) throw refusal('draft_changed');
      if (fields.recipientId === 13) throw refusal('recipient_not_connected');
      if (draft.deviceId === 33 && fields.deviceId !== 33) throw refusal('scanner_locked');
      this.draft = { ...draft, ...fields, version: version + 1 };
      return { version: version + 1, updatedAt: AT };
    });
  }

  async load(id: number): Promise<Draft> {
    return this.#answer('load', () => {
      if (this.draft?.id !== id) throw refusal('not_found', 404);
      return this.draft;
    });
  }

  async discard(): Promise<void> {
    this.draft = null;
  }

  async #answer<T>(request: string, work: () => T): Promise<T> {
    this.requests.push(request);
    const lost = this.lost.shift();
    if (lost === 'request') throw offline();
    await this.gate;
    const answer = work();
    if (lost === 'answer') throw offline();
    return answer;
  }
}

const AT = '2026-03-10T09:00:00.000Z';
let store: FakeStore;
let saver: DraftSaver;
const type = (note: string) => saver.edit((fields) => ({ ...fields, note }));
const phase = () => saver.snapshot().phase;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  store = new FakeStore();
  saver = new DraftSaver(store, emptyFields('FDI'));
});
afterEach(() => vi.useRealTimers());

test('nothing is created before something is filled in', async () => {
  await wait(60_000);
  expect(store.requests).toEqual([]);
  expect(phase()).toBe('new');
  expect(saver.isUnsaved).toBe(false);
});

test('the first change creates the draft after a delay, and later changes are saved together', async () => {
  type('a');
  await wait(SAVE_AFTER_MS - 1);
  expect(store.requests).toEqual([]);
  expect(saver.isUnsaved).toBe(true);
  await wait(1);
  expect(saver.snapshot()).toMatchObject({ id: 7, version: 1, phase: 'saved' });
  for (const note of ['ab', 'abc', 'abcd']) type(note);
  await wait(SAVE_AFTER_MS);
  expect(store.requests).toEqual(['create', 'save 1']);
  expect(store.draft?.note).toBe('abcd');
  expect(saver.isUnsaved).toBe(false);
});

test('changes during a save are saved after it, never in parallel', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  let open = () => {};
  store.gate = new Promise((resolve) => {
    open = resolve;
  });
  type('ab');
  await wait(SAVE_AFTER_MS);
  type('abc');
  await wait(5 * SAVE_AFTER_MS);
  expect(store.requests).toEqual(['create', 'save 1']);
  open();
  store.gate = null;
  await wait(SAVE_AFTER_MS);
  expect(store.requests).toEqual(['create', 'save 1', 'save 2']);
  expect(store.draft?.note).toBe('abc');
});

test('changes made offline are kept and saved after reconnecting', async () => {
  store.lost = ['request', 'request', 'request'];
  type('a');
  await wait(SAVE_AFTER_MS);
  expect(phase()).toBe('retrying');
  type('ab');
  expect(phase()).toBe('retrying');
  await wait(60_000);
  expect(phase()).toBe('saved');
  expect(store.draft?.note).toBe('ab');
});

test('reconnecting retries at once', async () => {
  store.lost = ['request'];
  type('a');
  await wait(SAVE_AFTER_MS);
  saver.retryNow();
  await wait(0);
  expect(phase()).toBe('saved');
});

test('a lost response to the creation does not create a second draft', async () => {
  store.lost = ['answer'];
  type('a');
  await wait(SAVE_AFTER_MS);
  type('ab');
  await wait(60_000);
  expect(store.draft).toMatchObject({ id: 7, note: 'ab' });
  expect(phase()).toBe('saved');
});

test('a lost response to a save is no conflict, even after further changes', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  store.lost = ['answer'];
  type('ab');
  await wait(SAVE_AFTER_MS);
  expect(phase()).toBe('retrying');
  type('abc');
  await wait(60_000);
  expect(phase()).toBe('saved');
  expect(store.draft?.note).toBe('abc');
});

async function otherWindowSaves(): Promise<void> {
  type('a');
  await wait(SAVE_AFTER_MS);
  if (store.draft) store.draft = { ...store.draft, note: 'theirs', version: 2 };
  type('mine');
  await wait(SAVE_AFTER_MS);
}

test('a change in another window overwrites nothing before the person decides', async () => {
  await otherWindowSaves();
  expect(phase()).toBe('conflict');
  type('still mine');
  await wait(60_000);
  expect(await saver.flush()).toBe(false);
  expect(store.draft?.note).toBe('theirs');
  expect(saver.isUnsaved).toBe(true);
});

test('another window that restores an earlier value is in conflict, although that value was once saved here', async () => {
  for (const shade of ['A2', 'A3']) {
    type(shade);
    await wait(SAVE_AFTER_MS);
  }
  if (store.draft) store.draft = { ...store.draft, note: 'A2', version: 3 };
  saver.edit((fields) => ({ ...fields, scansFollow: true }));
  await wait(SAVE_AFTER_MS);
  expect(phase()).toBe('conflict');
  expect(store.draft?.note).toBe('A2');
});

test('the version of another window can be loaded', async () => {
  await otherWindowSaves();
  saver.takeTheirs();
  await wait(60_000);
  expect(saver.snapshot()).toMatchObject({ phase: 'saved', version: 2, fields: { note: 'theirs' } });
  expect(store.draft?.version).toBe(2);
});

test("the person's own version can be saved over another window's", async () => {
  await otherWindowSaves();
  saver.keepMine();
  await wait(0);
  expect(store.draft).toMatchObject({ note: 'mine', version: 3 });
  expect(phase()).toBe('saved');
});

test('a draft that was sent or discarded elsewhere can be continued as a new one', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  store.draft = null;
  type('ab');
  await wait(SAVE_AFTER_MS);
  expect(phase()).toBe('gone');
  saver.beginAgain();
  await wait(0);
  expect(saver.snapshot()).toMatchObject({ id: 8, phase: 'saved' });
  expect(store.draft).toMatchObject({ id: 8, note: 'ab' });
});

test('a recipient who is no longer connected is removed, and everything else is saved', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  saver.edit((fields: FormFields) => ({ ...fields, recipientId: 13, note: 'kept' }));
  await wait(2 * SAVE_AFTER_MS);
  expect(saver.snapshot()).toMatchObject({ phase: 'saved', isRecipientRefused: true });
  expect(store.draft).toMatchObject({ note: 'kept', recipientId: null });
  saver.edit((fields) => ({ ...fields, recipientId: 14 }));
  expect(saver.snapshot().isRecipientRefused).toBe(false);
});

test('a recipient who was chosen while another one was refused stays', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  saver.edit((fields: FormFields) => ({ ...fields, recipientId: 13 }));
  let open = () => {};
  store.gate = new Promise((resolve) => {
    open = resolve;
  });
  await wait(SAVE_AFTER_MS);
  saver.edit((fields) => ({ ...fields, recipientId: 14 }));
  open();
  await wait(2 * SAVE_AFTER_MS);
  expect(saver.snapshot()).toMatchObject({ phase: 'saved', isRecipientRefused: false });
  expect(store.draft?.recipientId).toBe(14);
});

test('a locked scanner that the server keeps is chosen again, everything else is saved, and the case is not sent at once', async () => {
  saver.edit((fields: FormFields) => ({ ...fields, deviceId: 33 }));
  await wait(SAVE_AFTER_MS);
  saver.edit((fields: FormFields) => ({ ...fields, deviceId: 34, note: 'kept' }));
  expect(await saver.flush()).toBe(false);
  await wait(SAVE_AFTER_MS);
  expect(saver.snapshot()).toMatchObject({ phase: 'saved', isScannerKept: true, fields: { deviceId: 33 } });
  expect(store.draft).toMatchObject({ note: 'kept', deviceId: 33 });
  // The scans were removed.
  if (store.draft) store.draft = { ...store.draft, deviceId: null };
  saver.edit((fields) => ({ ...fields, deviceId: 34 }));
  expect(saver.snapshot().isScannerKept).toBe(false);
});

test('a locked scanner that the server keeps during a save that is already under way holds the case back once', async () => {
  saver.edit((fields: FormFields) => ({ ...fields, deviceId: 33 }));
  await wait(SAVE_AFTER_MS);
  const gate = Promise.withResolvers<void>();
  store.gate = gate.promise;
  saver.edit((fields: FormFields) => ({ ...fields, deviceId: 34, note: 'kept' }));
  await wait(SAVE_AFTER_MS);
  const sending = saver.flush();
  gate.resolve();
  expect(await sending).toBe(false);
  expect(saver.snapshot()).toMatchObject({ phase: 'saved', isScannerKept: true, fields: { deviceId: 33 } });
  expect(await saver.flush()).toBe(true);
});

test('changes are still saved after discarding has failed', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  type('ab');
  store.discard = () => Promise.reject(offline());
  await expect(saver.discard()).rejects.toThrow();
  await wait(SAVE_AFTER_MS);
  expect(store.draft?.note).toBe('ab');
});

test('leaving sends unsaved changes at once, even during a save', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  type('ab');
  saver.leave();
  await wait(0);
  expect(store.draft?.note).toBe('ab');
  store.gate = Promise.resolve();
  type('abc');
  void saver.flush();
  type('abcd');
  saver.leave();
  await wait(0);
  expect(store.draft?.note).toBe('abcd');
  type('abcde');
  await wait(SAVE_AFTER_MS);
  await wait(SAVE_AFTER_MS);
  expect(phase()).toBe('saved');
  expect(store.draft?.note).toBe('abcde');
});

test('files create a draft even if nothing was filled in', async () => {
  expect(await saver.ensure()).toBe(7);
  store = new FakeStore();
  store.lost = ['request'];
  saver = new DraftSaver(store, emptyFields('FDI'));
  expect(await saver.ensure()).toBe(null);
  await wait(60_000);
  expect(saver.snapshot().id).toBe(7);
});

test('two callers that save at once, during the creation, both learn that everything is saved', async () => {
  let open = () => {};
  store.gate = new Promise((resolve) => {
    open = resolve;
  });
  type('first');
  await wait(SAVE_AFTER_MS);
  type('second');
  const files = saver.ensure();
  const sending = saver.flush();
  open();
  await expect(files).resolves.toBe(7);
  await expect(sending).resolves.toBe(true);
  expect(store.draft?.note).toBe('second');
});

test('a discarded draft is not saved again', async () => {
  type('a');
  await wait(SAVE_AFTER_MS);
  type('ab');
  await saver.discard();
  type('abc');
  await wait(60_000);
  expect(store.draft).toBe(null);
  expect(saver.isUnsaved).toBe(false);
});
