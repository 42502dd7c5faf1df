// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { CASES } from '../../../testing/golden.ts';
import { hangs, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const posts = ['2020-01-02', '2020-01-03', '2999-01-01', null].flatMap((deliverydt, at) =>
  CASES.posts.slice(0, 1).map((post) => ({
    ...post,
    id: 1000 + at,
    no: `2611-ROW${at}`,
    deliverydt,
    del_enabled: at < 2,
  })),
);

const open = (search = '', drafts = replies(listDrafts, { drafts: [] })) =>
  openScreen(PAGES.cases + search, [
    replies(listCases, { ...CASES, posts, del_disabled_all: false }),
    drafts,
    hangs(getCaseByNo),
  ]);
const list = () => screen.getByRole('region', { name: 'Case list' });

test('a list in order of the delivery date has headings for its groups, other orders have none', async () => {
  await open('?sort=due+asc');
  await screen.findAllByRole('link', { name: /2611-ROW/ });
  const headings = within(list()).getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Overdue', 'Later', 'No due date']);
  fireEvent.keyDown(screen.getByRole('link', { name: /ROW1/ }), { key: 'ArrowDown' });
  expect(screen.getAllByRole('link', { name: /ROW/ })).toHaveLength(4);
});

test('without the order by delivery date there are no groups', async () => {
  await open();
  await screen.findAllByRole('link', { name: /2611-ROW/ });
  expect(within(list()).queryAllByRole('heading', { level: 2 })).toEqual([]);
});

test('a tab shows one status with its count, Ctrl adds another, and the same tab again shows all', async () => {
  await open();
  const tabs = within(await screen.findByRole('group', { name: 'Cases by status' }));
  const tab = (name: RegExp) => tabs.getByRole('button', { name });
  await tabs.findByRole('button', { name: /^Open\s*2$/ });
  const asked = () => new URLSearchParams(location.search).get('status');
  fireEvent.click(tab(/^Open/));
  await screen.findByRole('button', { name: /^Open/, pressed: true });
  fireEvent.click(tab(/^Completed/));
  await screen.findByRole('button', { name: /^Completed/, pressed: true });
  expect(asked()).toBe('Completed');
  fireEvent.click(tab(/^Open/), { ctrlKey: true });
  await expect.poll(() => asked()).toBe('Open,Completed');
  fireEvent.click(tab(/^Open/));
  await expect.poll(() => asked()).toBe('Open');
  fireEvent.click(tab(/^Open/));
  await screen.findByRole('button', { name: /^All/, pressed: true });
});

test('compact rows are remembered', async () => {
  await open();
  const button = await screen.findByRole('button', { name: 'Compact rows' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(readPersonal('cases-density')).toBe('compact');
});

test('drafts beyond the first page are shown on request', async () => {
  const draft = (id: number, lastname: string) => ({
    id,
    patient: { firstname: 'Ann', lastname },
    recipientName: null,
    updatedAt: '2026-11-20T10:00:00Z',
    fileCount: 0,
  });
  const network = await open('', replies(listDrafts, { drafts: [draft(1, 'First')], next: '17-1' }));
  const drafts = within(await screen.findByRole('region', { name: 'Drafts' }));
  expect(drafts.getByRole('button', { name: 'Drafts 1+' })).toBeTruthy();
  network.answer(replies(listDrafts, { drafts: [draft(2, 'Second')] }));
  fireEvent.click(drafts.getByRole('button', { name: 'Show more' }));
  await drafts.findByRole('link', { name: /Second/ });
  expect(network.sent.at(-1)).toMatchObject({ path: '/v1/drafts/', query: '?before=17-1' });
  expect(drafts.getByRole('link', { name: /First/ })).toBeTruthy();
  expect(drafts.getByRole('button', { name: 'Drafts 2' })).toBeTruthy();
  expect(drafts.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('rows keep their place below the drafts of the last visit until those are known', async () => {
  writePersonal('drafts-height', 73);
  const known = Promise.withResolvers<void>();
  const none = replies(listDrafts, { drafts: [] });
  await open('', { ...none, respond: (sent) => known.promise.then(() => none.respond(sent)) });
  const heightAbove = () => document.querySelector<HTMLElement>('[style*="height: 73px"]');
  await waitFor(() => expect(heightAbove()).not.toBeNull());
  known.resolve();
  await waitFor(() => expect(heightAbove()).toBeNull());
  await waitFor(() => expect(readPersonal('drafts-height')).toBe(0));
});
