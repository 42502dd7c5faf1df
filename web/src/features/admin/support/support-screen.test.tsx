// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import type { SupportEntry } from '@cusp/contract/support';
import {
  approveSupport,
  askSupport,
  listSupport,
  refuseSupport,
  supportOptions,
} from '@cusp/contract/support.routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import support from '../../../../../contract/fixtures/support.json';
import { refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/support'));

const STAFF = { as: { ...DENTIST, is_staff: true } };
const entry = support.supportOptions.reply.log[0] as SupportEntry;
const subject = entry.subject;
const list = (...open: SupportEntry[]) => replies(listSupport, { open, latest: [] });
const options = (more: object = {}) =>
  replies(supportOptions, { subject, impossible: null, consent: null, proof: 'password', log: [], ...more });
const open = (answers: Parameters<typeof openScreen>[1], query = '') =>
  openScreen(`${PAGES.admSupport}${query}`, answers, STAFF);

test.each([
  ['staff', 'This is a staff account.'],
  ['self', 'This is your own account.'],
  ['blocked', 'This account is blocked.'],
  ['not_activated', 'This account has not been activated yet.'],
])(
  'acting for an account is impossible (%s): the button is disabled and the page says why',
  async (impossible, why) => {
    const complain = vi.spyOn(console, 'error');
    await open([list(), options({ impossible })], '?user=17');
    expect(await screen.findByText(why)).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Continue' }) as HTMLButtonElement).disabled).toBe(true);
    expect(complain).not.toHaveBeenCalled();
  },
);

test('a number without a user says so', async () => {
  await open([list(), refuses(supportOptions, 'not_found')], '?user=17');
  expect(await screen.findByText('There is no user with this number.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a reason, a password and a consent give the link, which opens a tab without an opener', async () => {
  const network = await open([list(), options()], '?user=17');
  const submit = (await screen.findByRole('button', { name: 'Continue' })) as HTMLButtonElement;
  const reason = screen.getByRole('textbox', { name: /What you need/ });
  fireEvent.change(reason, { target: { value: 'too short' } });
  expect(submit.disabled).toBe(true);
  fireEvent.change(reason, { target: { value: 'Scans of one case do not open' } });
  network.answer(replies(askSupport, { id: 31, state: 'ready', link: '/support#token' }));
  fireEvent.click(submit);
  const password = await screen.findByLabelText(/password/i, { selector: 'input' });
  fireEvent.change(password, { target: { value: 'right' } });
  fireEvent.submit(password.closest('form') as HTMLFormElement);
  const link = (await screen.findByRole('link', { name: 'Open in a new tab' })) as HTMLAnchorElement;
  expect([link.getAttribute('href'), link.target, link.rel]).toEqual([
    '/support#token',
    '_blank',
    'noopener noreferrer',
  ]);
  fireEvent.click(link);
  expect(((await screen.findByRole('textbox', { name: /What you need/ })) as HTMLTextAreaElement).value).toBe(
    '',
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an approval that cannot be requested shows why', async () => {
  const waiting: SupportEntry = { ...entry, state: 'waiting', is_own: false, by_consent: false };
  await open([list(waiting), refuses(supportOptions, 'not_found')]);
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a colleague approves; the own request can only be withdrawn', async () => {
  const waiting: SupportEntry = { ...entry, state: 'waiting', is_own: false, by_consent: false };
  const own: SupportEntry = { ...waiting, id: 32, is_own: true };
  const network = await open([list(waiting, own), options(), replies(approveSupport, {})]);
  const approve = await screen.findAllByRole('button', { name: 'Approve' });
  expect(approve).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Withdraw' })).toHaveLength(1);
  fireEvent.click(approve[0] as HTMLElement);
  const password = await screen.findByLabelText(/password/i, { selector: 'input' });
  fireEvent.change(password, { target: { value: 'right' } });
  network.answer(list(own));
  fireEvent.submit(password.closest('form') as HTMLFormElement);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull());
});

test('after an approval the focus stays in the entry, and after a refusal in the list', async () => {
  const waiting: SupportEntry = { ...entry, state: 'waiting', is_own: false, by_consent: false };
  const network = await open([list(waiting), options(), replies(approveSupport, {})]);
  const approve = await screen.findByRole('button', { name: 'Approve' });
  const line = screen.getByRole('listitem');
  approve.focus();
  fireEvent.click(approve);
  const password = await screen.findByLabelText(/password/i, { selector: 'input' });
  password.focus();
  fireEvent.change(password, { target: { value: 'right' } });
  network.answer(list({ ...waiting, state: 'approved' }));
  fireEvent.submit(password.closest('form') as HTMLFormElement);
  await waitFor(() => expect(document.activeElement).toBe(line));

  const refuse = screen.getByRole('button', { name: 'Refuse' });
  refuse.focus();
  network.answer(replies(refuseSupport, {}));
  network.answer(list());
  fireEvent.click(refuse);
  await waitFor(() => expect(line.isConnected).toBe(false));
  expect((document.activeElement as HTMLElement).textContent).toContain('Nothing is waiting or running');
});

test('a list that cannot be loaded says so', async () => {
  await open([refuses(listSupport, 'internal', { request_id: 'request-7' })]);
  expect(await screen.findByText(/request-7/)).toBeTruthy();
});
