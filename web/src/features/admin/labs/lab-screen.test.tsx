// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import { editLab, getStaffLab } from '@cusp/contract/staff-labs.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/labs'));

const LAB = {
  id: 1,
  name: 'Hoff',
  email: 'lab@cusp.example',
  company_name: 'Hoff Dentaltechnik',
  company_address: '',
  contact_name: '',
  contact_email: '',
  contact_phone: '',
  lab_logo: null,
  country: 'DE',
  is_active: true,
  has_account: true,
  version: 'one',
};
const field = async (name: RegExp) => (await screen.findByLabelText(name)) as HTMLInputElement;

test('after a colleague was faster, what was typed stays and the other fields are loaded again', async () => {
  const network = await openScreen(
    PAGES.admLab.replace(':id', '1'),
    [replies(getStaffLab, LAB), refuses(editLab, 'conflict', { changed_by: 'Bob Bell' })],
    { as: { ...DENTIST, is_staff: true } },
  );
  await userEvent.type(await field(/^Contact name/), 'Lena');
  await userEvent.click(screen.getByRole('button', { name: 'Save lab' }));
  expect(await screen.findByText(/Bob Bell has changed this lab meanwhile/)).toBeTruthy();
  network.answer(refuses(getStaffLab, 'forbidden'));
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  await waitFor(() => expect(network.count(getStaffLab)).toBe(2));
  expect(await screen.findByText('You do not have permission to do this.')).toBeTruthy();
  expect(screen.getByText(/Bob Bell has changed this lab meanwhile/)).toBeTruthy();
  network.answer(
    replies(getStaffLab, { ...LAB, company_address: 'Am Hafen 4', contact_name: 'Bo', version: 'two' }),
  );
  network.answer(replies(editLab, {}));
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  await waitFor(async () => expect((await field(/^Company address/)).value).toBe('Am Hafen 4'));
  expect((await field(/^Contact name/)).value).toBe('Lena');
  await waitFor(() => expect(screen.queryByText(/Bob Bell/)).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Save lab' }));
  await waitFor(() => expect(network.count(editLab)).toBe(2));
  const sent = network.sent.findLast(({ body }) => body instanceof FormData)?.body as FormData;
  expect(Object.fromEntries(sent)).toMatchObject({
    version: 'two',
    contact_name: 'Lena',
    company_address: 'Am Hafen 4',
  });
});

test('Cancel takes the refusal away with what was typed', async () => {
  await openScreen(
    PAGES.admLab.replace(':id', '1'),
    [replies(getStaffLab, LAB), refuses(editLab, 'internal')],
    { as: { ...DENTIST, is_staff: true } },
  );
  await userEvent.type(await field(/^Contact name/), 'Lena');
  await userEvent.click(screen.getByRole('button', { name: 'Save lab' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await field(/^Contact name/)).value).toBe('');
});

test('a lab that does not exist has a page with a title, and a way back', async () => {
  await openScreen(PAGES.admLab.replace(':id', '9'), [refuses(getStaffLab, 'not_found')], {
    as: { ...DENTIST, is_staff: true },
  });
  expect(await screen.findByText('This lab does not exist.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Edit lab' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to labs' }).getAttribute('href')).toBe(PAGES.admLabs);
});
