// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts, listRecipients } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { PAGES } from '@cusp/contract/pages';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { guestCases, startVisit } from '@cusp/contract/region-visit.routes';
import { checkSession, logout } from '@cusp/contract/sign-in.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import cases from '../../../../contract/fixtures/cases.json';
import history from '../../../../contract/fixtures/history.json';
import { challengeOf } from '../../client/code-challenge.ts';
import { CASE, CASES } from '../../testing/golden.ts';
import { hangs, refuses, replies } from '../../testing/replies.ts';
import { TWO_REGIONS as OTHER, openScreen } from '../../testing/screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const TWO_REGIONS = { ...OTHER, server_loc: 'EU' } as const;
const US = btoa('US').replaceAll('=', '');
const EU = btoa('EU').replaceAll('=', '');
const LIST = [
  replies(listCases, CASES),
  replies(listDrafts, { drafts: [] }),
  replies(listRecipients, { recipients: [] }),
];
const HISTORY = history.caseHistory.reply as ReplyFrom<typeof caseHistory>;
const ofCase = (dentalCase: typeof CASE) => [
  replies(listCases, CASES),
  replies(getCaseByNo, dentalCase),
  replies(listFiles, { files: dentalCase.files }),
  replies(caseHistory, HISTORY),
  hangs(heartbeat),
  hangs(leaveCase),
];
const { proposal: PROPOSAL } = cases.getCaseContent.reply;
const BEGUN = { user_loc: 'US', server_loc: 'EU', arrival_code: 'c'.repeat(43) } as const;

function watchForms(): HTMLFormElement[] {
  const submitted: HTMLFormElement[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    submitted.push(this);
  });
  return submitted;
}

describe('the line above the list', () => {
  test.each([
    [14, '14 cases are in the US region: open'],
    [1, '1 case is in the US region: open'],
  ])('the line above the list with %i cases leads to the visit', async (cases, text) => {
    await openScreen(PAGES.cases, [...LIST, replies(guestCases, { region: 'US', cases })], {
      site: TWO_REGIONS,
    });
    expect((await screen.findByRole('link', { name: text })).getAttribute('href')).toBe(PAGES.regionVisit);
  });

  test('the line above the list says when the other region cannot be asked', async () => {
    await openScreen(PAGES.cases, [...LIST, replies(guestCases, { region: 'US', cases: null })], {
      site: TWO_REGIONS,
    });
    expect(await screen.findByText(/cannot be checked right now/)).toBeTruthy();
  });

  test('without cases there is no line above the list, and a site with one region asks nothing', async () => {
    const two = await openScreen(PAGES.cases, [...LIST, replies(guestCases, { region: 'US', cases: 0 })], {
      site: TWO_REGIONS,
    });
    await screen.findByRole('heading', { name: 'Cases' });
    await waitFor(() => expect(two.count(guestCases)).toBe(1));
    expect(screen.queryByText(/US region/)).toBeNull();
  });

  test('the line above the list asks nothing where there is one region', async () => {
    const one = await openScreen(PAGES.cases, LIST, { site: { other_region_url: null } });
    await screen.findByRole('heading', { name: 'Cases' });
    expect(one.count(guestCases)).toBe(0);
  });
});

