import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { keyWithCtrl } from '../client/keyboard/keys.ts';
import { Watchers } from '../client/watchers.ts';

/** A change and how to undo it. */
export interface Undoable {
  /** Description of the change. */
  text: string;
  /** End of undo, by this page's clock; ten seconds from now unless given. */
  until?: number;
  /** Undoes the change and reports errors; resolves to whether it can be tried again. */
  onUndo(): Promise<boolean> | undefined;
  /** The announcement of this change, see `withUndo`. */
  early?: EarlyUndo | undefined;
  /** The changed object, see `endUndoOf`. */
  of?: object;
  /**
   * Values that it sets, such as the status of one case: the offer is hidden while later changes of all of them are
   * offered.
   */
  sets?: readonly string[] | undefined;
}

/** A change that is being sent. */
export interface EarlyUndo {
  /** In the order in which changes were begun. */
  place: number;
  /** Ctrl+Z was pressed during the request. */
  isWanted: boolean;
  /** As in `Undoable`. */
  sets: readonly string[];
  /** Resolves once the reply is there and the change is offered, or has failed. */
  sent: Promise<void>;
}

/** An offer to undo a change, from the moment of the change to its end, whether or not it is rendered. */
export interface UndoOffer {
  /** `place` of the change that it undoes. */
  place: number;
  of: object | undefined;
  sets: readonly string[];
  phase(): Phase;
  /** Whether people see the offer; Ctrl+Z also works while later ones hide it. */
  isShown(): boolean;
  /** The end of the latest attempt to undo it: whether it is open again. */
  taken(): Promise<boolean>;
  subscribe(watcher: () => void): () => void;
  /** Calls the subscribers. */
  notify(): void;
  /**
   * Undoes it; does nothing during an undo or after its end. Waits for later changes of the same thing that are to be
   * undone, because the server undoes the latest first; it stays open if one of them does.
   */
  take(): Promise<void>;
  /** Cannot be used until resumed; its time continues. */
  pause(): void;
  resume(): void;
  end(): void;
  /** Ends it together with those that it hides. */
  dismiss(): void;
}

type Phase = 'open' | 'paused' | 'undoing' | 'over';

/** In the order of their changes. */
const offers: UndoOffer[] = [];
const sending: EarlyUndo[] = [];
let places = 0;

const remove = <Item>(list: Item[], item: Item): void => {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
};

/** Makes a change that offers its undo with the given announcement, so that a Ctrl+Z before the offer is not lost. */
export async function withUndo<Result>(
  change: (early: EarlyUndo) => Promise<Result>,
  sets: readonly string[] = [],
): Promise<Result> {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const early: EarlyUndo = { place: ++places, isWanted: false, sets, sent };
  sending.push(early);
  try {
    return await change(early);
  } finally {
    remove(sending, early);
    resolve();
  }
}

export function offerUndo({ until, onUndo, early, of, sets = [] }: Undoable & { until: number }): UndoOffer {
  let phase: Phase = 'open';
  let taken = Promise.resolve(true);
  const watchers = new Watchers();
  const go = (next: Phase) => {
    phase = next;
    if (next === 'over') remove(offers, offer);
    offer.notify();
    if (next === 'over') notifyOffers();
  };
  const undo = async (): Promise<boolean> => {
    go('undoing');
    let isOpen = false;
    try {
      const coming = sending.filter(
        (other) => other.isWanted && other.place > offer.place && haveCommon(other.sets, sets),
      );
      if (coming.length > 0) await Promise.all(coming.map(({ sent }) => sent));
      const newer = laterOnes(offer).find((later) => later.phase() === 'undoing');
      isOpen = newer !== undefined && (await newer.taken());
      // It may have ended while it waited.
      if (!isOpen && offer.phase() === 'undoing') isOpen = (await onUndo()) ?? false;
    } finally {
      if (offer.phase() === 'undoing') go(isOpen && Date.now() < until ? 'open' : 'over');
    }
    return offer.phase() === 'open';
  };
  const offer: UndoOffer = {
    place: early?.place ?? ++places,
    of,
    sets,
    phase: () => phase,
    isShown: () => phase !== 'over' && !isHidden(offer),
    taken: () => taken,
    notify: () => watchers.notify(),
    subscribe: watchers.subscribe,
    async take() {
      if (phase !== 'open') return;
      taken = undo();
      await taken;
    },
    pause() {
      if (phase === 'open') go('paused');
    },
    resume() {
      if (phase === 'paused') go(Date.now() < until ? 'open' : 'over');
    },
    end: () => go('over'),
    dismiss() {
      const hidden = offers.filter((other) => isHidden(other) && laterOnes(other).includes(offer));
      for (const each of [...hidden, offer]) each.end();
    },
  };
  offers.push(offer);
  // Replies may come in another order than the changes were made.
  offers.sort((one, other) => one.place - other.place);
  const expire = () => {
    if (phase === 'over') return;
    const left = until - Date.now();
    // The clock may have been set back, even by more days than a timer can count: such a timer ends at once.
    if (left > 0) setTimeout(expire, Math.min(left, UNDO_MS));
    else if (phase === 'open') go('over');
  };
  expire();
  if (early?.isWanted) void offer.take();
  notifyOffers();
  return offer;
}

const haveCommon = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((set) => other.includes(set));

/** The offers of later changes that set the same value too, latest first. */
const laterOnes = (offer: UndoOffer): UndoOffer[] =>
  offers
    .slice(offers.indexOf(offer) + 1)
    .filter(({ sets }) => haveCommon(sets, offer.sets))
    .reverse();

/** Of changes of the same thing only the latest is shown. */
function isHidden(offer: UndoOffer): boolean {
  const later = new Set(laterOnes(offer).flatMap(({ sets }) => sets));
  return offer.sets.length > 0 && offer.sets.every((set) => later.has(set));
}

/** Another offer may be shown now. */
function notifyOffers(): void {
  for (const offer of [...offers]) offer.notify();
}

/** Pauses the offers about an object that is being sent; returns a function that resumes those that have not ended. */
export function pauseUndoOf(changed: object): () => void {
  const paused = offers.filter(({ of }) => of === changed);
  for (const offer of paused) offer.pause();
  return () => {
    for (const offer of paused) offer.resume();
  };
}

/** Ends the offers about an object that can no longer be changed. */
export function endUndoOf(changed: object): void {
  for (const offer of offers.filter(({ of }) => of === changed)) offer.end();
}

/** Ends all offers, oldest first so that none is shown again. */
export function endAllUndo(): void {
  for (const offer of [...offers]) offer.end();
}

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';

addEventListener('keydown', (event) => {
  if (keyWithCtrl(event) !== 'z' || event.defaultPrevented) return;
  // Text fields undo their own input.
  if (event.target instanceof Element && event.target.closest(TEXT_FIELDS)) return;
  if (sending.length + offers.length === 0) return;
  event.preventDefault();
  // A held key undoes only one change.
  if (event.repeat) return;
  const coming = sending.findLast(({ isWanted }) => !isWanted);
  const latest = offers.findLast((offer) => offer.phase() === 'open');
  // A change that still waits for its reply may be older than an offered one.
  if (coming && coming.place > (latest?.place ?? 0)) coming.isWanted = true;
  else void latest?.take();
});
