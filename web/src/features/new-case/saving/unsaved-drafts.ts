import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import type { Draft } from '@cusp/contract/drafts';
import { currentSession, onSession } from '../../../client/session/session-store.ts';
import type { DraftSaver } from './draft-saver.ts';

/**
 * Drafts that are open, unsaved, or were left so recently that a change of theirs can still be undone. One that is left
 * unsaved continues saving here, and the page warns before it is closed. They are kept in memory only.
 */
const watched = new Map<DraftSaver, { isOpen: boolean; leftAt?: number; forget(): void }>();

const everyDraft = (does: (saver: DraftSaver) => void) => () => {
  for (const saver of watched.keys()) does(saver);
};
const whenLeaving = everyDraft((saver) => saver.leave());
const whenOnline = everyDraft((saver) => saver.retryNow());
const whenHidden = () => {
  if (document.visibilityState === 'hidden') everyDraft((saver) => void saver.flush())();
};
const beforeClosing = (event: BeforeUnloadEvent) => {
  const unsaved = [...watched.keys()].filter((saver) => saver.isUnsaved);
  if (unsaved.length === 0) return;
  for (const saver of unsaved) saver.leave();
  event.preventDefault();
};

function listen(): void {
  addEventListener('beforeunload', beforeClosing);
  addEventListener('pagehide', whenLeaving);
  addEventListener('online', whenOnline);
  document.addEventListener('visibilitychange', whenHidden);
}

function rest(): void {
  removeEventListener('beforeunload', beforeClosing);
  removeEventListener('pagehide', whenLeaving);
  removeEventListener('online', whenOnline);
  document.removeEventListener('visibilitychange', whenHidden);
}

/** Registers the draft of a mounted form. */
export function openDraft(saver: DraftSaver): void {
  const known = watched.get(saver);
  if (known) {
    known.isOpen = true;
    return;
  }
  if (watched.size === 0) listen();
  watched.set(saver, { isOpen: true, forget: saver.subscribe(() => drop(saver)) });
}

/** The form was left; unsaved changes are saved now, or as soon as possible. */
export function leaveDraft(saver: DraftSaver): void {
  const known = watched.get(saver);
  if (known) {
    known.isOpen = false;
    known.leftAt = Date.now();
    setTimeout(() => drop(saver), UNDO_MS);
  }
  void saver.flush().finally(() => drop(saver));
}

/**
 * The draft as it was left, to continue editing: with unsaved changes, or unchanged by others since, so that an undo
 * that is still offered changes the form.
 */
export function leftDraft({ id, version }: Pick<Draft, 'id' | 'version'>): DraftSaver | null {
  const isCurrent = (saver: DraftSaver) => !saver.isStopped && saver.snapshot().version >= version;
  return (
    [...watched.keys()].find(
      (saver) => saver.snapshot().id === id && (saver.isUnsaved || isCurrent(saver)),
    ) ?? null
  );
}

function drop(saver: DraftSaver): void {
  const known = watched.get(saver);
  if (!known || known.isOpen || saver.isUnsaved) return;
  if (!saver.isStopped && Date.now() - (known.leftAt ?? 0) < UNDO_MS) return;
  known.forget();
  watched.delete(saver);
  if (watched.size === 0) rest();
}

onSession(() => {
  if (currentSession().status !== 'out') return;
  for (const [saver, known] of watched) {
    known.isOpen = false;
    saver.stop();
    drop(saver);
  }
});
