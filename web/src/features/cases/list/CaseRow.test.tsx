// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CASES } from '../../../testing/golden.ts';
import { hangs, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const [FIRST] = CASES.posts;

test.each([
  ['', 'Last Updated', '03/09/2026'],
  ['?sort=created+desc', 'Order Sent', '03/04/2026'],
  ['?sort=status+asc', 'Order Sent', '03/04/2026'],
])('a row of a list in the order "%s" shows %s', async (search, label, date) => {
  if (!FIRST) throw new Error('the fixture has no case');
  const post = {
    ...FIRST,
    published_date: '2026-03-04T12:00:00.000Z',
    updated_date: '2026-03-09T12:00:00.000Z',
  };
  await openScreen(PAGES.cases + search, [
    replies(listCases, { ...CASES, posts: [post] }),
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
  ]);
  const row = await screen.findByRole('link', { name: new RegExp(post.no) });
  expect(within(row).getByTitle(new RegExp(`^${label}: `)).textContent).toBe(date);
});

test('in the order of delivery dates, a missed appointment is shown in full where there is no date', async () => {
  if (!FIRST) throw new Error('the fixture has no case');
  const plan = { sendUntil: '2026-03-01', shipUntil: '2026-03-03', zone: 'UTC', ready: null, shipped: null };
  // A past appointment is not at risk any more.
  const appointment = { day: '2099-03-05', plan };
  const status = { code: 'OPEN', prev: null, str: 'Open' } as const;
  const posts = [null, '2099-03-04T00:00:00.000Z'].map((deliverydt, at) => ({
    ...FIRST,
    id: FIRST.id + at,
    no: `${FIRST.no}${at}`,
    status,
    appointment,
    deliverydt,
  }));
  await openScreen(`${PAGES.cases}?sort=due+asc`, [
    replies(listCases, { ...CASES, posts }),
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
  ]);
  const [without, dated] = await screen.findAllByTitle(/^Appointment .* at risk$/);
  expect(without?.textContent).toMatch(/^Appointment .* at risk$/);
  expect(dated?.textContent).toBe('');
  expect(without?.closest('a')?.textContent).not.toContain('No due date');
});
