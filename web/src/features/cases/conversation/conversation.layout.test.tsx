import '@mantine/core/styles.layer.css';
import '../../../ui/styles/base.css';
import '../../../ui/styles/touch.css';
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { addComment, seeComments } from '@cusp/contract/comments.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CASE, CASES } from '../../../testing/golden.ts';
import { hangs, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const [COMMENT] = CASE.comments;
if (!COMMENT) throw new Error('the fixture has a comment');

/** A case with comments, the last of them unread. */
const talk = (count: number, unread: number): CaseDetail => ({
  ...CASE,
  proposal: null,
  comments: Array.from({ length: count }, (_, at) => ({
    ...COMMENT,
    id: at + 1,
    author: 0,
    text: `Comment ${at + 1}`,
    mentions: [],
    is_unread: at >= count - unread,
    created_date: new Date(Date.UTC(2026, 9, 1) + at * 3_600_000).toISOString(),
  })),
});

const open = (dentalCase: CaseDetail) =>
  openScreen(`/cases/${dentalCase.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, dentalCase),
    replies(listFiles, { files: dentalCase.files }),
    replies(listUploads, { uploads: [] }),
    hangs(caseHistory),
    hangs(seeComments),
    hangs(heartbeat),
    hangs(leaveCase),
  ]);

const composer = () => screen.findByRole('textbox', { name: 'Write a comment …' });
const isInView = (element: HTMLElement, lowerEnd: number) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= lowerEnd;
};

afterEach(() => page.viewport(390, 844));

test('on a phone the composer is above the bar, and unread and own comments below are reached', async () => {
  const network = await open(talk(20, 2));
  const box = await composer();
  const bar = screen.getByRole('navigation');
  await waitFor(() => expect(isInView(box, bar.getBoundingClientRect().top)).toBe(true));
  const pill = await screen.findByRole('button', { name: '2 new comments' });
  const { left, top } = pill.getBoundingClientRect();
  // It covers no part of the case: the border of the composer is above it.
  expect(document.elementFromPoint(left, top - 4)).toBe(pill.parentElement?.parentElement);
  await userEvent.click(pill);
  const first = screen.getByText('Comment 19');
  await waitFor(() => expect(isInView(first, box.getBoundingClientRect().top)).toBe(true));
  await waitFor(() => expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull());
  expect(isInView(box, bar.getBoundingClientRect().top)).toBe(true);
  window.scrollTo(0, 0);
  network.answer(replies(addComment, { id: 21 }));
  network.answer(replies(getCaseByNo, talk(21, 0)));
  await userEvent.type(box, 'Comment 21');
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  const own = () => screen.getByText('Comment 21', { ignore: 'textarea' });
  await waitFor(() => expect(isInView(own(), box.getBoundingClientRect().top)).toBe(true));
});

test('beside the order a conversation begins at its end, and stays there while the composer grows', async () => {
  await page.viewport(1440, 900);
  await open(talk(60, 0));
  const box = await composer();
  const last = await screen.findByText('Comment 60');
  const isLastInView = () => expect(isInView(last, box.getBoundingClientRect().top)).toBe(true);
  await waitFor(isLastInView);
  await userEvent.type(box, 'One{enter}two{enter}three{enter}four{enter}five');
  await waitFor(isLastInView);
  expect(box.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
});

test('a jump to the attachments scrolls the order and nothing around it', async () => {
  await page.viewport(1440, 600);
  await open({ ...talk(3, 0), note: Array(40).fill('A line of the note.').join('\n') });
  const box = await composer();
  const top = () =>
    (screen.getByRole('article').querySelector('header') as HTMLElement).getBoundingClientRect().top;
  expect(top()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: /attachments?$/ }));
  const heading = screen.getByRole('heading', { name: /^Attachments/ });
  await waitFor(() => expect(isInView(heading, innerHeight)).toBe(true));
  expect(top()).toBe(0);
  expect(box.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
});

test('beside the order a conversation begins at the first new comment, and earlier ones do not move it', async () => {
  await page.viewport(1440, 900);
  await open(talk(120, 40));
  const box = await composer();
  const first = await screen.findByText('Comment 81');
  const isFirstInView = () => expect(isInView(first, box.getBoundingClientRect().top)).toBe(true);
  await waitFor(isFirstInView);
  await screen.findByRole('button', { name: /new comments/ });
  await userEvent.click(screen.getByRole('button', { name: 'Show 80 earlier comments' }));
  await screen.findByText('Comment 1');
  await waitFor(isFirstInView);
});
