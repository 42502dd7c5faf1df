// @vitest-environment happy-dom
import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DRAFT } from '../../../testing/golden.ts';
import { DraftSaver } from './draft-saver.ts';
import type { DraftStore } from './draft-store.ts';
import { leaveDraft, leftDraft, openDraft } from './unsaved-drafts.ts';

const store = {
  save: async (_id, version) => ({ version: version + 1, updatedAt: '2026-11-22T09:36:00.000Z' }),
} as Partial<DraftStore> as DraftStore;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a draft keeps its saver while an undo is offered, unless others changed it or it was sent', async () => {
  const saver = new DraftSaver(store, DRAFT);
  openDraft(saver);
  saver.edit((fields) => ({ ...fields, note: 'Margin 0.3 mm' }));
  leaveDraft(saver);
  await vi.advanceTimersByTimeAsync(1000);
  const saved = { id: DRAFT.id, version: DRAFT.version + 1 };
  expect(saver.snapshot().version).toBe(saved.version);
  expect(leftDraft(saved)).toBe(saver);
  expect(leftDraft({ ...saved, version: saved.version + 1 })).toBeNull();
  openDraft(saver);
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(leftDraft(saved)).toBe(saver);
  leaveDraft(saver);
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(leftDraft(saved)).toBeNull();

  openDraft(saver);
  leaveDraft(saver);
  saver.stop();
  expect(leftDraft(saved)).toBeNull();
});
