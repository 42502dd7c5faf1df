// @vitest-environment happy-dom
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { reactToComment } from '@cusp/contract/comments.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  caseWith,
  comment,
  composer,
  HISTORY,
  NO_HISTORY,
  openCase,
  opened,
  talk,
} from '../../../testing/conversation.tsx';
import { hangs, refuses, replies } from '../../../testing/replies.ts';

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
  await openCase(caseWith(comments), { ...HISTORY, entries, next: null });
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
  await openCase(caseWith(comments), NO_HISTORY);
  const region = await talk();
  await region.findByText('Comment 471.');
  expect(region.getByText('Comment 500.')).toBeTruthy();
  expect(region.queryByText('Comment 470.')).toBeNull();
  await userEvent.click(region.getByRole('button', { name: 'Show 470 earlier comments' }));
  expect(await region.findByText('Comment 371.')).toBeTruthy();
  expect(region.getByRole('button', { name: 'Show 370 earlier comments' })).toBeTruthy();
});

test('comments are shown while the history loads, and when it cannot be loaded', async () => {
  const network = await openCase(caseWith([comment(1, 'Here already.', '2026-11-20T08:00:00Z')]));
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

test('an action that only a newer page knows is shown without its details', async () => {
  const entry = opened('e1', '2026-11-20T09:00:00Z', 'Mid Between');
  const newer = { ...entry, action: 'constructor' as typeof entry.action };
  await openCase(caseWith([]), { ...HISTORY, entries: [newer] });
  const region = await talk();
  expect(await region.findByText(/did something that this page shows after reloading/)).toBeTruthy();
  expect(region.getByText('Mid Between')).toBeTruthy();
});

test('the history can be hidden, and is then not requested', async () => {
  const network = await openCase(caseWith([]), {
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
  const network = await openCase(caseWith([]));
  await composer();
  expect(network.count(caseHistory)).toBe(0);
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
  await openCase(dentalCase, NO_HISTORY, {}, `/case/${dentalCase.no}#comment-${id}`);
  await waitFor(look);
});

test('a link to an old comment of a long conversation opens the case there', async () => {
  const long = Array.from({ length: 60 }, (_, at) =>
    comment(at + 1, `Comment ${at + 1}`, `2026-11-20T08:${String(at).padStart(2, '0')}:00Z`),
  );
  const dentalCase = caseWith(long);
  await openCase(dentalCase, NO_HISTORY, {}, `/case/${dentalCase.no}#comment-1`);
  await waitFor(() => expect(document.activeElement?.id).toBe('comment-1'));
});

test('a reaction shows who reacted, at once with one’s own, and is taken back by a second press', async () => {
  const thanked = comment(1, 'Scan is fine.', '2026-11-20T08:00:00Z', {
    reactions: [{ kind: 'done', is_mine: false, names: ['Amy Mate', 'Rita Recipient', ''] }],
  });
  const network = await openCase(caseWith([thanked]), NO_HISTORY);
  const region = await talk();
  const chip = await region.findByRole('button', { name: 'Done: Amy Mate, Rita Recipient, and (Unknown)' });
  expect(chip.textContent).toBe('Amy Mate, Rita Recipient');
  await userEvent.click(screen.getByText('+1'));
  expect(chip.textContent).toBe('Amy Mate, Rita Recipient, and (Unknown)');
  network.answer(hangs(reactToComment));
  await userEvent.click(region.getByRole('button', { name: 'React' }));
  // Without a layout the menu counts as scrolled out of view.
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Agreed', hidden: true }));
  await region.findByRole('button', { name: 'Agreed: You', pressed: true });
  expect(network.sent.at(-1)).toMatchObject({ method: 'PUT', body: { kind: 'agreed', on: true } });
});

test('a reaction that was sent stays until the case is loaded again', async () => {
  const network = await openCase(caseWith([comment(1, 'Fine.', '2026-11-20T08:00:00Z')]), NO_HISTORY);
  const region = await talk();
  const loaded = network.count(getCaseByNo);
  network.answer(replies(reactToComment, {}));
  network.answer(hangs(getCaseByNo));
  const react = await region.findByRole('button', { name: 'React', expanded: false });
  await userEvent.click(react);
  expect(react.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Agreed', hidden: true }));
  expect(document.activeElement).toBe(react);
  await waitFor(() => expect(network.count(getCaseByNo)).toBe(loaded + 1));
  await act(() => new Promise(requestAnimationFrame));
  expect(region.getByRole('button', { name: 'Agreed: You', pressed: true })).toBeTruthy();
});
