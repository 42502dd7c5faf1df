import type { CaseDetail } from '@cusp/contract/cases';
import { useSyncExternalStore } from 'react';
import { currentSession, onSession } from '../../../../client/session/session-store.ts';
import { uuid } from '../../../../client/uuid.ts';
import { Watchers } from '../../../../client/watchers.ts';
import { type MentionText, trimmed } from './mention-spans.ts';

/** A draft of a comment. */
export interface Unsent {
  written: MentionText;
  fileId: number | null;
  /** Whether the case has listed this file; it lists a new one a little after the upload. */
  isListed: boolean;
  /** The comment that it answers. */
  replyTo: number | null;
  /** Idempotency key: posted twice with the same key it is one comment. A new text gets a new key. */
  key: string;
}

/** An edit that was not saved. */
interface UnsavedEdit {
  caseId: number;
  written: MentionText;
  /** The version of the comment at the start of the edit. */
  version: number;
}

/** Drafts, kept in memory while the page is open and the person is signed in. */
const comments = new Map<number, Unsent>();
const edits = new Map<number, UnsavedEdit>();

const NOTHING: MentionText = { text: '', mentions: [] };
const fresh = (): Unsent => ({ written: NOTHING, fileId: null, isListed: false, replyTo: null, key: uuid() });

const watchers = new Watchers();

function set(caseId: number, unsent: Unsent): void {
  comments.set(caseId, unsent);
  askIfHeld();
  watchers.notify();
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Makes the browser ask before a reload or a closed tab loses a text or a file, for example when a newer version is
 * offered.
 */
function askIfHeld(): void {
  const isHeld =
    edits.size > 0 ||
    [...comments.values()].some(({ written, fileId }) => written.text.trim() !== '' || fileId !== null);
  if (isHeld) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

export function unsentComment(caseId: number): Unsent {
  const unsent = comments.get(caseId) ?? fresh();
  comments.set(caseId, unsent);
  return unsent;
}

/** The draft of a case; the composer, the dialog and the 3D view show the same one. */
export const useUnsent = (caseId: number): Unsent =>
  useSyncExternalStore(watchers.subscribe, () => unsentComment(caseId));

export function keepUnsent(caseId: number, change: Partial<Omit<Unsent, 'key' | 'isListed'>>): void {
  const before = unsentComment(caseId);
  const { fileId = before.fileId } = change;
  const isListed = before.isListed && fileId === before.fileId;
  set(caseId, { ...before, ...change, isListed, key: uuid() });
}

/** Takes the file out of the draft of a case once the case no longer lists it. */
export function dropDeletedFile(caseId: number, files: CaseDetail['files']): void {
  const draft = unsentComment(caseId);
  if (draft.fileId === null) return;
  const isThere = files.some((each) => [each, ...each.earlier].some(({ id }) => id === draft.fileId));
  if (!isThere && draft.isListed) keepUnsent(caseId, { fileId: null });
  else if (isThere && !draft.isListed) set(caseId, { ...draft, isListed: true });
}

/** The comment that a draft answers, null if it has been deleted. */
export const answeredOf = (
  comments: readonly { id: number }[],
  { replyTo }: Pick<Unsent, 'replyTo'>,
): number | null => (comments.some(({ id }) => id === replyTo) ? replyTo : null);

/** Drops the draft of a case. */
export const forgetUnsent = (caseId: number): void => set(caseId, fresh());

interface Posted {
  comment: string;
  file_id?: number | null | undefined;
  reply_to?: number | null | undefined;
  key?: string | undefined;
}

/**
 * Removes the posted parts from the draft of a case. Later changes stay: another file or another comment to answer, and
 * text that was written while this one waited for a connection.
 */
export function forgetPosted(caseId: number, { comment, file_id, reply_to, key }: Posted): boolean {
  const draft = unsentComment(caseId);
  if (draft.key === key) forgetUnsent(caseId);
  else if (trimmed(draft.written).text !== comment) return false;
  else
    keepUnsent(caseId, {
      written: NOTHING,
      ...(draft.fileId === file_id && { fileId: null }),
      ...(draft.replyTo === reply_to && { replyTo: null }),
    });
  return true;
}

export const unsavedEdit = (commentId: number): UnsavedEdit | undefined => edits.get(commentId);
export function keepEdit(commentId: number, edit: UnsavedEdit): void {
  edits.set(commentId, edit);
  askIfHeld();
}

export function forgetEdit(commentId: number): void {
  edits.delete(commentId);
  askIfHeld();
}

/** Moves unsaved edits of deleted comments to the draft of their case; returns whether there were any. */
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
  askIfHeld();
});
