// @vitest-environment happy-dom

import { requestPasswordReset, validateResetToken } from '@cusp/contract/accounts.routes';
import { listCases } from '@cusp/contract/case-list.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import {
  activities,
  needyCases,
  restorationCounts,
  statusCounts,
  todayCounts,
  weekCounts,
} from '@cusp/contract/dashboard.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { listDrafts, listRecipients } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { alarms, editSettings } from '@cusp/contract/profile.routes';
import { createGroup, groupUsers } from '@cusp/contract/share-groups.routes';
import { login } from '@cusp/contract/sign-in.routes';
import { setWorkCalendar, showWorkCalendar } from '@cusp/contract/work-calendar.routes';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  ACTIVITIES,
  NEEDY,
  NO_CASES,
  NO_CONNECTIONS,
  NO_GROUP,
  ONE_ASKED,
  RECIPIENTS,
} from '../testing/golden.ts';
import { type Answer, disconnects, hangs, refuses, replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

test('a reply that the contract does not allow does not compile', () => {
  // @ts-expect-error the contract has a number here
  replies(createGroup, { id: 'one' });
  // @ts-expect-error the contract has an id here
  replies(createGroup, {});
});

describe('sign-in', () => {
  const signIn = async () => {
    await userEvent.type(await screen.findByLabelText('Email'), 'anna.berg@cusp.example');
    await userEvent.type(screen.getByLabelText('Password'), 'a wrong password');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Sign in' }));
  };

  test('wrong credentials show the reason and keep the email address', async () => {
    await openScreen(PAGES.login, [refuses(login, 'wrong_credentials')], { as: null });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toMatch(/email or password/i);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna.berg@cusp.example');
  });

  test('a lost connection keeps the email address, and a double click sends once', async () => {
    const network = await openScreen(PAGES.login, [hangs(login)], { as: null });
    await signIn();
    expect(network.count(login)).toBe(1);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna.berg@cusp.example');
  });
});

describe('password reset', () => {
  test('a lost connection shows an error and keeps the email address', async () => {
    await openScreen(PAGES.passwordReset, [disconnects(requestPasswordReset)], { as: null });
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    await userEvent.type(email, 'anna.berg@cusp.example{Enter}');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(email.value).toBe('anna.berg@cusp.example');
  });

  test('a link that does not work any more leads to a new one', async () => {
    await openScreen('/password-reset/old', [refuses(validateResetToken, 'token_expired')], { as: null });
    expect(await screen.findByText('Token expired')).toBeTruthy();
  });

  test('a link that cannot be checked can be tried again', async () => {
    const network = await openScreen('/password-reset/new', [refuses(validateResetToken, 'internal')], {
      as: null,
    });
    network.answer(replies(validateResetToken, {}));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Create New Password' })).toBeTruthy();
  });
});

describe('a new group', () => {
  const typeName = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Group' }));
    const name = await screen.findByLabelText<HTMLInputElement>(/Group Name/);
    await userEvent.type(name, 'Praxis Berg');
    return name;
  };

  test('a lost connection shows an error and keeps the name', async () => {
    await openScreen(PAGES.groups, [replies(groupUsers, NO_GROUP), disconnects(createGroup)]);
    const name = await typeName();
    await userEvent.click(screen.getByRole('button', { name: 'Create group' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(name.value).toBe('Praxis Berg');
  });

  test('a form that is submitted twice at once is sent once', async () => {
    const network = await openScreen(PAGES.groups, [replies(groupUsers, NO_GROUP), hangs(createGroup)]);
    const form = (await typeName()).closest('form') as HTMLFormElement;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await waitFor(() => expect(network.count(createGroup)).toBe(1));
  });
});

test('settings that could not be saved stay as chosen', async () => {
  await openScreen(PAGES.settings, [
    disconnects(editSettings),
    replies(listScanners, { scanners: [], last_device_id: null }),
  ]);
  const refresh = await screen.findByRole<HTMLInputElement>('switch', { name: 'Auto refresh' });
  await userEvent.click(refresh);
  const save = screen.getByRole('button', { name: 'Save Settings' });
  await userEvent.click(save);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(refresh.checked).toBe(false);
  expect(save.hasAttribute('disabled')).toBe(false);
});

describe('working days of the practice', () => {
  const answers = [replies(listScanners, { scanners: [], last_device_id: null })];
  const calendar = {
    workDays: [1, 2, 3, 4, 5],
    closedDays: ['2999-12-24'],
    productionDays: 5,
    shippingDays: 2,
  };

  test('need one day, and are saved together', async () => {
    const network = await openScreen(PAGES.settings, [
      ...answers,
      replies(showWorkCalendar, { calendar, version: 4, may_change: true }),
      replies(setWorkCalendar, { version: 5 }),
    ]);
    const save = await screen.findByRole('button', { name: 'Save working days' });
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday'])
      await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(day) }));
    expect(screen.queryByText('Choose at least one day')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /Friday/ }));
    expect(screen.getByText('Choose at least one day')).toBeTruthy();
    expect(save.hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: /Sunday/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Remove 12/ }));
    await userEvent.click(save);
    await waitFor(() => expect(network.count(setWorkCalendar)).toBe(1));
    expect(
      network.sent.find(({ method, path }) => method === 'PUT' && path === '/v1/work-calendar/')?.body,
    ).toEqual({
      calendar: { ...calendar, workDays: [7], closedDays: [] },
      version: 4,
    });
  });

  test('are shown to members, who cannot change them', async () => {
    await openScreen(PAGES.settings, [
      ...answers,
      replies(showWorkCalendar, { calendar, version: 4, may_change: false }),
    ]);
    expect(await screen.findByText('Only the owner of your group can change this.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Choose days' }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: /^Remove 12/ })).toBeNull();
  });
});

