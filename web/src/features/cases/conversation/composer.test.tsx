// @vitest-environment happy-dom
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { addComment } from '@cusp/contract/comments.routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { caseWith, comment, composer, NO_HISTORY, openCase, talk } from '../../../testing/conversation.tsx';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { CASE } from '../../../testing/golden.ts';
import { refuses, replies } from '../../../testing/replies.ts';
import { keepUnsent } from '../comments/writing/unsent-comments.ts';

/** Another user changes the case. */
function happens(name: string) {
  const event = { id: 7, name, at: '', case_id: CASE.id, actor_id: 33, action_id: null, ids: {} };
  act(() => FakeEventSource.all.at(-1)?.say(name, event, '7'));
}

test('Ctrl+Enter posts, a refusal keeps the text and says why', async () => {
  const network = await openCase(caseWith([]), NO_HISTORY);
  network.answer(refuses(addComment, 'moving'));
  const box = await composer();
  await userEvent.type(box, 'Mind the margin.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const region = await talk();
  expect((await region.findByRole('alert')).textContent).not.toBe('');
  expect(box.value).toBe('Mind the margin.');
  network.answer(replies(addComment, { id: 9 }));
  network.answer(
    replies(getCaseByNo, caseWith([comment(9, 'Mind the margin.', '2026-11-20T08:00:00Z', { author: 1 })])),
  );
  await userEvent.click(region.getByRole('button', { name: 'Post' }));
  await waitFor(() => expect(box.value).toBe(''));
  expect((await region.findByRole('listitem')).textContent).toContain('Mind the margin.');
  const bodies = network.sent.filter(({ path }) => path.endsWith('/comment/')).map(({ body }) => body);
  expect(bodies[0]).toMatchObject({ comment: 'Mind the margin.' });
  // The same key: a repeated request creates no second comment.
  expect(bodies[1]).toEqual(bodies[0]);
});

test('Escape leaves the field, and the draft stays', async () => {
  await openCase(caseWith([]), NO_HISTORY);
  const box = await composer();
  await userEvent.type(box, 'Mind the margin.');
  expect(document.activeElement).toBe(box);
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
  expect(document.activeElement).toBe(box);
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(box);
  expect(box.value).toBe('Mind the margin.');
});

test('the browser asks before a reload loses a draft, and only then', async () => {
  await openCase(caseWith([]), NO_HISTORY);
  const box = await composer();
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  fireEvent.change(box, { target: { value: 'Mind the margin.' } });
  expect(asks()).toBe(true);
  fireEvent.change(box, { target: { value: '' } });
  expect(asks()).toBe(false);
});

test('the browser also asks for a chosen file without a text, until that file is deleted from the case', async () => {
  const withFile = caseWith([]);
  const [file] = withFile.files;
  if (!file) throw new Error('the case has a file');
  const network = await openCase(withFile, NO_HISTORY);
  await composer();
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  act(() => keepUnsent(withFile.id, { fileId: file.id }));
  expect(asks()).toBe(true);
  network.answer(replies(getCaseByNo, { ...withFile, files: [] }));
  happens('file_deleted');
  await waitFor(() => expect(asks()).toBe(false));
});

test('a posted text leaves the draft, and an answer that was begun meanwhile stays', async () => {
  const asked = comment(1, 'Which shade?', '2026-11-20T08:00:00Z', { name: 'Rita Recipient' });
  const network = await openCase(caseWith([asked]), NO_HISTORY);
  const reply = Promise.withResolvers<void>();
  const { respond } = replies(addComment, { id: 9 });
  network.answer({ route: addComment, respond: (sent) => reply.promise.then(() => respond(sent)) });
  const box = await composer();
  await userEvent.type(box, 'Posted once');
  const region = await talk();
  await userEvent.dblClick(region.getByRole('button', { name: 'Post' }));
  await userEvent.click(region.getByRole('button', { name: 'Reply' }));
  reply.resolve();
  await waitFor(() => expect(box.value).toBe(''));
  expect(region.getByText('Replying to Rita Recipient')).toBeTruthy();
  expect(network.count(addComment)).toBe(1);
});

test('a file that is dropped on the field leaves nothing over the case, and one can be chosen twice', async () => {
  await openCase(caseWith([]), NO_HISTORY);
  const box = await composer();
  const file = new File(['x'], 'a.exe');
  const items = [{ kind: 'file', type: '', getAsFile: () => file }];
  const drag = { dataTransfer: { files: [file], types: ['Files'], items } };
  const title = (await talk()).getByRole('heading', { name: 'Comments and history' });
  fireEvent.dragEnter(title, drag);
  await screen.findByText('Drop files to add them');
  fireEvent.dragEnter(box, drag);
  fireEvent.dragLeave(title, drag);
  fireEvent.drop(box, drag);
  expect(await (await talk()).findByText(/a.exe did not arrive/)).toBeTruthy();
  expect(screen.queryByText('Drop files to add them')).toBeNull();
  const input = box.closest('[class*=composer]')?.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('the composer has an input for files');
  await userEvent.upload(input, file);
  await userEvent.click(input);
  expect(input.files).toHaveLength(0);
});

test('the dialog continues the draft of the composer, and leaving it keeps the draft', async () => {
  await openCase(caseWith([]), NO_HISTORY);
  const box = await composer();
  await userEvent.type(box, 'Begun');
  await userEvent.click((await talk()).getByRole('button', { name: 'Post a Comment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add your comment' }));
  const large = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add your comment' });
  expect(large.value).toBe('Begun');
  await userEvent.type(large, ' and more');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(box.value).toBe('Begun and more');
});

test('a comment that arrives meanwhile is shown, and the draft stays', async () => {
  const network = await openCase(caseWith([]), NO_HISTORY);
  const box = await composer();
  await userEvent.type(box, 'My draft');
  network.answer(
    replies(
      getCaseByNo,
      caseWith([comment(7, 'From the other side.', '2026-11-20T08:00:00Z', { author: 0 })]),
    ),
  );
  happens('comment_added');
  expect(await (await talk()).findByText('From the other side.')).toBeTruthy();
  expect(box.value).toBe('My draft');
});

test('a support session that only reads has no composer', async () => {
  const READ = { id: 31, staff: 'Stella Staff', mode: 'read', sees_patients: true } as const;
  await openCase(caseWith([comment(1, 'Readable.', '2026-11-20T08:00:00Z')]), NO_HISTORY, { support: READ });
  const region = await talk();
  expect(await region.findByText('Readable.')).toBeTruthy();
  expect(region.queryByRole('textbox')).toBeNull();
  expect(region.queryByRole('button', { name: /Post|Reply|React/ })).toBeNull();
});

describe('a reply', () => {
  const asked = comment(1, 'Which shade?', '2026-11-20T08:00:00Z', { name: 'Rita Recipient' });
  const quote = {
    id: 1,
    name: 'Rita Recipient',
    author_is_unknown: false,
    text: asked.text,
    is_deleted: false,
  };
  const answer = (id: number, text: string, more: object) =>
    comment(id, text, '2026-11-21T09:00:00Z', { thread_id: 1, reply_to: quote, ...more });

  test('a reply shows what it answers until it is posted or cancelled', async () => {
    const network = await openCase(caseWith([asked]), NO_HISTORY);
    const region = await talk();
    await userEvent.click(await region.findByRole('button', { name: 'Reply' }));
    const box = await composer();
    expect(document.activeElement).toBe(box);
    await region.findByText('Replying to Rita Recipient');
    await userEvent.click(region.getByRole('button', { name: 'Do not reply to this comment' }));
    expect(region.queryByText(/Replying/)).toBeNull();
    await userEvent.click(region.getByRole('button', { name: 'Reply' }));
    await userEvent.type(box, 'A2');
    network.answer(replies(addComment, { id: 2 }));
    network.answer(replies(getCaseByNo, caseWith([asked, answer(2, 'A2', { author: 1 })])));
    await userEvent.click(region.getByRole('button', { name: 'Post' }));
    const thread = within(await region.findByRole('list', { name: '1 reply' }));
    expect(thread.getByText('A2')).toBeTruthy();
    expect(region.queryByText(/Replying/)).toBeNull();
    expect(network.sent.find(({ path }) => path.endsWith('/comment/'))?.body).toMatchObject({ reply_to: 1 });
  });

  test('a reply becomes a comment of its own if what it answers is deleted meanwhile, and loses no text', async () => {
    const network = await openCase(caseWith([asked]), NO_HISTORY);
    const region = await talk();
    await userEvent.click(await region.findByRole('button', { name: 'Reply' }));
    const box = await composer();
    await userEvent.type(box, 'A2');
    network.answer(replies(getCaseByNo, caseWith([])));
    happens('comment_deleted');
    await region.findByText(/was deleted. Your text will be posted as a new comment/);
    network.answer(replies(addComment, { id: 3 }));
    await userEvent.click(region.getByRole('button', { name: 'Post' }));
    await waitFor(() => expect(box.value).toBe(''));
    const sent = network.sent.find(({ path }) => path.endsWith('/comment/'));
    expect(sent?.body).toMatchObject({ comment: 'A2', reply_to: null });
  });

  test('a reply stays readable below the place of a deleted comment, and quotes another reply', async () => {
    const first = answer(2, 'A2', { reply_to: { ...quote, name: '', text: '', is_deleted: true } });
    const second = answer(3, 'or A3', { reply_to: { ...quote, id: 2, name: 'Ada Author', text: 'A2' } });
    await openCase(caseWith([first, second]), NO_HISTORY);
    const region = await talk();
    await region.findByText('Deleted comment');
    const thread = within(region.getByRole('list', { name: '2 replies' }));
    await userEvent.click(thread.getByRole('button', { name: 'In reply to Ada Author: A2' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('comment-2'));
  });
});
