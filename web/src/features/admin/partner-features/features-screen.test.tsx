// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import type { Feature } from '@cusp/contract/partner-features';
import {
  changeFeature,
  FEATURE_TIMEOUT_MS,
  listFeatures,
  removeFeatures,
  uploadFeatures,
} from '@cusp/contract/partner-features.routes';
import { applySheet, listSheets } from '@cusp/contract/sheets.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../app/query-client.ts';
import { type Answer, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/feature_partner'));

const feature = (id: number, option = false): Feature => ({
  id,
  udi: `(01)09506000134352(21)${id}`,
  option,
  version: 1,
  updated_at: '2026-11-22T09:31:00.000Z',
  updated_by: 'Dana Device',
});
const listOf = (...features: Feature[]) =>
  replies(listFeatures, {
    features,
    page: {
      number: 1,
      num_per_page: 25,
      total_num: features.length,
      count: features.length,
      num_pages: 1,
      has_previous: false,
      has_next: false,
      page_range: [1],
    },
  });
const open = (answers: readonly Answer[], query = '') =>
  openScreen(`${PAGES.admPartnerFeatures}${query}`, answers, { as: { ...DENTIST, is_device_manager: true } });
const theSwitch = async () => (await screen.findByRole('switch')) as HTMLInputElement;

describe('the list', () => {
  test('the list without rows says how to add some, and a search without a match how to go back', async () => {
    await open([listOf()]);
    expect(await screen.findByText('No partner features yet')).toBeTruthy();
  });

  test('a search without a match offers to show everything', async () => {
    await open([listOf()], '?search=zzz');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
  });

  test('the list that cannot be loaded offers to try again', async () => {
    await open([refuses(listFeatures, 'internal', { request_id: 'request-7' })]);
    expect(await screen.findByText(/request-7/)).toBeTruthy();
  });
});

describe('the switch', () => {
  test('the switch shows the wish at once and keeps it when the server agrees', async () => {
    const network = await open([
      listOf(feature(7)),
      replies(changeFeature, { ...feature(7, true), version: 2 }),
    ]);
    queryClient.setQueryData(['staff-device', 7], { state: 'active' });
    await theSwitch();
    network.answer(listOf({ ...feature(7, true), version: 2 }));
    await userEvent.click(await theSwitch());
    expect((await theSwitch()).checked).toBe(true);
    await waitFor(async () => expect((await theSwitch()).getAttribute('aria-busy')).toBe('false'));
    expect((await theSwitch()).checked).toBe(true);
    expect(network.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ option: true, version: 1 });
    // The page of the device would show the former state and send its version.
    await waitFor(() => expect(queryClient.getQueryState(['staff-device', 7])?.isInvalidated).toBe(true));
  });

  test('the switch goes back when the change fails, and names the person who was faster', async () => {
    const network = await open([
      listOf(feature(7)),
      refuses(changeFeature, 'conflict', { changed_by: 'Bob Bell' }),
    ]);
    await userEvent.click(await theSwitch());
    expect(await screen.findByText(/Bob Bell has just changed this/)).toBeTruthy();
    expect((await theSwitch()).checked).toBe(false);
    expect(network.count(listFeatures)).toBeGreaterThan(1);
  });

  test('the switch gives up after 15 seconds and names the feature', async () => {
    const stop = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(stop.signal);
    const aborted = () =>
      new Promise<Response>((_, reject) =>
        stop.signal.addEventListener('abort', () => reject(new DOMException('timed out', 'TimeoutError'))),
      );
    await open([listOf(feature(7)), { route: changeFeature, respond: aborted }]);
    await userEvent.click(await theSwitch());
    expect((await theSwitch()).checked).toBe(true);
    expect(timeout).toHaveBeenCalledWith(FEATURE_TIMEOUT_MS);
    stop.abort();
    expect(await screen.findByText('API call timed out for feature ID 7')).toBeTruthy();
    expect((await theSwitch()).checked).toBe(false);
  });
});

test('removing asks once, and the list keeps its search', async () => {
  const network = await open([listOf(feature(7)), replies(removeFeatures, { deleted: 1 })], '?search=0950');
  await userEvent.click(await screen.findByRole('checkbox', { name: /Select \(01\)/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(network.count(removeFeatures)).toBe(1));
  await waitFor(() => expect(network.count(listFeatures)).toBe(2));
  expect(location.search).toBe('?search=0950');
});

describe('a sheet', () => {
  const checked = {
    id: 15,
    kind: 'features',
    filename: 'May.xlsx',
    state: 'checked',
    created_at: '2026-11-22T09:30:00.000Z',
    created_by: 'Dana Device',
    rows_total: 2,
    rows_bad: 1,
    applied_at: null,
    rows_applied: 0,
    undo_until: null,
    rows_undone: 0,
    title: 'Partner features',
    version: 1,
    columns: ['UDI', 'Option'],
    rows: [
      { row: 2, cells: ['A1', 'Yes'], problems: [] },
      {
        row: 3,
        cells: ['A1', 'No'],
        problems: [{ column: 'UDI', code: 'twice_in_sheet', level: 'error', other_row: 2 }],
      },
    ],
  } as const;
  const upload = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Upload sheet' }));
    await screen.findByText(/Fill in the template/);
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    await userEvent.upload(input, new File(['x'], 'May.xlsx'));
  };
  const rest = [listOf(feature(7)), replies(listSheets, { sheets: [] })];

  test('a sheet that is refused says why, in words', async () => {
    await open([
      ...rest,
      refuses(uploadFeatures, 'sheet_refused', { sheet: { reason: 'macros', column: '' } }),
    ]);
    await upload();
    expect(await screen.findByText(/The file has macros/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Choose file' })).toBeTruthy();
  });

  test('a sheet names its problems in their cells, and applies the good rows', async () => {
    const applied = {
      ...checked,
      state: 'applied',
      rows_applied: 1,
      applied_at: checked.created_at,
    } as const;
    const network = await open([
      ...rest,
      replies(uploadFeatures, checked as never),
      replies(applySheet, applied as never),
    ]);
    await upload();
    expect(await screen.findByText('The same as in row 2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Apply good rows (1)' }));
    expect(await screen.findByText('Rows applied: 1')).toBeTruthy();
    await waitFor(() => expect(network.count(listFeatures)).toBeGreaterThan(1));
  });
});
