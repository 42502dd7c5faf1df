// @vitest-environment happy-dom
import { listCases, userFilters } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { PAGES } from '@cusp/contract/pages';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { editSettings } from '@cusp/contract/profile.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import cases from '../../../../contract/fixtures/cases.json';
import history from '../../../../contract/fixtures/history.json';
import { CASE, CASES, NO_CASES } from '../../testing/golden.ts';
import { hangs, refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen } from '../../testing/screen.tsx';

const FILTERS = cases.userFilters.reply as ReplyFrom<typeof userFilters>;
const ROW = CASES.posts[0];
if (!ROW) throw new Error('the fixture has no case');
const CLARA: typeof CASES = {
  ...CASES,
  posts: [
    { ...ROW, no: '2611-VX5GK3', case: { ...ROW.case, pat_firstname: 'Clara', pat_lastname: 'Neumann' } },
  ],
};
/** Requests of the settings and of the screens that are opened from there. */
const ANSWERS = [
  replies(listCases, CLARA),
  replies(userFilters, FILTERS),
  replies(listScanners, { scanners: [], last_device_id: null }),
  hangs(listConnections),
  hangs(listDrafts),
  hangs(getCaseByNo),
];

const CASE_ANSWERS = [
  replies(getCaseByNo, { ...CASE, proposal: null, edit_order: null, actions: ['COMP'] }),
  replies(listFiles, { files: CASE.files }),
  replies(listUploads, { uploads: [] }),
  replies(caseHistory, history.caseHistory.reply as ReplyFrom<typeof caseHistory>),
  hangs(heartbeat),
  hangs(leaveCase),
];

async function openPalette(answers = ANSWERS) {
  const network = await openScreen(PAGES.settings, answers);
  await screen.findByRole('heading', { name: 'Personal Settings' });
  await userEvent.keyboard('{Control>}k{/Control}');
  return { network, field: await screen.findByRole('combobox', { name: 'Find anything' }) };
}

describe('command palette', () => {
  test('Ctrl+K finds a case in spite of a typing error, and Enter opens it', async () => {
    const { field } = await openPalette();
    expect(await screen.findByRole('option', { name: /Clara Neumann/ })).toBeTruthy();
    await userEvent.type(field, 'nuemann');
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain('Clara Neumann'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/cases/2611-VX5GK3'));
  });

  test.each([
    ['Enter', () => userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')],
    ['a click', () => userEvent.click(screen.getByRole('option', { name: /Connections/ }))],
  ])('%s opens the chosen screen', async (_, choose) => {
    const { field } = await openPalette();
    await userEvent.type(field, 'connections');
    await screen.findByRole('option', { name: /Connections/ });
    await choose();
    await waitFor(() => expect(location.pathname).toBe(PAGES.connections));
  });

  test('screens that only the settings link to are found too', async () => {
    const { field } = await openPalette();
    await userEvent.type(field, 'prodction');
    await screen.findByRole('option', { name: 'Production' });
    await userEvent.clear(field);
    await userEvent.type(field, 'privacy');
    expect(await screen.findByRole('option', { name: 'Privacy' })).toBeTruthy();
  });

  test('command palette says that nothing was found', async () => {
    const { network, field } = await openPalette();
    network.answer(replies(listCases, NO_CASES));
    await userEvent.type(field, 'qqqqq');
    expect(await screen.findByText(/Nothing found/)).toBeTruthy();
  });

  test('a failed search says so, and screens can still be found', async () => {
    const { network, field } = await openPalette();
    network.answer(refuses(listCases, 'internal'));
    await userEvent.type(field, 'profile');
    expect((await screen.findByRole('alert')).textContent).toContain('Cases could not be searched.');
    expect(screen.getByRole('option', { name: /Edit Profile/ })).toBeTruthy();
  });

  test('the option that Enter takes is the active and selected one from the start, and after each key', async () => {
    const { field } = await openPalette();
    await screen.findByRole('option', { name: /Clara Neumann/ });
    const expectActive = (at: number) => {
      const option = screen.getAllByRole('option')[at];
      expect(screen.getAllByRole('option', { selected: true })).toEqual([option]);
      expect(field.getAttribute('aria-activedescendant')).toBe(option?.id);
    };
    expectActive(0);
    await userEvent.keyboard('{ArrowDown}');
    expectActive(1);
    await userEvent.type(field, 'connections');
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain('Connections'));
    expectActive(0);
  });

  test('the page behind does not scroll by keys, and an Enter of a composition chooses nothing', async () => {
    const { field } = await openPalette();
    await screen.findByRole('option', { name: /Clara Neumann/ });
    expect(fireEvent.keyDown(field, { key: 'PageDown' })).toBe(false);
    expect(fireEvent.keyDown(field, { key: 'PageUp' })).toBe(false);
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 229 });
    fireEvent.keyDown(field, { key: 'Escape', code: 'Escape', keyCode: 229 });
    expect(location.pathname).toBe(PAGES.settings);
    expect(screen.getByRole('combobox', { name: 'Find anything' })).toBe(field);
  });

  test('Escape closes the palette and returns the focus, and the page behind can be scrolled again', async () => {
    await openScreen(PAGES.settings, ANSWERS);
    const box = await screen.findByRole('textbox', { name: 'Search settings' });
    box.focus();
    // Dvorak has K where V usually is.
    fireEvent.keyDown(box, { key: 'k', code: 'KeyV', ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: 'Find anything' });
    expect(document.activeElement).toBe(field);
    const { style } = document.documentElement;
    expect(style.overflow).toBe('hidden');
    // There is nothing else that could take the focus, and a click beside the field leaves it there.
    await userEvent.tab();
    await userEvent.click(screen.getByRole('dialog', { name: 'Find anything' }));
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull());
    expect(document.activeElement).toBe(box);
    expect(style.overflow).toBe('');
  });

  test('a click beside the palette closes it', async () => {
    await openPalette();
    await userEvent.click(document.querySelector('[role=dialog]')?.previousElementSibling as Element);
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull());
  });
});

