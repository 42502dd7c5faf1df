import type { CaseListItem } from '@cusp/contract/case-list';
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCase, getCaseByNo } from '@cusp/contract/cases.routes';
import type { Route } from '@cusp/contract/endpoint';
import { OFFLINE_CASES } from '@cusp/contract/offline.routes';
import { fullName } from '@cusp/text/names';
import { useSyncExternalStore } from 'react';
import { connection } from '../../client/connection.ts';
import { setKeeper } from '../../client/keeper.ts';
import { onWantsOffline, wantsOffline } from '../../client/offline-wish.ts';
import { OFFLINE_STORE } from '../../client/personal-storage.ts';
import { currentSession, onSession } from '../../client/session/session-store.ts';
import { Watchers } from '../../client/watchers.ts';
import { answerOf, type Kept, loadCases, updated } from './kept-cases.ts';
import { type Keeping, openFor } from './offline-keys.ts';
import * as queue from './queue.ts';
import type { SealedStore } from './sealed-store.ts';
import { type Change, renewed, type Waiting } from './waiting-changes.ts';

interface OfflineState {
  /** The cases that can be read without a connection, or null. */
  kept: Kept | null;
  /** The cases could not be stored, so they are lost with the page. */
  isFull: boolean;
  /** The keys have expired, so no case may be shown without a connection. */
  isOver: boolean;
}

/** A start that is still requesting the keys or reading. */
interface Start {
  end: AbortController;
  cases?: SealedStore;
}

const NOTHING: OfflineState = { kept: null, isFull: false, isOver: false };
const CASES = 'cases';
const SAVE_MS = 1_000;
const RETRY_MS = 30_000;
const CLOCK_TOLERANCE_MS = 60_000;

let state = NOTHING;
let keeping: Keeping | null = null;
let starting: Start | null = null;
/** The person whose keys are requested or held. */
let startedFor: number | null = null;
let expiry: ReturnType<typeof setTimeout> | undefined;
let saving: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
/** Rows that lists have shown, and the opened cases, the latest first. */
let rows = new Map<number, CaseListItem>();
let opened: number[] = [];
const watchers = new Watchers();

function set(change: Partial<OfflineState>): void {
  state = { ...state, ...change };
  watchers.notify();
}

export const useOffline = (): OfflineState => useSyncExternalStore(watchers.subscribe, () => state);

/** The person whose cases are kept in this page; null if no person is signed in, or they do not want it. */
function personNow(): number | null {
  const session = currentSession();
  return session.status === 'in' && wantsOffline(session.user.id) ? session.user.id : null;
}

/**
 * The person whose page is shown, also while it asks them to sign in again, so that changes stored only in this page
 * are not lost.
 */
function personShown(): number | null {
  const session = currentSession();
  return 'user' in session && wantsOffline(session.user.id) ? session.user.id : null;
}

/** The current stores, if the same person is signed in and wants it and the keys are valid; checked before each use. */
function living(): Keeping | null {
  if (!keeping) return null;
  const now = Date.now();
  const holds = now > keeping.from - CLOCK_TOLERANCE_MS && now < keeping.until;
  if (holds && keeping.person === personNow()) return keeping;
  forgetKeys();
  set({ isOver: !holds });
  return null;
}

export const isOffline = (): boolean => living() !== null;

/** Gets the keys, reads stored data, sends waiting changes and loads the last cases. */
export async function startOffline(): Promise<void> {
  const person = personNow();
  if (person === null || starting || living()) return;
  const start: Start = { end: new AbortController() };
  const { signal } = start.end;
  starting = start;
  startedFor = person;
  try {
    const next = await openFor(person, start.end);
    start.cases = next.cases;
    const kept = state.kept ?? (await storedCases(next));
    // If the person has signed out, their data must not come back.
    signal.throwIfAborted();
    await queue.open(person, next.changes, signal);
    signal.throwIfAborted();
    begin(next, kept);
  } finally {
    if (starting === start) starting = null;
    if (!keeping && !starting) startedFor = null;
  }
  await sendWaiting();
  await refreshCases();
}

