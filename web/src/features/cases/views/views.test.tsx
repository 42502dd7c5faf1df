// @vitest-environment happy-dom
import { listCases, userFilters } from '@cusp/contract/case-list.routes';
import type { CaseView } from '@cusp/contract/case-views';
import { addView, changeView, listViews, orderViews, removeView } from '@cusp/contract/case-views.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import fixtures from '../../../../../contract/fixtures/case-views.json';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { CASES } from '../../../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

const VIEWS = fixtures.listViews.reply as ReplyFrom<typeof listViews>;
const MINE = 'Mine, due this week';
const SHARED = 'Waiting for the clinic';

const open = (search: string, ...answers: Answer[]) =>
  openScreen(PAGES.cases + search, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    hangs(getCaseByNo),
    replies(listViews, VIEWS),
    hangs(userFilters),
    ...answers,
  ]);
// The menu fades in, and is hidden from assistive technology until then.
const item = (name: string | RegExp) => ({ name, hidden: true });
const openMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^View/ }));
  await screen.findByRole('menuitem', item(MINE));
};
const choose = async (name: string | RegExp) => {
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', item(name)));
};
const filters = () => Object.fromEntries(new URLSearchParams(location.search));

test('choosing a view shows its filters and order, and its name', async () => {
  await open('');
  await choose(MINE);
  await screen.findByRole('button', { name: `View: ${MINE}` });
  expect(filters()).toEqual({ status: 'Open,InProgress', due: 'week', assignee: 'me', sort: 'due asc' });
});

test('the current filters are saved under a name, which may not be empty; a refusal keeps what was typed', async () => {
  const network = await open('?due=overdue', refuses(addView, 'too_many_views'));
  await choose('Save these filters as a view');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Enter a name.');
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: ' Late ones ' } });
  fireEvent.click(dialog.getByRole('switch', { name: 'Share with the group' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('You’ve reached the limit of 50 views. Delete one first.');
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', ' Late ones ');
  expect(network.sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Late ones',
    is_shared: true,
    filters: { due: 'overdue', orderBy: 'updated desc' },
  });
});

test('without filters, and with those of a view, there is nothing to save', async () => {
  await open('');
  await openMenu();
  expect(screen.getByRole('menuitem', item(/^Save these/)).matches(':disabled, [data-disabled]')).toBe(true);
});

test('a chosen view that is no longer shared says so and keeps its filters', async () => {
  let isShared = true;
  const network = await open('', {
    route: listViews,
    respond: (sent) => replies(listViews, isShared ? VIEWS : { ...VIEWS, views: [] }).respond(sent),
  });
  await choose(new RegExp(SHARED));
  await screen.findByRole('button', { name: `View: ${SHARED}` });
  isShared = false;
  const event = {
    id: 7,
    name: 'sguser_deleted',
    at: '2026-11-24T10:00:00.000Z',
    case_id: null,
    actor_id: 33,
    action_id: null,
    ids: { group: 1, member: 17 },
  };
  act(() => FakeEventSource.all.at(-1)?.say('sguser_deleted', event, '7'));
  await screen.findByText(/is no longer shared with you/);
  expect(filters()).toMatchObject({ restoration: 'crown', institution: 'Fields Dental' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/is no longer shared with you/)).toBeNull();
  expect(network.count(listViews)).toBeGreaterThan(1);
});

test('Escape restores a changed name, and only then closes the dialog', async () => {
  await open('');
  await choose('Manage views');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: `Name: ${MINE}` });
  await userEvent.type(field, ' and later{Escape}');
  expect([field.isConnected, field.value]).toEqual([true, MINE]);
  await userEvent.type(field, '{Escape}');
  await waitFor(() => expect(field.isConnected).toBe(false));
});

