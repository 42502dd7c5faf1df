// @vitest-environment happy-dom

import { setLanguage } from '@cusp/contract/accounts.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { PAGES } from '@cusp/contract/pages';
import { editSettings } from '@cusp/contract/profile.routes';
import { setWorkCalendar, showWorkCalendar } from '@cusp/contract/work-calendar.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { disconnects, type FakeNetwork, refuses, replies } from '../../testing/replies.ts';
import { closeScreen, openScreen } from '../../testing/screen.tsx';

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

test('a language that the server did not store is shown as different from that of the mails, and can be stored again', async () => {
  const network = await openScreen(PAGES.settings, [
    disconnects(setLanguage),
    replies(listScanners, { scanners: [], last_device_id: null }),
  ]);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Language' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Deutsch', hidden: true }));
  expect(await screen.findByText('Ihre E-Mails kommen auf English.')).toBeTruthy();
  network.answer(replies(setLanguage, {}));
  await userEvent.click(screen.getByRole('button', { name: 'Auch E-Mails auf Deutsch' }));
  await waitFor(() => expect(screen.queryByText(/^Ihre E-Mails kommen auf/)).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sprache' }).value).toBe('Deutsch');
});

describe('working days of the practice', () => {
  const answers = [replies(listScanners, { scanners: [], last_device_id: null })];
  const calendar = {
    zone: 'Europe/Berlin',
    workDays: [1, 2, 3, 4, 5],
    closedDays: ['2999-12-24'],
    productionDays: 5,
    shippingDays: 2,
  };

  const zones = { has_zone: true, country_zones: ['Europe/Berlin'] };
  const putCalendar = (network: FakeNetwork) =>
    network.sent.find(({ method, path }) => method === 'PUT' && path === '/v1/work-calendar/')?.body;

  test('the time zone is that of the browser until one is chosen, unless the browser is abroad', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat().resolvedOptions(),
      timeZone: 'America/Los_Angeles',
    });
    const of = (country_zones: string[], zone: string) =>
      replies(showWorkCalendar, {
        calendar: { ...calendar, zone },
        has_zone: false,
        country_zones,
        version: 0,
        may_change: true,
      });
    const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
    const saving = () => screen.getByRole('button', { name: 'Save working days' });
    await openScreen(PAGES.settings, [...answers, of(['Europe/Berlin'], 'Europe/Berlin')]);
    expect((await field()).value).toBe('Europe/Berlin');
    expect(screen.getByText(/^It is .+ in Berlin now\.$/)).toBeTruthy();
    expect(saving().hasAttribute('disabled')).toBe(true);
    closeScreen();
    const network = await openScreen(PAGES.settings, [
      ...answers,
      of(['America/New_York', 'America/Los_Angeles'], 'America/New_York'),
      replies(setWorkCalendar, { version: 1 }),
    ]);
    expect((await field()).value).toBe('America/Los Angeles');
    expect(screen.getByText(/Until you save it, New York counts\.$/)).toBeTruthy();
    await userEvent.click(saving());
    await waitFor(() =>
      expect(putCalendar(network)).toMatchObject({ calendar: { zone: 'America/Los_Angeles' } }),
    );
  });

  test('the arrows of the calendar are named for months, years and decades', async () => {
    await openScreen(PAGES.settings, [
      ...answers,
      replies(showWorkCalendar, { calendar, ...zones, version: 4, may_change: true }),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Choose days' }));
    for (const [unit, above] of [
      ['month', /^\w+ \d{4}$/],
      ['year', /^\d{4}$/],
      ['decade', null],
    ] as const) {
      for (const way of ['Previous', 'Next'])
        expect(await screen.findByRole('button', { name: `${way} ${unit}`, hidden: true })).toBeTruthy();
      if (above) await userEvent.click(screen.getByRole('button', { name: above, hidden: true }));
    }
  });

  test('working days need one day, and are saved together', async () => {
    const network = await openScreen(PAGES.settings, [
      ...answers,
      replies(showWorkCalendar, { calendar, ...zones, version: 4, may_change: true }),
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
    expect(putCalendar(network)).toEqual({
      calendar: { ...calendar, workDays: [7], closedDays: [] },
      version: 4,
    });
  });

  test('working days that are changed while others are saved stay, and are saved on top', async () => {
    const stored = (version: number, changes = {}) =>
      replies(showWorkCalendar, {
        calendar: { ...calendar, ...changes },
        ...zones,
        version,
        may_change: true,
      });
    const network = await openScreen(PAGES.settings, [...answers, stored(4)]);
    const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const save = await screen.findByRole('button', { name: 'Save working days' });
    const friday = screen.getByRole<HTMLInputElement>('checkbox', { name: /Friday/ });
    expect(asks()).toBe(false);
    await userEvent.click(friday);
    expect(asks()).toBe(true);
    const reply = Promise.withResolvers<void>();
    const { respond } = replies(setWorkCalendar, { version: 5 });
    network.answer({ route: setWorkCalendar, respond: (sent) => reply.promise.then(() => respond(sent)) });
    await userEvent.click(save);
    await userEvent.click(screen.getByRole('checkbox', { name: /Monday/ }));
    network.answer(stored(5, { workDays: [1, 2, 3, 4] }));
    reply.resolve();
    await waitFor(() => expect(network.count(showWorkCalendar)).toBe(2));
    await waitFor(() => expect(save.hasAttribute('data-loading')).toBe(false));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Monday/ }).checked).toBe(false);
    network.answer(replies(setWorkCalendar, { version: 6 }));
    await userEvent.click(save);
    await waitFor(() => expect(network.count(setWorkCalendar)).toBe(2));
    expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      calendar: { workDays: [2, 3, 4] },
      version: 5,
    });
  });

  test('working days that are changed after a save are kept although the reload of the save failed', async () => {
    const stored = replies(showWorkCalendar, { calendar, ...zones, version: 4, may_change: true });
    const network = await openScreen(PAGES.settings, [
      ...answers,
      stored,
      replies(setWorkCalendar, { version: 5 }),
    ]);
    const save = await screen.findByRole('button', { name: 'Save working days' });
    await userEvent.click(screen.getByRole('checkbox', { name: /Friday/ }));
    network.answer(refuses(showWorkCalendar, 'internal'));
    await userEvent.click(save);
    await waitFor(() => expect(network.count(showWorkCalendar)).toBe(2));
    await waitFor(() => expect(save.hasAttribute('data-loading')).toBe(false));
    expect(save.hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Friday/ }).checked).toBe(false);
    await userEvent.click(screen.getByRole('checkbox', { name: /Monday/ }));
    await userEvent.click(save);
    await waitFor(() => expect(network.count(setWorkCalendar)).toBe(2));
    expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      calendar: { workDays: [2, 3, 4] },
      version: 5,
    });
  });

  test('working days are shown to members, who cannot change them', async () => {
    await openScreen(PAGES.settings, [
      ...answers,
      replies(showWorkCalendar, { calendar, ...zones, version: 4, may_change: false }),
    ]);
    expect(await screen.findByText('Only the owner of your group can change this.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Choose days' }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: /^Remove 12/ })).toBeNull();
  });
});