/** Cases stored by an earlier page of this session; null for those of another session, or without a usable disk. */
const storedCases = async ({ cases }: Keeping): Promise<Kept | null> =>
  (await cases.get<Kept>(CASES).catch(() => null)) ?? null;

function begin(next: Keeping, kept: Kept | null): void {
  keeping = next;
  clearTimeout(expiry);
  expiry = setTimeout(living, next.until - Date.now());
  setKeeper({
    answer: (route, input) => (living() && state.kept ? answerOf(state.kept, route, input) : undefined),
    note(route, reply) {
      if (!living()) return;
      noteOpened(route, reply);
      const now = state.kept && updated(state.kept, route, reply);
      if (now && now !== state.kept) keep(now);
    },
  });
  set({ kept, isOver: false });
}

/** Loads the last cases again; without a connection the earlier ones stay. */
export async function refreshCases(): Promise<void> {
  const mine = living();
  if (!mine) return;
  const last = opened.flatMap((id) => rows.get(id) ?? []);
  const loaded = await loadCases(last, state.kept, mine.end.signal).catch(() => null);
  if (loaded && living() === mine) keep(loaded);
}

function keep(kept: Kept): void {
  set({ kept });
  clearTimeout(saving);
  saving = setTimeout(save, SAVE_MS);
}

async function save(): Promise<void> {
  const mine = living();
  if (!mine || !state.kept) return;
  const isFull = await mine.cases.put(CASES, state.kept).then(
    () => false,
    () => true,
  );
  if (living() === mine) set({ isFull });
}

function noteOpened(route: Route, reply: unknown): void {
  if (route === listCases)
    for (const row of (reply as { posts: CaseListItem[] }).posts) rows.set(row.id, row);
  if (route !== getCase && route !== getCaseByNo) return;
  const { id } = reply as CaseDetail;
  opened = [id, ...opened.filter((each) => each !== id)].slice(0, OFFLINE_CASES);
}

const nameOf = ({ case: { pat_firstname, pat_lastname }, no }: CaseListItem): string =>
  [fullName(pat_firstname, pat_lastname), no].filter(Boolean).join(' · ');

/** Keeps a change for later; false if this browser keeps nothing, and the change has failed. */
export function keepForLater(caseId: number, change: Change): boolean {
  if (!living()) return false;
  const row = rows.get(caseId) ?? state.kept?.rows.find(({ id }) => id === caseId);
  queue.add(caseId, row ? nameOf(row) : String(caseId), change);
  return true;
}

/** Sends waiting changes, and retries later those that could not be sent despite a connection. */
export async function sendWaiting(): Promise<void> {
  const mine = living();
  if (!mine) return;
  clearTimeout(retry);
  const isDone = await queue.send(mine.end.signal, () => living() === mine);
  if (!isDone && living() === mine && connection().isUp) retry = setTimeout(sendWaiting, RETRY_MS);
}

/** Retries a refused change. */
export async function tryAgain(waiting: Waiting): Promise<void> {
  queue.replace({ ...waiting, change: renewed(waiting), refusal: null });
  await sendWaiting();
}

/**
 * The keys have expired, or the person has left: the kept cases are deleted. Waiting changes stay on the disk, where
 * only the same person can read them.
 */
function forgetKeys(): void {
  for (const timer of [expiry, saving, retry]) clearTimeout(timer);
  const cases = keeping?.cases ?? starting?.cases;
  starting?.end.abort();
  keeping?.end.abort();
  starting = null;
  keeping = null;
  startedFor = null;
  setKeeper(null);
  rows = new Map();
  opened = [];
  set(NOTHING);
  queue.close();
  // A write in progress would create the database again.
  void Promise.resolve(cases?.idle()).then(() => globalThis.indexedDB?.deleteDatabase(OFFLINE_STORE));
}

/** Deletes all data of a person, waiting changes included. */
export async function forgetEverything(person: number): Promise<void> {
  const emptied = queue.empty(person);
  forgetKeys();
  await emptied;
}

/** Ends the stores of a person who has left or switched it off, in this tab or another. */
function follow(): void {
  const person = personNow();
  if (startedFor !== null && startedFor !== person) forgetKeys();
  queue.showFor(personShown());
}

onSession(follow);
onWantsOffline(follow);
