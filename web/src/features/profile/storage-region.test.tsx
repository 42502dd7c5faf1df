// @vitest-environment happy-dom

import { validateField } from '@cusp/contract/accounts.routes';
import { suggestAddresses } from '@cusp/contract/addresses.routes';
import type { AppInfo } from '@cusp/contract/brand';
import { listCases } from '@cusp/contract/case-list.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { User } from '@cusp/contract/identity';
import { PAGES } from '@cusp/contract/pages';
import { editProfile, getProfile } from '@cusp/contract/profile.routes';
import { moveState, planMove } from '@cusp/contract/region-move.routes';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import fixtures from '../../../../contract/fixtures/region-move.json';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { PROFILE } from '../../testing/golden.ts';
import { disconnects, hangs, refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen, TWO_REGIONS } from '../../testing/screen.tsx';

const HERE: Partial<AppInfo> = { ...TWO_REGIONS, server_loc: 'EU' };
const NOT_ASKED: User = { ...DENTIST, settings: { ...DENTIST.settings, data_loc_set: false } };
const ASSIGNED: User = {
  ...DENTIST,
  settings: { ...DENTIST.settings, data_loc_set: true, data_loc_set_date: '2026-11-02T10:00:00.000Z' },
};

describe('settings', () => {
  const open = (as: User, site?: Partial<AppInfo>) =>
    openScreen(
      PAGES.settings,
      // The question about the region may open over the settings.
      [replies(listScanners, { scanners: [], last_device_id: null }), replies(getProfile, PROFILE)],
      { as, site },
    );

  test('a site with one region only names it', async () => {
    await open(NOT_ASKED);
    expect(await screen.findByText('Where your data is stored')).toBeTruthy();
    expect(screen.getByText('European Union')).toBeTruthy();
    expect(screen.queryByText(/Not assigned yet|Assigned on/)).toBeNull();
  });

  test('a person without a region is led to the profile', async () => {
    await open(NOT_ASKED, HERE);
    expect(await screen.findByText('Not assigned yet; it follows the country in your profile')).toBeTruthy();
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'Edit Profile' });
    expect(link.getAttribute('href')).toBe('/profile?next=%2Fsettings');
  });

  test('an assigned region shows since when', async () => {
    await open(ASSIGNED, HERE);
    expect(await screen.findByText('Assigned on 11/02/2026')).toBeTruthy();
  });
});