test('views that a colleague shares, renames or withdraws change immediately, also in the open menu', async () => {
  const [mine, shared] = VIEWS.views as [CaseView, CaseView];
  const network = await open('', replies(listViews, { ...VIEWS, views: [mine] }));
  await openMenu();
  const announce = (id: number, views: CaseView[]) => {
    network.answer(replies(listViews, { ...VIEWS, views }));
    const event = { id, name: 'views_changed', at: '2026-11-24T10:00:00.000Z', case_id: null, actor_id: 33 };
    act(() =>
      FakeEventSource.all.at(-1)?.say('views_changed', { ...event, action_id: null, ids: {} }, `${id}`),
    );
  };
  announce(7, [mine, shared]);
  await screen.findByRole('menuitem', item(new RegExp(SHARED)));
  announce(8, [mine, { ...shared, name: 'With the clinic' }]);
  await screen.findByRole('menuitem', item(/^With the clinic/));
  await userEvent.click(screen.getByRole('menuitem', item(/^With the clinic/)));
  await screen.findByRole('button', { name: 'View: With the clinic' });
  announce(9, [mine, shared]);
  await screen.findByRole('button', { name: `View: ${SHARED}` });
  announce(10, [mine]);
  await screen.findByText(new RegExp(`“${SHARED}” is no longer shared`));
});

test('after a reload a chosen view can still be updated with changed filters', async () => {
  const twin = { ...(VIEWS.views[0] as CaseView), id: 50, name: 'Also mine' };
  const answer = replies(listViews, { ...VIEWS, views: [...VIEWS.views, twin] });
  await open('', answer);
  await choose(twin.name);
  await screen.findByRole('button', { name: `View: ${twin.name}` });
  cleanup();
  await open(location.search, answer);
  await screen.findByRole('button', { name: `View: ${twin.name}` });
  fireEvent.click(screen.getByRole('button', { name: /^Completed/ }));
  await screen.findByRole('button', { name: /^Views/ });
  cleanup();
  await open(location.search, answer);
  await openMenu();
  screen.getByRole('menuitem', item(`Update “${twin.name}” with these filters`));
});

test('own views are renamed and ordered, those of others are not offered', async () => {
  const second = VIEWS.views.slice(0, 1).map((view) => ({ ...view, id: 49, name: 'Second' }));
  const network = await open(
    '',
    replies(listViews, { ...VIEWS, views: [...VIEWS.views.slice(0, 1), ...second, ...VIEWS.views.slice(1)] }),
    replies(changeView, {}),
    hangs(orderViews),
  );
  await choose('Manage views');
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage views' }));
  expect(dialog.getAllByRole('textbox')).toHaveLength(2);
  expect(dialog.getByRole('switch', { name: 'Shared: Second' })).toBeTruthy();
  const down = dialog.getByRole('button', { name: 'Move down: Mine, due this week' });
  fireEvent.click(down);
  await expect
    .poll(() => network.sent.findLast(({ path }) => path === orderViews.path)?.body)
    .toEqual({ ids: [49, 17] });
  // Browsers remove the focus from a disabled button.
  await waitFor(() => expect(down.getAttribute('aria-disabled')).toBe('true'));
  expect(down.matches(':disabled')).toBe(false);
  const name = dialog.getByRole('textbox', { name: 'Name: Second' });
  fireEvent.change(name, { target: { value: 'Renamed' } });
  fireEvent.keyDown(name, { key: 'Enter' });
  await expect
    .poll(() => network.sent.findLast(({ path }) => path.endsWith('/49/'))?.body)
    .toEqual({ name: 'Renamed' });
});

test('a deleted view hands the focus on to the next one, and the last one to its dialog', async () => {
  const [mine] = VIEWS.views as [CaseView];
  const second = { ...mine, id: 49, name: "Kim's 새 보기" };
  const network = await open(
    '',
    replies(listViews, { ...VIEWS, views: [mine, second] }),
    replies(removeView, {}),
  );
  await choose('Manage views');
  const dialog = await screen.findByRole('dialog', { name: 'Manage views' });
  const removed = async (name: string, left: CaseView[]) => {
    network.answer(replies(listViews, { ...VIEWS, views: left }));
    await userEvent.click(within(dialog).getByRole('button', { name: `Delete: ${name}` }));
    const question = await screen.findByRole('dialog', { name: 'Warning' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(within(dialog).queryByRole('textbox', { name: `Name: ${name}` })).toBeNull());
  };
  await removed(MINE, [second]);
  expect(document.activeElement).toBe(within(dialog).getByRole('listitem'));
  await removed(second.name, []);
  expect(document.activeElement).toBe(dialog);
});
