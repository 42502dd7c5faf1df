// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { addComment, reactToComment } from '@cusp/contract/comments.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { beHere, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import histories from '../../../../../contract/fixtures/history.json';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { CASE, CASES } from '../../../testing/golden.ts';
import { hangs, refuses, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const HISTORY = histories.caseHistory.reply as ReplyFrom<typeof caseHistory>;
const [COMMENT] = CASE.comments;
const [ENTRY] = HISTORY.entries;
if (!COMMENT || !ENTRY) throw new Error('the fixtures have a comment and an entry');

const comment = (id: number, text: string, at: string, more: Partial<typeof COMMENT> = {}) => ({
  ...COMMENT,
  id,
  text,
  mentions: [],
  is_unread: false,
  created_date: at,
  updated_date: at,
  ...more,
});
const opened = (id: string, at: string, name: string) => ({
  ...ENTRY,
  id,
  at,
  action: 'opened' as const,
  order: null,
  person: { id: 33, name, picture: null },
});
const caseWith = (comments: CaseDetail['comments'], more: Partial<CaseDetail> = {}): CaseDetail => ({
  ...CASE,
  proposal: null,
  comments,
  ...more,
});

const open = (
  dentalCase: CaseDetail,
  entries = HISTORY,
  options: Parameters<typeof openScreen>[2] = {},
  path = `/cases/${dentalCase.no}`,
) =>
  openScreen(
    path,
    [
      replies(listCases, CASES),
      replies(listDrafts, { drafts: [] }),
      replies(getCaseByNo, dentalCase),
      replies(listFiles, { files: dentalCase.files }),
      replies(listUploads, { uploads: [] }),
      replies(caseHistory, entries),
      hangs(beHere),
      hangs(leaveCase),
    ],
    options,
  );

const talk = async () => within(await screen.findByRole('region', { name: 'Comments and history' }));
const composer = async () =>
  (await talk()).findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment …' });
const NO_HISTORY = { ...HISTORY, entries: [], next: null };

test('comments and history are in one stream, and a comment is not listed twice', async () => {
  const comments = [
    comment(1, 'Earlier.', '2026-11-20T08:00:00Z'),
    comment(2, 'Later.', '2026-11-20T10:00:00Z'),
  ];
  const entries = [
    opened('e3', '2026-11-20T11:00:00Z', 'Lena Last'),
    { ...opened('e2', '2026-11-20T10:00:00Z', 'Twice Told'), action: 'comment_added' as const },
    opened('e1', '2026-11-20T09:00:00Z', 'Mid Between'),
  ];
  await open(caseWith(comments), { ...HISTORY, entries, next: null });
  const region = await talk();
  await region.findByText('Mid Between');
  const rows = region.getAllByRole('listitem').map((row) => row.textContent ?? '');
  expect(
    ['Earlier.', 'Mid Between', 'Later.', 'Lena Last'].map((text, at) => rows[at]?.includes(text)),
  ).toEqual(Array(4).fill(true));
  expect(region.queryByText('Twice Told')).toBeNull();
});

test('a long conversation begins with the latest comments and shows more on request', async () => {
  const comments = Array.from({ length: 500 }, (_, at) =>
    comment(at + 1, `Comment ${at + 1}.`, new Date(Date.UTC(2026, 9, 1) + at * 3_600_000).toISOString()),
  );
  await open(caseWith(comments), NO_HISTORY);
  const region = await talk();
  await region.findByText('Comment 471.');
  expect(region.getByText('Comment 500.')).toBeTruthy();
  expect(region.queryByText('Comment 470.')).toBeNull();
  await userEvent.click(region.getByRole('button', { name: 'Show 470 earlier comments' }));
  expect(await region.findByText('Comment 371.')).toBeTruthy();
  expect(region.getByRole('button', { name: 'Show 370 earlier comments' })).toBeTruthy();
});

test('comments are shown while the history loads, and when it cannot be loaded', async () => {
  const network = await open(caseWith([comment(1, 'Here already.', '2026-11-20T08:00:00Z')]));
  network.answer(refuses(caseHistory, 'internal'));
  const region = await talk();
  expect(await region.findByText('Here already.')).toBeTruthy();
  expect(await region.findByText(/The history could not be loaded/)).toBeTruthy();
  network.answer(
    replies(caseHistory, { ...HISTORY, entries: [opened('e1', '2026-11-20T09:00:00Z', 'Back Again')] }),
  );
  await userEvent.click(region.getByRole('button', { name: 'Try again' }));
  expect(await region.findByText('Back Again')).toBeTruthy();
  expect(region.queryByText(/could not be loaded/)).toBeNull();
});

test('the history can be left out, and is then not asked for', async () => {
  const network = await open(caseWith([]), {
    ...HISTORY,
    entries: [opened('e1', '2026-11-20T09:00:00Z', 'Mid Between')],
  });
  const region = await talk();
  await region.findByText('Mid Between');
  await userEvent.click(region.getByRole('button', { name: 'History', pressed: true }));
  expect(region.getByText('No comments yet')).toBeTruthy();
  expect(region.queryByText('Mid Between')).toBeNull();
  expect(network.count(caseHistory)).toBe(1);
});

test('a person who leaves out the history causes no request for it', async () => {
  localStorage.setItem('cusp.my.commentsOnly', 'true');
  const network = await open(caseWith([]));
  await composer();
  expect(network.count(caseHistory)).toBe(0);
});

test('Ctrl+Enter posts, a refusal keeps the text and says why', async () => {
  const network = await open(caseWith([]), NO_HISTORY);
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

test('what is posted leaves the draft, and an answer that was begun meanwhile stays', async () => {
  const asked = comment(1, 'Which shade?', '2026-11-20T08:00:00Z', { name: 'Rita Recipient' });
  const network = await open(caseWith([asked]), NO_HISTORY);
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
  await open(caseWith([]), NO_HISTORY);
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
  await open(caseWith([]), NO_HISTORY);
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
  const network = await open(caseWith([]), NO_HISTORY);
  const box = await composer();
  await userEvent.type(box, 'My draft');
  network.answer(
    replies(
      getCaseByNo,
      caseWith([comment(7, 'From the other side.', '2026-11-20T08:00:00Z', { author: 0 })]),
    ),
  );
  const event = {
    id: 7,
    name: 'comment_added',
    at: '',
    case_id: CASE.id,
    actor_id: 33,
    action_id: null,
    ids: {},
  };
  act(() => FakeEventSource.all.at(-1)?.say('comment_added', event, '7'));
  expect(await (await talk()).findByText('From the other side.')).toBeTruthy();
  expect(box.value).toBe('My draft');
});

test('a support session that only reads has no composer', async () => {
  const READ = { id: 31, staff: 'Stella Staff', mode: 'read', sees_patients: true } as const;
  await open(caseWith([comment(1, 'Readable.', '2026-11-20T08:00:00Z')]), NO_HISTORY, { support: READ });
  const region = await talk();
  expect(await region.findByText('Readable.')).toBeTruthy();
  expect(region.queryByRole('textbox')).toBeNull();
  expect(region.queryByRole('button', { name: /Post|Reply|React/ })).toBeNull();
});

test.each([
  ['opens the case at the comment', 1, () => expect(document.activeElement?.id).toBe('comment-1')],
  [
    'says that the comment is gone',
    99,
    () => expect(screen.getByText('This comment was deleted.')).toBeTruthy(),
  ],
])('a link to a comment %s', async (_, id, look) => {
  const dentalCase = caseWith([
    comment(1, 'One.', '2026-11-20T08:00:00Z'),
    comment(2, 'Two.', '2026-11-20T09:00:00Z'),
  ]);
  await open(dentalCase, NO_HISTORY, {}, `/case/${dentalCase.no}#comment-${id}`);
  await waitFor(look);
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

  test('says what it answers until it is posted or the answer is called off', async () => {
    const network = await open(caseWith([asked]), NO_HISTORY);
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

  test('becomes a comment of its own if what it answers is deleted meanwhile, and loses no text', async () => {
    const network = await open(caseWith([asked]), NO_HISTORY);
    const region = await talk();
    await userEvent.click(await region.findByRole('button', { name: 'Reply' }));
    const box = await composer();
    await userEvent.type(box, 'A2');
    network.answer(replies(getCaseByNo, caseWith([])));
    const event = {
      id: 8,
      name: 'comment_deleted',
      at: '',
      case_id: CASE.id,
      actor_id: 33,
      action_id: null,
      ids: {},
    };
    act(() => FakeEventSource.all.at(-1)?.say('comment_deleted', event, '8'));
    await region.findByText(/was deleted. Your text will be posted as a new comment/);
    network.answer(replies(addComment, { id: 3 }));
    await userEvent.click(region.getByRole('button', { name: 'Post' }));
    await waitFor(() => expect(box.value).toBe(''));
    const sent = network.sent.find(({ path }) => path.endsWith('/comment/'));
    expect(sent?.body).toMatchObject({ comment: 'A2', reply_to: null });
  });

  test('stays readable below the place of a deleted comment, and quotes another reply', async () => {
    const first = answer(2, 'A2', { reply_to: { ...quote, name: '', text: '', is_deleted: true } });
    const second = answer(3, 'or A3', { reply_to: { ...quote, id: 2, name: 'Ada Author', text: 'A2' } });
    await open(caseWith([first, second]), NO_HISTORY);
    const region = await talk();
    await region.findByText('Deleted comment');
    const thread = within(region.getByRole('list', { name: '2 replies' }));
    await userEvent.click(thread.getByRole('button', { name: 'In reply to Ada Author: A2' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('comment-2'));
  });
});

test('a reaction shows who reacted, at once with one’s own, and is taken back by a second press', async () => {
  const thanked = comment(1, 'Scan is fine.', '2026-11-20T08:00:00Z', {
    reactions: [{ kind: 'done', is_mine: false, names: ['Amy Mate', 'Rita Recipient', ''] }],
  });
  const network = await open(caseWith([thanked]), NO_HISTORY);
  const region = await talk();
  const chip = await region.findByRole('button', { name: 'Done: Amy Mate, Rita Recipient, and (Unknown)' });
  expect(chip.textContent).toBe('Amy Mate, Rita Recipient+1');
  network.answer(hangs(reactToComment));
  await userEvent.click(region.getByRole('button', { name: 'React' }));
  // Without a layout the menu counts as scrolled out of view.
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Agreed', hidden: true }));
  await region.findByRole('button', { name: 'Agreed: You', pressed: true });
  expect(network.sent.at(-1)).toMatchObject({ method: 'PUT', body: { kind: 'agreed', on: true } });
});

test('a reaction that was sent stays until the case is loaded again', async () => {
  const network = await open(caseWith([comment(1, 'Fine.', '2026-11-20T08:00:00Z')]), NO_HISTORY);
  const region = await talk();
  const loaded = network.count(getCaseByNo);
  network.answer(replies(reactToComment, {}));
  network.answer(hangs(getCaseByNo));
  await userEvent.click(await region.findByRole('button', { name: 'React' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Agreed', hidden: true }));
  await waitFor(() => expect(network.count(getCaseByNo)).toBe(loaded + 1));
  await act(() => new Promise(requestAnimationFrame));
  expect(region.getByRole('button', { name: 'Agreed: You', pressed: true })).toBeTruthy();
});
