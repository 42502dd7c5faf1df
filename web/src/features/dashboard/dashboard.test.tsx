// @vitest-environment happy-dom

import { listConnections } from '@cusp/contract/connections.routes';
import {
  activities,
  needyCases,
  restorationCounts,
  statusCounts,
  todayCounts,
  weekCounts,
} from '@cusp/contract/dashboard.routes';
import { listRecipients } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { MASK } from '@cusp/contract/patient';
import { alarms } from '@cusp/contract/profile.routes';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ACTIVITIES, NEEDY, NO_CONNECTIONS, ONE_ASKED, RECIPIENTS } from '../../testing/golden.ts';
import { hangs, refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen, TWO_REGIONS } from '../../testing/screen.tsx';
import { paintInSteps } from '../../ui/use-after-first-paint.ts';

describe('dashboard', () => {
  const none = [
    replies(todayCounts, { day: '2026-11-22', unread: 0, soon: 0, overdue: 0 }),
    replies(restorationCounts, { restoration_counts: [] }),
    replies(weekCounts, { weeks: [] }),
    replies(activities, { ...ACTIVITIES, users: [], cases_actions: [], num_pages: 1 }),
  ];

  test('panels of the dashboard without data say so', async () => {
    await openScreen(PAGES.dashboard, none);
    for (const text of [
      'Nothing needs your attention',
      'No cases in the last 12 weeks',
      'No restorations in this period',
      'No activity yet',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  test('panels that wait for the first paint also appear in a tab that paints no frames', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    paintInSteps();
    await openScreen(PAGES.dashboard, none);
    expect(screen.queryByText('No activity yet')).toBeNull();
    expect(await screen.findByText('No activity yet')).toBeTruthy();
  });

  test('restorations whose words are hidden from support are one line', async () => {
    const hidden = { type: MASK, name: MASK };
    const restoration_counts = [
      { type: 'crown', name: MASK, count: 4 },
      { ...hidden, count: 3 },
      { ...hidden, count: 2 },
    ];
    await openScreen(PAGES.dashboard, [...none, replies(restorationCounts, { restoration_counts })]);
    const rows = within(await screen.findByRole('region', { name: /restorations/i })).findAllByRole(
      'listitem',
    );
    expect((await rows).map(({ textContent }) => textContent)).toEqual([`${MASK}5`, 'Crown4']);
  });

  test('a lab in the EU reads about both sites once, unless it wants to be reminded', async () => {
    onTestFinished(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the other tests begin without it.
      document.cookie = 'hide=; path=/; max-age=0';
    });
    const lab = { ...DENTIST, inst_type_guessed: 'Lab' } as const;
    const open = (id: number) =>
      openScreen(PAGES.dashboard, none, {
        as: { ...lab, id },
        site: { ...TWO_REGIONS, server_loc: 'EU' },
      });
    const notice = () => screen.findByRole('dialog', { name: 'Info' });
    await open(81);
    expect((await notice()).textContent).toContain('continue to check the US and EU pages');
    const link = within(await notice()).getByRole('link', { name: 'Go to the US site' });
    expect(link.getAttribute('href')).toBe('https://us.cusp.example');
    await userEvent.click(within(await notice()).getByRole('checkbox'));
    await userEvent.click(within(await notice()).getByRole('button', { name: 'OK' }));
    cleanup();
    await open(82);
    await userEvent.click(within(await notice()).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(document.cookie).toContain('hide=eu-regions'));
    cleanup();
    await open(83);
    await screen.findByText('No activity yet');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a tapped week stays spelled out after the finger is lifted, a hovered one does not', async () => {
    const weeks = ['2026-11-09', '2026-11-16'].map((day, at) => ({ day, sent: 3 + at, completed: 1 }));
    await openScreen(PAGES.dashboard, [...none, replies(weekCounts, { weeks }), replies(needyCases, NEEDY)]);
    const chart = await screen.findByRole('slider');
    const [first] = chart.children;
    const point = (pointerType: string) => {
      fireEvent.pointerOver(first as Element, { pointerType });
      fireEvent.pointerOut(chart, { pointerType });
    };
    point('touch');
    expect(chart.getAttribute('aria-valuenow')).toBe('1');
    point('mouse');
    expect(chart.getAttribute('aria-valuenow')).toBe('2');
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
      replies(todayCounts, { day: '2026-11-22', unread: 2, soon: 1, overdue: 0 }),
    ]);
    const panel = within(await screen.findByRole('region', { name: 'What needs you today' }));
    const answer = await panel.findByRole('link', { name: `Answer: Clara Neumann, ${need.no}` });
    expect(answer.getAttribute('href')).toBe('/case/49');
    for (const text of [/^Overdue since/, 'A proposed change waits for your answer', 'You were mentioned'])
      expect(panel.getByText(text)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Read: Clara Neumann, 2611-READ' })).toBeTruthy();
    expect(await panel.findByText('1 connection request waits for your answer.')).toBeTruthy();
    for (const name of ['1 case due within 3 days', '2 cases with unread comments'])
      expect(await panel.findByRole('link', { name })).toBeTruthy();
  });

  describe('the three steps of somebody without cases', () => {
    const NEW = replies(statusCounts, {
      status_counts: { open: 0, inprog: 0, completed: 0, reopened: 0, closed: 0 },
    });
    const alone = [...none, NEW, replies(listRecipients, { recipients: [] })];
    const current = () => document.querySelector('[aria-current=step]')?.textContent;

    test('with an unanswered request of one’s own the steps say that it waits', async () => {
      await openScreen(PAGES.dashboard, [...alone, replies(listConnections, ONE_ASKED)]);
      expect(await screen.findByText('Your connection request is waiting for an answer.')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'See connections' })).toBeTruthy();
    });

    test('with an invitation to answer the steps lead there', async () => {
      await openScreen(PAGES.dashboard, [...alone, replies(alarms, { contacts: [{ id: 1 }], sg_users: [] })]);
      expect(await screen.findByText(/waits for your answer/)).toBeTruthy();
    });

    test('without any request the steps begin with connecting, and are gone for good once hidden', async () => {
      onTestFinished(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: the other tests see the steps again.
        document.cookie = 'hide=; path=/; max-age=0';
      });
      const answers = [...alone, replies(listConnections, NO_CONNECTIONS)];
      await openScreen(PAGES.dashboard, answers);
      expect(await screen.findByText(/Connect with a partner first/)).toBeTruthy();
      expect(current()).toContain('Connect with a partner');
      await userEvent.click(screen.getByRole('button', { name: 'Hide these steps' }));
      expect(await screen.findByText('Nothing needs your attention')).toBeTruthy();
      cleanup();
      await openScreen(PAGES.dashboard, answers);
      expect(await screen.findByText('Nothing needs your attention')).toBeTruthy();
    });

    test('with a partner the steps continue with the first case, and lead to an example', async () => {
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
    // The panel that loads last.
    await waitFor(() => expect(network.count(activities)).toBe(1));
    network.answer(hangs(route));
    await userEvent.click(again);
    expect(network.count(route)).toBe(2);
  });

  test('the dashboard does not say that nothing needs attention while requests load or after they failed', async () => {
    const network = await openScreen(PAGES.dashboard, [...none, hangs(alarms)]);
    await screen.findByText('No activity yet');
    expect(screen.queryByText('Nothing needs your attention')).toBeNull();
    cleanup();
    const failed = await openScreen(PAGES.dashboard, [...none, refuses(alarms, 'internal')]);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('Nothing needs your attention')).toBeNull();
    failed.answer(replies(alarms, { contacts: [{ id: 1 }], sg_users: [] }));
    await userEvent.click(again);
    expect(await screen.findByText('1 connection request waits for your answer.')).toBeTruthy();
    expect(network.count(alarms)).toBe(1);
  });

  test('cases and counts of today that cannot be loaded are one error and one try', async () => {
    const lost = [refuses(needyCases, 'internal'), refuses(todayCounts, 'internal')];
    const network = await openScreen(PAGES.dashboard, [...none, ...lost]);
    await waitFor(() => expect(network.count(activities)).toBe(1));
    const panel = within(screen.getByRole('region', { name: 'What needs you today' }));
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect([network.count(needyCases), network.count(todayCounts)]).toEqual([2, 2]));
    expect(panel.getAllByRole('alert')).toHaveLength(1);
  });
});
