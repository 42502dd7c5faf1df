// @vitest-environment happy-dom

import { listScanners } from '@cusp/contract/devices.routes';
import { PAGES } from '@cusp/contract/pages';
import { editSettings } from '@cusp/contract/profile.routes';
import { setWorkCalendar, showWorkCalendar } from '@cusp/contract/work-calendar.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { disconnects, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

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

  test('working days need one day, and are saved together', async () => {
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

  test('working days are shown to members, who cannot change them', async () => {
    await openScreen(PAGES.settings, [
      ...answers,
      replies(showWorkCalendar, { calendar, version: 4, may_change: false }),
    ]);
    expect(await screen.findByText('Only the owner of your group can change this.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Choose days' }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: /^Remove 12/ })).toBeNull();
  });
});
