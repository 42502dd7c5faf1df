import '@mantine/core/styles.layer.css';
import '../../../ui/styles/base.css';
import '../../../ui/styles/touch.css';
import { listCaseDays, listCases, userFilters } from '@cusp/contract/case-list.routes';
import { listViews } from '@cusp/contract/case-views.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import fixtures from '../../../../../contract/fixtures/case-views.json';
import { writePersonal } from '../../../client/personal-storage.ts';
import { caseOf, day, openBoardHere } from '../../../testing/case-layouts.ts';
import { CASES } from '../../../testing/golden.ts';
import { hangs, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

test('the divider changes the width of the list by keyboard within its limits, and a double click resets it', async () => {
  await page.viewport(1440, 900);
  await openScreen(PAGES.cases, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
  ]);
  const divider = await screen.findByRole('separator', { name: 'Width of the list' });
  const list = screen.getByRole('region', { name: 'Case list' });
  const width = () => Math.round(list.getBoundingClientRect().width);
  const press = (key: string) => fireEvent.keyDown(divider, { key });
  expect(width()).toBe(450);
  press('ArrowRight');
  await expect.poll(width).toBe(466);
  await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('466');
  // Two before the next frame.
  press('ArrowRight');
  press('ArrowRight');
  await expect.poll(width).toBe(498);
  press('Home');
  await expect.poll(width).toBe(360);
  press('ArrowLeft');
  await expect.poll(width).toBe(360);
  press('End');
  await expect.poll(width).toBe(760);
  // A narrower window leaves room for the case.
  await page.viewport(1100, 900);
  await expect.poll(width).toBeLessThan(640);
  await page.viewport(1440, 900);
  await expect.poll(width).toBe(760);
  fireEvent.doubleClick(divider);
  await expect.poll(width).toBe(450);
  await page.viewport(390, 844);
});

test('the list opens with the width that was chosen earlier', async () => {
  await page.viewport(1440, 900);
  writePersonal('cases-list-width', 520);
  onTestFinished(() => localStorage.removeItem('cusp.my.cases-list-width'));
  await openScreen(PAGES.cases, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
  ]);
  const divider = await screen.findByRole('separator', { name: 'Width of the list' });
  const list = screen.getByRole('region', { name: 'Case list' });
  await expect.poll(() => list.getBoundingClientRect().width).toBe(520);
  await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('520');
  await page.viewport(390, 844);
});

test('next to the long name of a view, New case shows its whole label or none of it', async () => {
  await page.viewport(1440, 900);
  const views = fixtures.listViews.reply.views.map((view) => ({ ...view, name: 'A long name '.repeat(5) }));
  await openScreen(`${PAGES.cases}?status=Open,InProgress&due=week&assignee=me&sort=due%20asc`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
    replies(listViews, { views, can_share: true } as ReplyFrom<typeof listViews>),
  ]);
  const view = await screen.findByRole('button', { name: /^View: A long name/ });
  const list = within(screen.getByRole('region', { name: 'Case list' }));
  const label = list.getByText('New case');
  const box = (label.closest('a') as HTMLElement).getBoundingClientRect();
  const isWhole = label.scrollWidth <= label.clientWidth;
  // The border is outside of the visible area.
  expect(isWhole || label.getBoundingClientRect().top >= box.bottom - 1).toBe(true);
  expect(box.width).toBeGreaterThanOrEqual(36);
  expect(view.getBoundingClientRect().width).toBeGreaterThan(120);
  await page.viewport(390, 844);
});