test('the actions of a case that arrives while the palette is open are in it, and the chosen option stays', async () => {
  let arrive = () => {};
  const network = await openScreen('/cases/2611-VX5GK3', [
    ...ANSWERS,
    ...CASE_ANSWERS,
    {
      route: getCaseByNo,
      respond: async () => {
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
        return Response.json({ ...CASE, proposal: null, edit_order: null, actions: ['COMP'] });
      },
    },
  ]);
  await waitFor(() => expect(network.count(getCaseByNo)).toBe(1));
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('option', { name: /Clara Neumann/ });
  expect(screen.queryByRole('option', { name: /Write a comment/ })).toBeNull();
  const chosen = () => document.querySelector('[data-combobox-selected]')?.textContent;
  const first = chosen();
  await userEvent.keyboard('{ArrowUp}');
  const last = chosen();
  expect(last).not.toBe(first);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  const before = chosen();
  arrive();
  expect(await screen.findByRole('option', { name: /Write a comment/ })).toBeTruthy();
  await waitFor(() => expect(chosen()).toBe(before));
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  expect(chosen()).toBe(before);
});

describe('shortcuts', () => {
  test('g and c open the cases, but not while typing', async () => {
    await openScreen(PAGES.settings, ANSWERS);
    const box = await screen.findByRole('textbox', { name: 'Search settings' });
    await userEvent.type(box, 'gc');
    expect(location.pathname).toBe(PAGES.settings);
    box.blur();
    await userEvent.keyboard('gc');
    await waitFor(() => expect(location.pathname).toBe(PAGES.cases));
  });

  test('c goes to the comment of the open case', async () => {
    await openScreen(`/cases/${CASE.no}`, [...ANSWERS, ...CASE_ANSWERS]);
    await screen.findByRole('textbox', { name: 'Write a comment …' });
    await userEvent.keyboard('c');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write a comment …' }));
  });

  test('Ctrl+K pressed before the page was loaded is followed once it is', async () => {
    vi.stubGlobal('takeEarlyKey', () => new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    await openScreen(PAGES.cases, ANSWERS);
    await screen.findByRole('combobox', { name: 'Find anything' });
  });

  test('shortcuts do nothing once they are switched off', async () => {
    const off = { on: false, keys: {} };
    await openScreen(PAGES.settings, ANSWERS, {
      as: { ...DENTIST, settings: { ...DENTIST.settings, shortcuts: off } },
    });
    await screen.findByRole('heading', { name: 'Personal Settings' });
    await userEvent.keyboard('?gc');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.pathname).toBe(PAGES.settings);
  });

  test('a new key is stored, and one that is taken is refused with what it does', async () => {
    const network = await openScreen(PAGES.settings, ANSWERS);
    await screen.findByRole('heading', { name: 'Personal Settings' });
    await userEvent.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const { settings } = DENTIST;
    const changed = { ...settings, shortcuts: { on: true, keys: { status: 'x' } } };
    network.answer(replies(editSettings, changed));

    await userEvent.click(dialog.getByRole('button', { name: 'Change status: S. Change the key' }));
    await userEvent.keyboard('c');
    expect((await dialog.findByRole('alert')).textContent).toBe('C is already used for “Write a comment”.');
    expect(network.count(editSettings)).toBe(0);

    await userEvent.click(dialog.getByRole('button', { name: 'Change status: S. Change the key' }));
    await userEvent.keyboard('x');
    expect(await dialog.findByRole('button', { name: 'Change status: X. Change the key' })).toBeTruthy();
    expect(network.sent.at(-1)?.body).toEqual({ shortcuts: { on: true, keys: { status: 'x' } } });
  });
});