describe('a case that is not found', () => {
  const GONE = [...LIST, refuses(getCaseByNo, 'not_found')];

  test('a case that is not found can be looked for in the other region by people who have cases there', async () => {
    await openScreen(
      '/cases/2611-U1?status=SENT#latest',
      [...GONE, replies(guestCases, { region: 'US', cases: 2 })],
      { site: TWO_REGIONS },
    );
    expect(await screen.findByText(/whoever sent it has moved to the US region/)).toBeTruthy();
    const look = screen.getByRole('link', { name: 'Look in the US region' });
    expect(look.getAttribute('href')).toBe(
      `${PAGES.regionVisit}?next=${encodeURIComponent('/cases/2611-U1?status=SENT#latest')}`,
    );
  });

  test.each([
    ['who has none there', 0, {}],
    ['who is a guest there', 2, { isGuest: true }],
  ])('a case that is not found is only gone for somebody %s', async (_, cases, guest) => {
    const asked = [...GONE, replies(guestCases, { region: 'US', cases })];
    const network = await openScreen('/cases/2611-U1', asked, { site: TWO_REGIONS, ...guest });
    if (!('isGuest' in guest)) await waitFor(() => expect(network.count(guestCases)).toBe(1));
    expect(await screen.findByText('It was deleted, or it is not shared with you.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Look in/ })).toBeNull();
  });
});

describe('the way to a visit', () => {
  test('a visit posts a code of this page to the other region’s site', async () => {
    const submitted = watchForms();
    const address = `${PAGES.regionVisit}?sid=${US}&next=${encodeURIComponent('/cases/2611-U1')}`;
    const network = await openScreen(address, [replies(startVisit, BEGUN)], { site: TWO_REGIONS });
    expect(await screen.findByText('Taking you to the US region …')).toBeTruthy();
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(submitted[0]?.action).toBe('https://us.cusp.example/heclore/v1/auth/region/arrive/');
    const { codeVerifier, ...fields } = Object.fromEntries(new FormData(submitted[0])) as Record<
      string,
      string
    >;
    expect(fields).toEqual({ code: BEGUN.arrival_code, next: '/cases/2611-U1', language: 'en' });
    const { body } = network.sent.find(({ path }) => path === startVisit.path) ?? {};
    expect(body).toEqual({ codeChallenge: await challengeOf(codeVerifier ?? '') });
  });

  test('a visit that could not start says why, and can be tried again', async () => {
    const network = await openScreen(PAGES.regionVisit, [refuses(startVisit, 'region_unreachable')], {
      site: TWO_REGIONS,
    });
    expect(await screen.findByText('The cases in the US region cannot be opened')).toBeTruthy();
    network.answer(refuses(startVisit, 'not_found'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('None of the cases there is open to you.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('the way to a visit asks for sign-in at home first, which leads back', async () => {
    await openScreen(`${PAGES.regionVisit}?sid=${US}&next=%2Fcases`, [], { as: null, site: TWO_REGIONS });
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    const next = new URLSearchParams(location.search).get('next');
    expect(next).toBe(`${PAGES.regionVisit}?sid=${US}&next=%2Fcases`);
  });

  test('the way to a visit leads home from the region of the case, where nobody is signed in', async () => {
    const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
    const address = `${PAGES.regionVisit}?sid=${EU}&next=%2Fcases`;
    await openScreen(address, [], { as: null, site: TWO_REGIONS });
    await waitFor(() => expect(left).toHaveBeenCalledWith(`https://us.cusp.example${address}`));
  });

  test('the way to a visit leads on in the region of the case, and never to another site', async () => {
    await openScreen(`${PAGES.regionVisit}?sid=${EU}&next=%2F%2Fevil.example`, LIST, {
      site: TWO_REGIONS,
      isGuest: true,
    });
    expect(await screen.findByRole('heading', { name: 'Cases' })).toBeTruthy();
    expect(location.pathname).toBe(PAGES.cases);
  });
});

describe('a guest', () => {
  test('a guest sees where they are and nothing but the cases, and goes back', async () => {
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const network = await openScreen(PAGES.profile, [replies(listCases, CASES), replies(logout, {})], {
      site: TWO_REGIONS,
      isGuest: true,
    });
    expect(await screen.findByText('You are visiting the EU region as a guest')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Cases' })).toBeTruthy();
    expect(location.pathname).toBe(PAGES.cases);
    for (const name of ['Dashboard', 'Connections', 'New case'])
      expect(screen.queryByRole('link', { name }), name).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the US site' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://us.cusp.example/cases'));
    expect(network.count(logout)).toBe(1);
    expect(network.count(checkSession)).toBe(1);
  });

  test('a guest whose session ended starts the visit again, from home', async () => {
    sessionStorage.setItem('cusp.visit', '');
    const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
    await openScreen('/cases/2611-E1', [], { as: null, site: TWO_REGIONS });
    const next = encodeURIComponent('/cases/2611-E1');
    await waitFor(() =>
      expect(left).toHaveBeenCalledWith(`https://us.cusp.example${PAGES.regionVisit}?sid=${EU}&next=${next}`),
    );
  });

  test('a guest comments on an open case and uploads nothing', async () => {
    await openScreen(`/cases/${CASE.no}`, ofCase(CASE), { site: TWO_REGIONS, isGuest: true });
    expect(await screen.findByRole('button', { name: 'Post a Comment' })).toBeTruthy();
    expect(screen.queryByText(/Drop files/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Share/ })).toBeNull();
  });

  test('a guest is offered no correction of what a scan shows', async () => {
    const scan = { role: 'jaw', jaw: 'upper', by: 'name', is_editable: true } as const;
    const files = CASE.files.map((file) => ({ ...file, scan }));
    await openScreen(`/cases/${CASE.no}`, ofCase({ ...CASE, files }), { site: TWO_REGIONS, isGuest: true });
    const [details] = await screen.findAllByRole('button', { name: /^Details of/ });
    await userEvent.click(details as HTMLElement);
    expect(await screen.findByText(/guessed from the name/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Correct what/, hidden: true })).toBeNull();
  });

  test.each([
    ['OT', 'Accept', 'Withdraw'],
    ['SG', null, 'Withdraw'],
  ] as const)(
    'on the side %s can answer a proposed change and withdraws none',
    async (usertype, can, not) => {
      const dentalCase = { ...CASE, usertype, proposal: PROPOSAL } as typeof CASE;
      await openScreen(`/cases/${CASE.no}`, ofCase(dentalCase), { site: TWO_REGIONS, isGuest: true });
      await screen.findByRole('region', { name: 'Proposed change' });
      if (can) expect(screen.getByRole('button', { name: can })).toBeTruthy();
      expect(screen.queryByRole('button', { name: not })).toBeNull();
    },
  );

  test('a guest can only read a closed case', async () => {
    const closed = { ...CASE, status: { ...CASE.status, code: 'CLSD' as const, str: 'Closed' } };
    await openScreen(`/cases/${CASE.no}`, ofCase(closed as typeof CASE), {
      site: TWO_REGIONS,
      isGuest: true,
    });
    expect(await screen.findByText('This case is closed. You can read it, but not comment.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Post a Comment' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Write a comment …' })).toBeNull();
  });
});