describe('an empty case list', () => {
  const none = [replies(listCases, NO_CASES), replies(listDrafts, { drafts: [] })];

  test('somebody without partners is led to the connections', async () => {
    await openScreen(PAGES.cases, [
      ...none,
      replies(listRecipients, { recipients: [] }),
      replies(listConnections, NO_CONNECTIONS),
    ]);
    const list = within(await screen.findByRole('region', { name: 'Case list' }));
    expect(await list.findByText('No cases yet')).toBeTruthy();
    expect(await list.findByText(/Connect with a lab or clinic first/)).toBeTruthy();
  });

  test('somebody whose request waits for an answer is not sent to find a partner', async () => {
    await openScreen(PAGES.cases, [
      ...none,
      replies(listRecipients, { recipients: [] }),
      replies(listConnections, ONE_ASKED),
    ]);
    const list = within(await screen.findByRole('region', { name: 'Case list' }));
    expect(await list.findByText(/Your connection request has not been accepted yet/)).toBeTruthy();
    expect(list.getByRole('link', { name: 'Show connections' })).toBeTruthy();
    expect(list.queryByText(/Connect with a lab or clinic first/)).toBeNull();
  });

  test('somebody with an invitation is led to answer it', async () => {
    await openScreen(PAGES.cases, [
      ...none,
      replies(listRecipients, { recipients: [] }),
      replies(listConnections, NO_CONNECTIONS),
      replies(alarms, { contacts: [{ id: 1 }], sg_users: [] }),
    ]);
    expect(await screen.findByText(/An invitation waits for your answer/)).toBeTruthy();
  });

  test('filters that find nothing can be cleared', async () => {
    const alone = [replies(listRecipients, { recipients: [] }), replies(listConnections, NO_CONNECTIONS)];
    await openScreen(`${PAGES.cases}?status=Open`, [...none, ...alone]);
    expect(await screen.findByText('No cases available for this status')).toBeTruthy();
    const list = within(screen.getByRole('region', { name: 'Case list' }));
    await userEvent.click(list.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    expect(location.search).toBe('');
  });
});

describe('dashboard', () => {
  const none = [
    replies(todayCounts, { day: '2026-11-22', unread: 0, soon: 0, overdue: 0 }),
    replies(restorationCounts, { restoration_counts: [] }),
    replies(weekCounts, { weeks: [] }),
    replies(activities, { ...ACTIVITIES, users: [], cases_actions: [], num_pages: 1 }),
  ];

  test('panels without data say so', async () => {
    await openScreen(PAGES.dashboard, none);
    for (const text of [
      'Nothing needs your attention',
      'No cases in the last 12 weeks',
      'No restorations in this period',
      'No activity yet',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  test('cases that need attention have their reasons and one action each', async () => {
    const [need] = NEEDY.cases;
    if (!need) throw new Error('the fixture has a case');
    const cases = [
      need,
      { ...need, id: 51, no: '2611-READ', due: null, unread_mention: false, has_proposal: false },
    ];
    await openScreen(PAGES.dashboard, [
      replies(needyCases, { cases }),
      replies(alarms, { contacts: [{ id: 1 }], sg_users: [] }),
      ...none,
    ]);
    const panel = within(await screen.findByRole('region', { name: 'What needs you today' }));
    const answer = await panel.findByRole('link', { name: `Answer: Clara Neumann, ${need.no}` });
    expect(answer.getAttribute('href')).toBe('/case/49');
    for (const text of [/^Overdue since/, 'A proposed change waits for your answer', 'You were mentioned'])
      expect(panel.getByText(text)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Read: Clara Neumann, 2611-READ' })).toBeTruthy();
    expect(await panel.findByText('1 connection request waits for your answer.')).toBeTruthy();
  });

  describe('the three steps of somebody without cases', () => {
    const NEW = replies(statusCounts, {
      status_counts: { open: 0, inprog: 0, completed: 0, reopened: 0, closed: 0 },
    });
    const alone = [...none, NEW, replies(listRecipients, { recipients: [] })];
    const current = () => document.querySelector('[aria-current=step]')?.textContent;

    test('with an unanswered request of their own say that it waits', async () => {
      await openScreen(PAGES.dashboard, [...alone, replies(listConnections, ONE_ASKED)]);
      expect(await screen.findByText('Your connection request is waiting for an answer.')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'See connections' })).toBeTruthy();
    });

    test('with an invitation to answer lead there', async () => {
      await openScreen(PAGES.dashboard, [...alone, replies(alarms, { contacts: [{ id: 1 }], sg_users: [] })]);
      expect(await screen.findByText(/waits for your answer/)).toBeTruthy();
    });

    test('without any request begin with connecting, and are gone for good once hidden', async () => {
      const answers = [...alone, replies(listConnections, NO_CONNECTIONS)];
      await openScreen(PAGES.dashboard, answers);
      expect(await screen.findByText(/Connect with a partner first/)).toBeTruthy();
      expect(current()).toContain('Connect with a partner');
      await userEvent.click(screen.getByRole('button', { name: 'Hide these steps' }));
      expect(await screen.findByText('Nothing needs your attention')).toBeTruthy();
      cleanup();
      await openScreen(PAGES.dashboard, answers);
      expect(await screen.findByText('Nothing needs your attention')).toBeTruthy();
      // biome-ignore lint/suspicious/noDocumentCookie: the other tests see the steps again.
      document.cookie = 'hide=; path=/; max-age=0';
    });

    test('with a partner go on to the first case, and lead to an example', async () => {
      await openScreen(PAGES.dashboard, [...none, NEW, replies(listRecipients, RECIPIENTS)]);
      await waitFor(() => expect(current()).toMatch(/first case/));
      await userEvent.click(screen.getByRole('link', { name: 'Look at a sample case' }));
      expect(await screen.findByRole('heading', { name: 'Sample case', level: 1 })).toBeTruthy();
      expect(screen.getByText('Robin Example')).toBeTruthy();
    });
  });

  test.each([
    ['statuses', statusCounts],
    ['today', todayCounts],
    ['needs', needyCases],
    ['restorations', restorationCounts],
    ['weeks', weekCounts],
    ['activities', activities],
  ] as const)('%s that cannot be loaded can be tried again, and the other panels load', async (_, route) => {
    const network = await openScreen(PAGES.dashboard, [...none, refuses(route, 'internal')]);
    const again = await screen.findByRole('button', { name: 'Try again' });
    // The last panel that loads.
    await waitFor(() => expect(network.count(activities)).toBe(1));
    network.answer(hangs(route));
    await userEvent.click(again);
    expect(network.count(route)).toBe(2);
  });
});

test('a screen that throws shows an error inside the shell', async () => {
  // The contract does not allow this reply, but a proxy may send anything.
  const broken: Answer = {
    route: groupUsers,
    respond: async () => Response.json({ sg_users: { pending: [null], accepted: [] } }),
  };
  await openScreen(PAGES.groups, [broken]);
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('alert')).toBeTruthy();
  expect(main.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
