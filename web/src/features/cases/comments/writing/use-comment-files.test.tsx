// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ClipboardEvent, DragEvent } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadTexts } from '../../../../i18n/i18n.ts';
import type { Uploading } from '../../../files/files.offers.tsx';
import { forgetUnsent, unsentComment } from './unsent-comments.ts';
import { useCommentFiles } from './use-comment-files.ts';

const CASE = { id: 1, no: '2611-ABC123', files: [] };
const file = (name: string) => new File(['x'], name, { type: 'image/png' });
beforeAll(() => loadTexts(['files', 'errors']));
beforeEach(() => forgetUnsent(CASE.id));

const NOTHING = { items: [], skipped: [], isRunning: false };

/** The field of a comment, whose uploads all get this id. */
function openField(id: number | null, snapshot: Uploading['snapshot'] = () => NOTHING) {
  const [sent, added]: [string[], string[]] = [[], []];
  const uploads = {
    send: async ({ name }: File) => {
      sent.push(name);
      return id;
    },
    snapshot,
    add: (files: readonly File[]) => void added.push(...files.map(({ name }) => name)),
  } as Partial<Uploading> as Uploading;
  const { result } = renderHook(() => useCommentFiles(CASE, uploads));
  const state = { prevented: false };
  const stop = {
    preventDefault() {
      state.prevented = true;
    },
    stopPropagation() {},
  };
  const paste = (files: File[], text = '') =>
    act(async () =>
      result.current.handlers.onPaste?.({
        ...stop,
        clipboardData: { files, getData: () => text },
      } as unknown as ClipboardEvent),
    );
  const drop = (files: File[]) =>
    act(async () =>
      result.current.handlers.onDrop?.({ ...stop, dataTransfer: { files } } as unknown as DragEvent),
    );
  return { result, sent, added, state, paste, drop };
}

test('a pasted picture is uploaded under a name of its own and becomes the file of the comment', async () => {
  const { sent, paste } = openField(65);
  await paste([file('image.png')]);
  await waitFor(() => expect(unsentComment(CASE.id).fileId).toBe(65));
  expect(sent).toEqual([expect.stringMatching(/^view-2611-ABC123-1-[a-z]{4}\.png$/)]);
});

test('of several dropped files the comment is about the first, and the others go to the case', async () => {
  const { sent, added, drop } = openField(65);
  await drop([file('a.png'), file('b.png')]);
  await waitFor(() => expect(added).toEqual(['b.png']));
  expect(sent).toEqual(['a.png']);
});

test('pasting text that comes with a picture of it pastes the text', async () => {
  const { sent, state, paste } = openField(65);
  await paste([file('image.png')], 'Thickness 2 mm');
  expect([sent, state.prevented]).toEqual([[], false]);
});

test('a file that does not arrive is named, and the comment keeps its text and file', async () => {
  const { result, drop } = openField(null);
  await drop([file('a.png')]);
  await waitFor(() => expect(result.current.lost?.name).toBe('a.png'));
  expect(unsentComment(CASE.id).fileId).toBeNull();
});

test.each([
  ['failed', 'a.png', { name: 'a.png', reason: 'Larger than 200 MB' }, ['b.png']],
  ['canceled', 'a.png', null, []],
] as const)(
  'when the first of several files is %s, the person learns why and the others are not lost',
  async (state, name, lost, added) => {
    const dropped = [file(name), file('b.png')];
    const field = openField(null, () => ({
      isRunning: false,
      items:
        state === 'canceled'
          ? [{ key: 1, file: dropped[0] as File, state, sent: 0, awaited: null, failures: 0 }]
          : [],
      skipped: state === 'failed' ? [{ key: 1, name, reason: 'size' as const }] : [],
    }));
    await field.drop(dropped);
    await waitFor(() => expect(field.result.current.uploading).toBeNull());
    expect([field.result.current.lost, field.added]).toEqual([lost, added]);
  },
);

test('a closed case takes no files', () => {
  const { result } = renderHook(() => useCommentFiles(CASE, undefined));
  expect(result.current.handlers).toEqual({});
});
