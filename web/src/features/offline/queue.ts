import { useSyncExternalStore } from 'react';
import { WAITING_STORE } from '../../client/personal-storage.ts';
import { uuid } from '../../client/uuid.ts';
import { Watchers } from '../../client/watchers.ts';
import { namesIn, removeFrom, type SealedStore } from './sealed-store.ts';
import { atTurn, endOfSending, openChannel, unlessSent, whileSending } from './tabs.ts';
import { type Change, send as sendOne, type Waiting } from './waiting-changes.ts';

interface QueueState {
  waiting: readonly Waiting[];
  /** Changes that cannot be decrypted any more. */
  lost: number;
  /** Some are only in this page. */
  isUnstored: boolean;
  /** Id of the change that a tab is sending: the server may already have it, so it cannot be discarded. */
  sending: string | null;
}

const EMPTY: QueueState = { waiting: [], lost: 0, isUnstored: false, sending: null };
/** Another person's changes are deleted after this time without their return. */
const KEPT_DAYS = 30;

let state = EMPTY;
/** The person of these changes. */
let person: number | null = null;
let store: SealedStore | null = null;
let tabs: BroadcastChannel | null = null;
/** Ids of the changes on the disk, as far as this tab can tell. */
let stored = new Set<string>();
/** Ids of changes that are finished here, which the disk may still have while another tab reads it. */
let over = new Set<string>();
/** Ids of those that could not be stored. */
let failed = new Set<string>();
const watchers = new Watchers();

function set(change: Partial<QueueState>): void {
  state = { ...state, ...change };
  state = { ...state, isUnstored: state.waiting.some(({ id }) => failed.has(id)) };
  watchers.notify();
}

export const useQueue = (): QueueState => useSyncExternalStore(watchers.subscribe, () => state);

/** Number of changes that a person's sign-out would delete, including those that this page has not read yet. */
export async function countWaiting(of: number): Promise<number> {
  return Math.max(state.waiting.length, (await namesOf(of)).length);
}

const namesOf = async (of: number): Promise<string[]> =>
  (await namesIn(WAITING_STORE).catch(() => [])).filter((name) => name.startsWith(`${of} `));

export const forgetLost = (): void => set({ lost: 0 });

const nameFor = (of: number, { at, id }: Waiting): string => `${of} ${at} ${id}`;

/** Reads the changes that the person made here, in this session or an earlier one. */
export async function open(of: number, changes: SealedStore, end: AbortSignal): Promise<void> {
  showFor(of);
  await removeOld(of).catch(() => {});
  end.throwIfAborted();
  store = changes;
  await read().catch(() => {});
  end.throwIfAborted();
  // An expired key or a full disk prevented these from being stored.
  for (const each of state.waiting) if (!stored.has(each.id)) write(each);
  tabs = openChannel((sent) => {
    if (sent) void showSending(sent);
    void read().catch(() => {});
  });
}

/** Another tab is sending a change. */
async function showSending(id: string): Promise<void> {
  set({ sending: id });
  await endOfSending(id);
  if (state.sending === id) set({ sending: null });
}

/** The keys have expired. Shown changes stay until the person leaves. */
export function close(): void {
  store = null;
  tabs?.close();
  tabs = null;
}

/** Changes are only shown to the person who made them. */
export function showFor(who: number | null): void {
  if (who === person) return;
  close();
  person = who;
  stored = new Set();
  over = new Set();
  failed = new Set();
  set(EMPTY);
}

async function removeOld(of: number): Promise<void> {
  const oldest = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString();
  const isOld = (name: string) => !name.startsWith(`${of} `) && (name.split(' ')[1] ?? '') < oldest;
  await removeFrom(WAITING_STORE, (await namesIn(WAITING_STORE)).filter(isOld));
}

/** Synchronises with the disk, where other tabs add and remove changes too. */
async function read(): Promise<void> {
  const [from, whose] = [store, person];
  if (!from) return;
  const found: Waiting[] = [];
  let lost = 0;
  for (const name of await from.names()) {
    if (!name.startsWith(`${whose} `)) continue;
    try {
      const each = await from.get<Waiting>(name);
      if (each) found.push(each);
    } catch {
      if (store !== from) return;
      lost += 1;
      await removeFrom(WAITING_STORE, [name]);
    }
  }
  if (store !== from) return;
  const onDisk = new Set(found.map(({ id }) => id));
  const still = found.filter(({ id }) => !over.has(id));
  const here = state.waiting.filter(({ id }) => !onDisk.has(id) && !stored.has(id));
  stored = onDisk;
  set({
    waiting: [...still, ...here].sort((one, other) => one.at.localeCompare(other.at)),
    lost: state.lost + lost,
  });
}

