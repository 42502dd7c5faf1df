// @vitest-environment happy-dom
import type { CaseListItem } from '@cusp/contract/case-list';
import { listCases } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CASES } from '../../../testing/golden.ts';
import { type Answer, hangs, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const [FIRST] = CASES.posts;
if (!FIRST) throw new Error('the fixture has no case');
const found = (no: string, more: Partial<CaseListItem> = {}): CaseListItem => ({
  ...FIRST,
  id: 77,
  no,
  ...more,
});
const pageOf = (posts: CaseListItem[]) => ({
  ...CASES,
  posts,
  page: { ...CASES.page, total_num: posts.length },
});
const json = (posts: CaseListItem[]) =>
  new Response(JSON.stringify(pageOf(posts)), { headers: { 'content-type': 'application/json' } });
const textIn = (query: string) => new URLSearchParams(query).get('search') ?? '';

/** The list, whose searches are answered by their text. */
const open = (search: (text: string) => CaseListItem[] | Promise<CaseListItem[]>) =>
  openScreen(PAGES.cases, [
    {
      route: listCases,
      respond: async ({ query }) => json(textIn(query) === '' ? CASES.posts : await search(textIn(query))),
    } satisfies Answer,
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
  ]);
const box = async () => (await screen.findByRole('searchbox', { name: 'Search cases' })) as HTMLInputElement;
/** Waits for the row of a case; its highlighted number is not one text. */
async function row(no: string): Promise<HTMLElement> {
  const found = () => document.querySelector<HTMLElement>(`a[data-no="${no}"]`);
  await expect.poll(found, { timeout: 20_000 }).not.toBeNull();
  return found() as HTMLElement;
}

test('typing searches after a pause, highlights the words and where they were found, and shows the count', async () => {
  await open((text) => [
    found(`2611-${text.toUpperCase()}`, {
      case: { pat_firstname: 'Marga', pat_lastname: 'Berg' },
      found: [
        { word: 0, place: 'comment', text: '…is the Margin at 16 open' },
        { word: 0, place: 'order', text: 'a word that the row shows' },
      ],
    }),
  ]);
  await row(FIRST.no);
  await userEvent.type(await box(), 'm');
  await userEvent.type(await box(), 'arg');
  const hit = await row('2611-MARG');
  expect([...hit.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Marg',
    'MARG',
    'Marg',
  ]);
  expect(hit.textContent).toContain('Comment: …is the Margin at 16 open');
  await screen.findByText('1 case found');
  expect(document.querySelector('[data-no="2611-M"]')).toBeNull();
});

test('Escape clears the search, and a second one leaves it, so that single keys work again', async () => {
  await open(() => []);
  await row(FIRST.no);
  await userEvent.type(await box(), 'x');
  await userEvent.keyboard('{Escape}');
  expect([(await box()).value, document.activeElement]).toEqual(['', await box()]);
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
});

const crown = (numberSystem: CaseListItem['number_sys']): Partial<CaseListItem> => ({
  number_sys: numberSystem,
  restoration_count: 1,
  restorations: [
    { type: 'crown', name: '', teeth: [46], arch: null, material: 'zirconia', shade: 'A2' } as never,
  ],
});

type Found = [search: string, system: CaseListItem['number_sys'], found: string | null, marked: string[]];
const FOUND: Found[] = [
  ['tooth 46', 'FDI', null, ['46']],
  ['Zahn 4.6', 'FDI', null, ['46']],
  ['46번 치아', 'FDI', null, ['46']],
  ['Tooth 46', 'Universal', 'Crown #30 · Zirconia A2 (FDI46)', ['FDI46']],
  ['#30', 'FDI', 'Crown 46 · Zirconia A2 (#30)', ['#30']],
  ['30', 'Universal', null, ['#30']],
  ['crowns', 'FDI', null, ['Crown']],
  ['Kronen', 'FDI', 'Crown 46 · Zirconia A2 (Krone)', ['Krone']],
];

test('a search for teeth or types highlights them as the order and the search write them', async () => {
  let asked = 0;
  await open(() => {
    const [, system, text] = FOUND[asked] as Found;
    const places = text === null ? [] : [{ word: 0, place: 'order' as const, text }];
    return [found(`2611-TEETH${asked}`, { ...crown(system), found: places })];
  });
  await row(FIRST.no);
  for (const [at, [search, system, text, marked]] of FOUND.entries()) {
    asked = at;
    fireEvent.change(await box(), { target: { value: search } });
    const hit = await row(`2611-TEETH${at}`);
    const what = `${search} in an order that counts in ${system}`;
    expect(
      [...hit.querySelectorAll('mark')].map(({ textContent }) => textContent),
      what,
    ).toEqual(marked);
    expect(hit.textContent?.includes('Order: '), what).toBe(text !== null);
  }
});

test('one typing is one entry of the history, also with Enter, and Back shows the list before it', async () => {
  await open((text) => [found(`2611-${text.toUpperCase()}`)]);
  await row(FIRST.no);
  const before = window.history.length;
  await userEvent.type(await box(), 'ma');
  await row('2611-MA');
  await userEvent.type(await box(), 'rg');
  await row('2611-MARG');
  await userEvent.type(await box(), '{Enter}');
  expect(window.history.length).toBe(before + 1);
  act(() => window.history.back());
  await row(FIRST.no);
  expect((await box()).value).toBe('');
});

test('a late reply to earlier letters is not shown', async () => {
  let answer: ((posts: CaseListItem[]) => void) | undefined;
  await open((text) =>
    text === 'ma'
      ? new Promise((resolve) => {
          answer = resolve;
        })
      : [found('2611-LATER')],
  );
  await row(FIRST.no);
  await userEvent.type(await box(), 'ma');
  await expect.poll(() => answer).toBeDefined();
  await userEvent.type(await box(), 'rg');
  await row('2611-LATER');
  await act(async () => answer?.([found('2611-EARLY')]));
  expect(document.querySelector('a[data-no="2611-EARLY"]')).toBeNull();
});

test('rows stay as they are until those that the search found are there', async () => {
  let answer: ((posts: CaseListItem[]) => void) | undefined;
  await open(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const marked = async () => (await row(FIRST.no)).querySelector('mark')?.textContent;
  await row(FIRST.no);
  fireEvent.change(await box(), { target: { value: FIRST.no } });
  await expect.poll(() => answer).toBeDefined();
  expect(await marked()).toBeUndefined();
  await act(async () => answer?.([FIRST]));
  await expect.poll(marked).toBe(FIRST.no);
});

test('a syllable that is being composed is searched, and Enter only ends composing it', async () => {
  const asked: string[] = [];
  await open((text) => {
    asked.push(text);
    return [found('2611-KOREAN')];
  });
  await row(FIRST.no);
  const input = await box();
  fireEvent.compositionStart(input);
  fireEvent.change(input, { target: { value: '미' } });
  await row('2611-KOREAN');
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.change(input, { target: { value: '민' } });
  fireEvent.compositionEnd(input);
  expect(input.value).toBe('민');
  await expect.poll(() => asked).toEqual(['미', '민']);
});

test('the typed words stay when a search fails, and can be tried again', async () => {
  let isDown = true;
  await open((text) => {
    if (isDown) throw new TypeError('Failed to fetch');
    return [found(`2611-${text.toUpperCase()}`)];
  });
  await row(FIRST.no);
  await userEvent.type(await box(), 'marg');
  const again = await screen.findByRole('button', { name: /Try again/ }, { timeout: 20_000 });
  expect((await box()).value).toBe('marg');
  isDown = false;
  await userEvent.click(again);
  await row('2611-MARG');
});