test.each(['de', 'it', 'pt-BR', 'ko'] as const)(
  'a row whose appointment is at risk shows all its numbers, %s',
  async (language) => {
    await page.viewport(1024, 768);
    const posts = CASES.posts.slice(0, 1).map((post) => ({
      ...post,
      comment_count: 22,
      unread_comments: 22,
      files_count: '12',
      status: { ...post.status, code: 'PROC' as const },
      appointment: {
        day: '2099-12-31',
        plan: {
          sendUntil: '2026-01-05',
          shipUntil: '2026-01-09',
          zone: 'Europe/Berlin',
          ready: null,
          shipped: null,
        },
      },
    }));
    await openScreen(
      PAGES.cases,
      [replies(listCases, { ...CASES, posts }), replies(listDrafts, { drafts: [] }), hangs(getCaseByNo)],
      { language },
    );
    const [date] = await screen.findAllByTitle(/31/);
    const line = date?.parentElement as HTMLElement;
    const row = (line.closest('li') as HTMLElement).getBoundingClientRect();
    const numbers = within(line)
      .getAllByRole('img')
      .map((each) => each.getBoundingClientRect().right);
    expect(Math.max(...numbers)).toBeLessThan(row.right);
    const words = date?.lastElementChild as HTMLElement;
    // In longer languages the end is truncated.
    if (language === 'ko') expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth);
    await page.viewport(390, 844);
  },
);

test.each([
  ['board', '막시밀리아나 테오도라 안나 마리아', '호른'],
  ['week', 'Maximiliana-Theodora Alexandra Josephine', 'Horn'],
] as const)(
  'a card of the %s shows the beginning of first and last name of %s %s',
  async (layout, first, last) => {
    await page.viewport(1024, 768);
    const item = caseOf(1, last, {
      case: { pat_firstname: first, pat_lastname: last },
      deliverydt: '2999-11-20',
    });
    writePersonal('cases-layout', layout === 'board' ? 'board' : 'calendar');
    writePersonal('cases-calendar', 'week');
    await openScreen(`${PAGES.cases}?day=2999-11-20`, [
      replies(listCases, { ...CASES, posts: [item] }),
      replies(listCaseDays, { days: [day('2999-11-20', item)], overdue_before: 0, undated: 0 }),
    ]);
    const [link] = await screen.findAllByRole('link', { name: new RegExp(last) });
    const card = (link as HTMLElement).getBoundingClientRect();
    const marks = [...(link as HTMLElement).querySelectorAll('span')].flatMap((each) => [...each.childNodes]);
    for (const part of [first, last]) {
      const text = marks.find((node) => node instanceof Text && node.data.includes(part)) as Text;
      const start = document.createRange();
      start.setStart(text, text.data.indexOf(part));
      start.setEnd(text, text.data.indexOf(part) + 2);
      const { right, top } = start.getBoundingClientRect();
      expect(right).toBeLessThan(card.right - 10);
      expect(top).toBeLessThan(card.top + 20);
    }
    await page.viewport(390, 844);
  },
);

test('in the palette on a phone, what is ordered has a line of its own below patient and number', async () => {
  await page.viewport(390, 844);
  const posts = CASES.posts.slice(0, 1).map((post) => ({
    ...post,
    case: { pat_firstname: 'Maximiliana-Theodora Alexandra', pat_lastname: 'Horn' },
  }));
  await openScreen(PAGES.cases, [
    replies(listCases, { ...CASES, posts }),
    replies(listDrafts, { drafts: [] }),
    hangs(userFilters),
  ]);
  await screen.findByRole('link', { name: /Horn/ });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const option = await screen.findByRole('option', { name: /Horn/ });
  const [name, number, order] = [...option.querySelectorAll('span')].map((each) =>
    each.getBoundingClientRect(),
  );
  if (!name || !number || !order) throw new Error('the option has no order');
  expect(number.right).toBeLessThan(option.getBoundingClientRect().right);
  expect(Math.abs(number.bottom - name.bottom)).toBeLessThan(6);
  expect(order.top).toBeGreaterThanOrEqual(name.bottom - 1);
  expect(order.left).toBe(name.left);
});

test('the menu of a card has its dots in forced colours', async () => {
  await page.viewport(1440, 900);
  const forced = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await openBoardHere();
  const menu = await screen.findByRole('button', { name: /ROW1|Öhm/ });
  onTestFinished(async () => void (await forced('none')));
  await forced('active');
  menu.focus();
  const { backgroundImage, forcedColorAdjust } = getComputedStyle(menu);
  expect(backgroundImage).toContain('radial-gradient');
  expect(forcedColorAdjust).toBe('none');
  await page.viewport(390, 844);
});