function write(waiting: Waiting): void {
  const into = store;
  if (!into || person === null) return;
  into.put(nameFor(person, waiting), waiting).then(
    () => {
      if (store !== into) return;
      stored.add(waiting.id);
      failed.delete(waiting.id);
      set({});
      tabs?.postMessage(null);
    },
    () => {
      if (store !== into) return;
      failed.add(waiting.id);
      set({});
    },
  );
}

/** Puts a change in its place, or at the end. */
export function replace(waiting: Waiting): void {
  const isKnown = state.waiting.some(({ id }) => id === waiting.id);
  set({
    waiting: isKnown
      ? state.waiting.map((each) => (each.id === waiting.id ? waiting : each))
      : [...state.waiting, waiting],
  });
  write(waiting);
}

/** Adds a change. A status replaces one that waits for the same case. */
export function add(caseId: number, name: string, change: Change): void {
  const at = new Date().toISOString();
  const earlier =
    change.kind === 'status'
      ? state.waiting.find(
          (each) => each.caseId === caseId && each.change.kind === 'status' && each.id !== state.sending,
        )
      : undefined;
  if (earlier) void discard(earlier.id);
  // The person's own earlier change never reached the server, so the status that they saw before it counts. After a
  // refusal they have seen the status since.
  const was =
    earlier?.change.kind === 'status' && earlier.refusal === null ? { was: earlier.change.body.was } : {};
  const next = change.kind === 'status' ? { ...change, body: { ...change.body, ...was } } : change;
  replace({ id: uuid(), caseId, name, at, change: next, refusal: null });
}

export async function discard(id: string): Promise<void> {
  if (id === state.sending) return;
  const found = state.waiting.find((each) => each.id === id);
  over.add(id);
  set({ waiting: state.waiting.filter((each) => each.id !== id) });
  if (!found || person === null) return;
  const name = nameFor(person, found);
  if (await unlessSent(id, () => remove(name))) return;
  over.delete(id);
  void showSending(id);
  await read().catch(() => {});
}

async function remove(name: string): Promise<void> {
  // A write in progress would bring it back.
  await store?.idle();
  await removeFrom(WAITING_STORE, [name]).catch(() => {});
  tabs?.postMessage(null);
}

/** Deletes all changes of a person. */
export async function empty(of: number): Promise<void> {
  const last = store;
  close();
  set(EMPTY);
  // A write in progress would bring it back.
  await last?.idle();
  await removeFrom(WAITING_STORE, await namesOf(of)).catch(() => {});
}

/**
 * Sends waiting changes, in order, one tab at a time. `isLiving` is checked after each step, because the person may
 * have left. False if something is left to be sent later: everything, or the changes of cases that are being moved.
 */
export function send(end: AbortSignal, isLiving: () => boolean): Promise<boolean> {
  const moving = new Set<number>();
  const sendNext = async (id: string): Promise<boolean> => {
    // Another tab may have sent or discarded it.
    await read().catch(() => {});
    const each = state.waiting.find((one) => one.id === id && one.refusal === null);
    if (!isLiving() || person === null) return false;
    if (!each) return true;
    const name = nameFor(person, each);
    set({ sending: id });
    tabs?.postMessage(id);
    const outcome = await sendOne(each, end).finally(() => {
      if (state.sending === id) set({ sending: null });
    });
    if (outcome.kind === 'later') return false;
    // It has been sent, whoever is signed in now, and must not be sent again.
    if (outcome.kind === 'sent') {
      over.add(id);
      set({ waiting: state.waiting.filter((one) => one.id !== id) });
      await remove(name);
      return true;
    }
    const isMoving = outcome.kind === 'moving';
    if (isMoving) moving.add(each.caseId);
    if (isLiving() && state.waiting.some((one) => one.id === id))
      replace({ ...each, refusal: outcome.refusal, isMoving });
    return true;
  };
  return atTurn(async () => {
    // Another tab may have added some.
    await read().catch(() => {});
    for (const { id, caseId } of [...state.waiting])
      if (!moving.has(caseId) && !(await whileSending(id, () => sendNext(id)))) return false;
    return moving.size === 0;
  });
}
