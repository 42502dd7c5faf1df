import { currentSession, onSession } from '../../../client/session/session-store.ts';
import { uuid } from '../../../client/uuid.ts';
import type { Written } from './mention-spans.ts';

/** A comment that was typed and not posted. */
export interface Unsent {
  written: Written;
  fileId: number | null;
  /** Names it to the server: posted twice with one key it is one comment. Another text is another comment. */
  key: string;
}

/** An edit that was begun and not saved. */
interface UnsavedEdit {
  caseId: number;
  written: Written;
  /** The version it began with. */
  version: number;
}

/** What was typed and not sent, for as long as the page lives and the person is signed in. */
const comments = new Map<number, Unsent>();
const edits = new Map<number, UnsavedEdit>();

const NOTHING: Written = { text: '', mentions: [] };
const fresh = (): Unsent => ({ written: NOTHING, fileId: null, key: uuid() });

export const unsentComment = (caseId: number): Unsent => comments.get(caseId) ?? fresh();

/** Keeps what is typed on a case; the answer is what is kept. */
export function keepUnsent(caseId: number, change: Partial<Omit<Unsent, 'key'>>): Unsent {
  const next = { ...unsentComment(caseId), ...change, key: uuid() };
  comments.set(caseId, next);
  return next;
}

/** The comment of a case was posted. */
export function forgetUnsent(caseId: number): Unsent {
  comments.delete(caseId);
  return fresh();
}

export const unsavedEdit = (commentId: number): UnsavedEdit | undefined => edits.get(commentId);
export const keepEdit = (commentId: number, edit: UnsavedEdit): void => void edits.set(commentId, edit);
export const forgetEdit = (commentId: number): void => void edits.delete(commentId);

/** Moves the edits of comments that are gone to what is to be posted on their case; whether there were any. */
export function saveOrphans(caseId: number, living: ReadonlySet<number>): boolean {
  const orphans = [...edits].filter(([id, edit]) => edit.caseId === caseId && !living.has(id));
  for (const [id, { written }] of orphans) {
    edits.delete(id);
    const before = unsentComment(caseId).written;
    const gap = before.text === '' ? '' : '\n\n';
    const shift = before.text.length + gap.length;
    const moved = written.mentions.map((each) => ({ ...each, start: each.start + shift }));
    const text = before.text + gap + written.text;
    keepUnsent(caseId, { written: { text, mentions: [...before.mentions, ...moved] } });
  }
  return orphans.length > 0;
}

onSession(() => {
  if (currentSession().status !== 'out') return;
  comments.clear();
  edits.clear();
});
