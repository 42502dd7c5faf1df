// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import {
  activities,
  needyCases,
  restorationCounts,
  statusCounts,
  todayCounts,
  weekCounts,
} from '@cusp/contract/dashboard.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { checkSession, login } from '@cusp/contract/sign-in.routes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { setLanding, setLandingData } from '../client/landing.ts';
import type { CacheKey } from '../client/live/staleness.ts';
import { CASES } from '../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../testing/replies.ts';
import { DENTIST, openScreen } from '../testing/screen.tsx';
import { preloadHoveredLinks, requestData } from './prepare.ts';
import { queryClient } from './query-client.ts';
import { ROUTES } from './routes.ts';

let requested: Promise<void> | null = null;
const requestAt = (address: string) =>
  setLandingData({
    request: () => {
      requested = requestData(address, Promise.resolve(queryClient));
      return requested;
    },
    drop: () => queryClient.clear(),
  });
afterEach(() => {
  setLanding(async () => {});
  setLandingData({ request: async () => {}, drop: () => {} });
});

const LIST = [replies(listCases, CASES), replies(listDrafts, { drafts: [] }), hangs(getCaseByNo)];
const [FIRST] = CASES.posts;

/** Opens a screen whose code arrives only after the check. */
async function openSlowly(address: string, answers: readonly Answer[], check: () => void) {
  requestAt(address);
  let arrive = () => {};
  setLanding(() => new Promise<void>((resolve) => (arrive = resolve)));
  const opening = openScreen(address, answers);
  await waitFor(check);
  expect(screen.queryByRole('main')).toBeNull();
  arrive();
  return opening;
}
const known = (name: CacheKey) => queryClient.getQueryCache().findAll({ queryKey: [name] });

test.each([PAGES.cases, `${PAGES.cases}?status=Open&page=2`])(
  'the list of %s is requested while its code still loads, and only once',
  async (address) => {
    const network = await openSlowly(address, LIST, () => expect(known('cases')).toHaveLength(1));
    await screen.findByRole('link', { name: new RegExp(FIRST?.no ?? '') });
    expect(network.count(listCases)).toBe(1);
  },
);

test('the first numbers of the dashboard are requested while its code still loads, and only once', async () => {
  const later = [todayCounts, restorationCounts, weekCounts, activities].map(hangs);
  const network = await openSlowly(PAGES.dashboard, later, () =>
    expect([...known('status-counts'), ...known('today')]).toHaveLength(2),
  );
  await waitFor(() => expect(network.count(todayCounts)).toBe(1));
  expect([network.count(statusCounts), network.count(needyCases)]).toEqual([1, 1]);
});

test('data requested for a sign-in that then fails is not kept for the next person', async () => {
  requestAt(PAGES.cases);
  const { idb64: uid } = DENTIST;
  const auth = replies(login, { access: 'token', uid, user_loc: 'EU', server_loc: 'EU' });
  await openScreen(PAGES.login, [...LIST, auth, refuses(checkSession, 'internal')], { as: null });
  await userEvent.type(await screen.findByLabelText('Email'), DENTIST.email);
  await userEvent.type(screen.getByLabelText('Password'), 'three brown molars');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('alert');
  await requested;
  expect(known('cases')).toEqual([]);
});

test('the code of the first screen loads while the password is typed, and no data', async () => {
  const asked = vi.fn(async () => {});
  setLandingData({ request: asked, drop: () => {} });
  const load = vi.fn(async () => {});
  setLanding(load);
  await openScreen(PAGES.login, [], { as: null });
  await userEvent.type(screen.getByLabelText('Email'), DENTIST.email);
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getByLabelText('Password'));
  expect(load).toHaveBeenCalled();
  expect(asked).not.toHaveBeenCalled();
});

test('the target of a link is loaded as soon as it is touched, after it is focused, and where a mouse rests', () => {
  vi.useFakeTimers();
  const listeners = vi.spyOn(document, 'addEventListener');
  preloadHoveredLinks();
  const added = [...listeners.mock.calls];
  onTestFinished(() => {
    for (const [name, listener] of added) document.removeEventListener(name, listener);
  });
  const target = ROUTES.find(({ path }) => path === PAGES.signup)?.part;
  if (!target) throw new Error('the page for signing up has a route');
  const load = vi.spyOn(target, 'load').mockResolvedValue();
  document.body.innerHTML = `<a href="${PAGES.signup}">Sign up</a><input>`;
  const [link, field] = [document.querySelector('a'), document.querySelector('input')];
  if (!link || !field) throw new Error('the page has a link and a field');
  const point = (at: Element, pointerType: string) =>
    fireEvent(at, new PointerEvent('pointerover', { bubbles: true, pointerType }));

  point(link, 'touch');
  fireEvent.touchStart(link);
  expect(load).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(1);

  point(link, 'mouse');
  fireEvent.focusIn(field);
  expect(load).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(2);
  fireEvent.focusIn(link);
  expect(load).toHaveBeenCalledTimes(2);
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(3);

  point(field, 'mouse');
  point(link, 'mouse');
  point(field, 'mouse');
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(3);
});
