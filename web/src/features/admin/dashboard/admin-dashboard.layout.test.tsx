import '@mantine/core/styles.layer.css';
import '../../../ui/styles/base.css';
import '../../../ui/styles/touch.css';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { statistics } from '@cusp/contract/statistics.routes';
import { RESTORATION_TYPE_CODES } from '@cusp/dental/restorations';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { expectFits } from '../../../testing/layout.ts';
import { replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/dashboard'));

const MANY = 123_456_789;
const NUMBERS: ReplyFrom<typeof statistics> = {
  region: 'EU',
  status_counts: { open: MANY, inprog: 7, completed: 3, reopened: 1, closed: MANY * 9 },
  restoration_counts: RESTORATION_TYPE_CODES.map((type, at) => ({ type, count: MANY - at })),
  activity_counts: (
    ['COMMENT_ADD', 'STATUS_CHANGE', 'ASSIGNEE_CHANGE', 'FILE_UPLOAD', 'REGION_CONFIRM'] as const
  ).map((action, at) => ({ action, count: MANY - at })),
  days: Array.from({ length: 90 }, (_, at) => ({
    day: new Date(Date.UTC(2026, 7, 26 + at)).toISOString().slice(0, 10),
    users: at * 1000,
    cases: MANY,
    bytes: MANY * 1_000_000,
    devices: at,
    sign_ins: MANY,
  })),
  totals: { users: MANY, cases: MANY, devices: MANY },
  is_complete: false,
};

test.each(['en', 'de', 'ko'] as const)('charts and tables fit at 390 px, %s', async (language) => {
  expect(innerWidth).toBe(390);
  await openScreen(PAGES.admDashboard, [replies(statistics, NUMBERS)], {
    as: { ...DENTIST, is_staff: true },
    language,
  });
  const panels = await screen.findAllByRole('region');
  await waitFor(() => expect(document.querySelectorAll('svg.recharts-surface')).toHaveLength(panels.length));
  await waitFor(expectFits);

  for (const toggle of panels.flatMap((panel) => panel.querySelector('header button') ?? []))
    await userEvent.click(toggle);
  const tables = screen.getAllByRole('table');
  expect(tables).toHaveLength(panels.length);
  await waitFor(expectFits);
  // A table that is longer than its panel can be scrolled by keyboard.
  const days = tables[0]?.parentElement as HTMLElement;
  expect(days.scrollHeight).toBeGreaterThan(days.clientHeight);
  days.focus();
  expect(document.activeElement).toBe(days);
  expect(days.tabIndex).toBe(0);
});