describe('profile', () => {
  const GERMAN = { ...PROFILE, country: 'DE' };
  const RESULT = { user: ASSIGNED, user_loc: 'EU', server_loc: 'EU' } as const;
  const open = (site?: Partial<AppInfo>) =>
    openScreen(PAGES.profile, [replies(getProfile, GERMAN), replies(editProfile, RESULT)], {
      as: NOT_ASKED,
      site,
    });
  const save = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save Changes' });

  test('text typed while the profile is saved stays, and can be saved before the page continues', async () => {
    const reply = Promise.withResolvers<void>();
    const { respond } = replies(editProfile, RESULT);
    const network = await openScreen(
      `${PAGES.profile}?next=%2Fsettings`,
      [
        hangs(listScanners),
        replies(getProfile, GERMAN),
        replies(validateField, {}),
        replies(suggestAddresses, { addresses: [] }),
        { route: editProfile, respond: (sent) => reply.promise.then(() => respond(sent)) },
      ],
      { as: ASSIGNED },
    );
    const institution = await screen.findByRole<HTMLInputElement>('textbox', { name: /Institution/ });
    const address = screen.getByRole<HTMLInputElement>('combobox', { name: /^Address/ });
    await userEvent.clear(institution);
    await userEvent.type(institution, 'Berg');
    await userEvent.click(await save());
    await userEvent.type(address, ' 7b');
    reply.resolve();
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    expect(address.value).toMatch(/ 7b$/);
    await waitFor(async () => expect((await save()).disabled).toBe(false));
    expect(location.pathname).toBe(PAGES.profile);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await save());
    await waitFor(() => expect(network.count(editProfile)).toBe(2));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(location.pathname).toBe(PAGES.settings));
  });

  async function answer(choice: 'OK' | 'Cancel'): Promise<void> {
    await userEvent.click(await save());
    const info = await screen.findByRole('dialog', { name: 'Info' });
    expect(info.textContent).toContain('From Jan 8th 2023');
    await userEvent.click(within(info).getByRole('button', { name: 'OK' }));
    const question = await screen.findByRole('dialog', { name: 'Data storage region' });
    expect(question.textContent).toContain('(Germany: European Union)');
    await userEvent.click(within(question).getByRole('button', { name: choice }));
  }

  test('the country fixes the region after the person agreed', async () => {
    const network = await open(HERE);
    await waitFor(async () => expect((await save()).disabled).toBe(false));
    await answer('Cancel');
    await waitFor(async () => expect((await save()).disabled).toBe(false));
    expect(network.count(editProfile)).toBe(0);
    await answer('OK');
    await waitFor(() => expect(network.count(editProfile)).toBe(1));
  });

  test('text typed while the region is fixed can be saved before the page continues', async () => {
    const network = await open(HERE);
    const institution = await screen.findByRole<HTMLInputElement>('textbox', { name: /Institution/ });
    network.answer(replies(validateField, {}));
    for (const route of [listCases, listDrafts]) network.answer(hangs(route));
    const reply = Promise.withResolvers<void>();
    const { respond } = replies(editProfile, RESULT);
    network.answer({ route: editProfile, respond: (sent) => reply.promise.then(() => respond(sent)) });
    await answer('OK');
    await waitFor(() => expect(network.count(editProfile)).toBe(1));
    await userEvent.type(institution, ' & Kim');
    reply.resolve();
    const closed = async () => {
      const saved = await screen.findByRole('dialog', { name: 'Info' });
      await userEvent.click(within(saved).getByRole('button', { name: 'OK' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await closed();
    expect(location.pathname).toBe(PAGES.profile);
    await userEvent.click(await save());
    await closed();
    await waitFor(() => expect(location.pathname).not.toBe(PAGES.profile));
  });

  test('a country of the other region is saved with the rest, and leads to the plan of the move', async () => {
    const network = await openScreen(
      PAGES.profile,
      [
        replies(getProfile, { ...GERMAN, country: 'US' }),
        replies(editProfile, { ...RESULT, user: NOT_ASKED }),
        replies(moveState, { cases_mv_percent: null, move: null, can_cancel: false }),
        hangs(planMove),
        replies(validateField, {}),
      ],
      { as: NOT_ASKED, site: HERE },
    );
    await userEvent.type(await screen.findByLabelText('First name'), 'lise');
    await userEvent.click(await save());
    const info = await screen.findByRole('dialog', { name: 'Info' });
    await userEvent.click(within(info).getByRole('button', { name: 'OK' }));
    const question = await screen.findByRole('dialog', { name: 'Data storage region' });
    expect(question.textContent).toContain('(United States: United States)');
    await userEvent.click(within(question).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/data-region?country=US'));
    expect(network.count(editProfile)).toBe(1);
  });

  test('a site with one region asks nothing', async () => {
    await open();
    await screen.findByRole('textbox', { name: /First name/ });
    expect((await save()).disabled).toBe(true);
  });
});

describe('the question after signing in', () => {
  const GERMAN = { ...PROFILE, country: 'DE' };
  const RESULT = { user: ASSIGNED, user_loc: 'EU', server_loc: 'EU' } as const;
  const ANSWERS = [
    replies(getProfile, GERMAN),
    replies(editProfile, RESULT),
    replies(listScanners, { scanners: [], last_device_id: null }),
  ];
  const open = (as: User, site?: Partial<AppInfo>) => openScreen(PAGES.settings, ANSWERS, { as, site });
  const question = () => screen.findByRole('dialog', { name: 'Data storage region' });
  const press = async (name: string) =>
    userEvent.click(within(await question()).getByRole('button', { name }));
  const chosenCountry = async () =>
    within(await question()).findByDisplayValue('Germany', {}, { timeout: 20_000 });

  test('fixes the region of the chosen country after the person agreed', async () => {
    const network = await open(NOT_ASKED, HERE);
    await chosenCountry();
    await press('Select Now');
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(network.count(editProfile)).toBe(1));
    const { body } = network.sent.find(({ method }) => method === editProfile.method) ?? {};
    expect((body as FormData).get('country')).toBe('DE');
    expect(await screen.findByText('Assigned on 11/02/2026')).toBeTruthy();
  });

  test('the question after signing in is asked again in the next session when it is put off', async () => {
    const network = await open(NOT_ASKED, HERE);
    await chosenCountry();
    await press('Select Later');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(network.count(editProfile)).toBe(0);
    cleanup();
    await open(NOT_ASKED, HERE);
    expect(await question()).toBeTruthy();
  });

  test('the question after signing in keeps the choice and shows the reason when saving fails', async () => {
    const network = await open(NOT_ASKED, HERE);
    network.answer(disconnects(editProfile));
    await chosenCountry();
    await press('Select Now');
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    expect((await within(await question()).findByRole('alert')).textContent).not.toBe('');
    expect(await chosenCountry()).toBeTruthy();
  });

  test('the question after signing in shows the percent of a move that is under way instead, which a live event raises', async () => {
    const running = fixtures.moveState.reply as ReplyFrom<typeof moveState>;
    const settings = { ...NOT_ASKED.settings, data_moving: true } as const;
    const network = await openScreen(PAGES.settings, [...ANSWERS, replies(moveState, running)], {
      as: { ...NOT_ASKED, settings },
      site: { ...HERE, server_loc: 'US' },
    });
    const dialog = await question();
    expect(await within(dialog).findByText('42 %')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Select Now' })).toBeNull();
    const move = { ...running.move, cases_mv_percent: 77 } as NonNullable<typeof running.move>;
    network.answer(replies(moveState, { ...running, cases_mv_percent: 77, move }));
    const event = { id: 7, name: 'region_move_changed', ids: {}, action_id: 'of-the-server' };
    act(() => FakeEventSource.all.at(-1)?.say(event.name, event, '7'));
    expect(await within(dialog).findByText('77 %')).toBeTruthy();
    await press('OK');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the question after signing in leads to the plan of a move where the country’s data is kept in the other region', async () => {
    const network = await open(NOT_ASKED, { ...HERE, server_loc: 'US' });
    network.answer(replies(moveState, { cases_mv_percent: null, move: null, can_cancel: false }));
    network.answer(refuses(planMove, 'region_unreachable'));
    await chosenCountry();
    await press('Select Now');
    await waitFor(() => expect(location.pathname + location.search).toBe(`${PAGES.dataRegion}?country=DE`));
    expect(network.count(editProfile)).toBe(0);
  });

  test.each([
    ['a person whose region is fixed', ASSIGNED, HERE],
    ['a site with one region', NOT_ASKED, undefined],
  ])('the question after signing in is not asked for %s', async (_, as, site) => {
    await open(as, site);
    await screen.findByText('Data region');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
