import { useSyncExternalStore } from 'react';
import { Watchers } from '../../../client/watchers.ts';

/** Without a key press for this long, typing has stopped. */
const PAUSE_MS = 6_000;

let typedIn: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Watchers();

function set(caseId: number | null): void {
  if (typedIn === caseId) return;
  typedIn = caseId;
  watchers.notify();
}

/** Records a key press in a comment on this case. */
export function noteTyping(caseId: number): void {
  clearTimeout(timer);
  timer = setTimeout(noteTypingOver, PAUSE_MS);
  set(caseId);
}

/** The comment was sent or closed. */
export function noteTypingOver(): void {
  clearTimeout(timer);
  set(null);
}

/** Whether a comment on this case is being typed in this tab. */
export const useTyping = (caseId: number): boolean =>
  useSyncExternalStore(watchers.subscribe, () => typedIn === caseId);
