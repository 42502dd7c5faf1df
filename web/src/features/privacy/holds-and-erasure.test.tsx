// @vitest-environment happy-dom

import {
  casesOfPatient,
  erasePatient,
  liftHold,
  listAccesses,
  listHolds,
  placeHold,
} from '@cusp/contract/privacy.routes';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import privacy from '../../../../contract/fixtures/privacy.json';
import { queryClient } from '../../app/query-client.ts';
import { LOG, NO_EXPORTS, NO_HOLDS, NO_LINKS, openPrivacy } from '../../testing/privacy.tsx';
import { refuses, replies } from '../../testing/replies.ts';

test('a hold is placed after a wrong number, which is kept, and lifted after a question', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    NO_LINKS,
    NO_HOLDS,
    NO_EXPORTS,
    refuses(placeHold, 'not_found'),
  ]);
  expect(await screen.findByText('No cases on hold')).toBeTruthy();
  const number = screen.getByRole('textbox', { name: 'Case number' });
  await user.type(number, '2611-0401');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Complaint');
  await user.click(screen.getByRole('button', { name: 'Place hold' }));
  expect(await screen.findByText('Your institution has no case with this number.')).toBeTruthy();
  expect((number as HTMLInputElement).value).toBe('2611-0401');
  const placed = Promise.withResolvers<void>();
  const place = replies(placeHold, { id: 17 });
  network.answer({ ...place, respond: (sent) => placed.promise.then(() => place.respond(sent)) });
  network.answer(replies(listHolds, privacy.listHolds.reply));
  await user.click(screen.getByRole('button', { name: 'Place hold' }));
  // Text typed before the reply stays, and the hold is still announced.
  await user.type(number, '9');
  placed.resolve();
  expect(await screen.findByText('The case is on hold')).toBeTruthy();
  expect((number as HTMLInputElement).value).toBe('2611-04019');
  expect((screen.getByRole('textbox', { name: 'Reason' }) as HTMLInputElement).value).toBe('');
  await user.click(await screen.findByRole('button', { name: 'Lift the hold on 2611-0401' }));
  network.answer(replies(liftHold, {}));
  network.answer(NO_HOLDS);
  await user.click(await screen.findByRole('button', { name: 'Lift hold' }));
  expect(await screen.findByText('No cases on hold')).toBeTruthy();
});

test('while the other region does not answer the list says that it is not complete', async () => {
  const [hold] = privacy.listHolds.reply.holds;
  if (!hold) throw new Error('no hold');
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    NO_LINKS,
    replies(listHolds, { holds: [], is_complete: false }),
    NO_EXPORTS,
  ]);
  expect(await screen.findByText(/The other region isn’t responding right now/)).toBeTruthy();
  expect(screen.queryByText('No cases on hold')).toBeNull();
  const elsewhere = { ...hold, case: { ...hold.case, patient: '' }, is_elsewhere: true };
  network.answer(replies(listHolds, { holds: [elsewhere], is_complete: true }));
  await act(() => queryClient.invalidateQueries({ queryKey: ['case', 'holds'] }));
  expect(await screen.findByText('The case is in the other region now')).toBeTruthy();
  expect(screen.queryByText(/The other region does not answer/)).toBeNull();
});

test('a patient is erased from the chosen cases after a question; cases on hold cannot be chosen', async () => {
  const user = userEvent.setup();
  const [one] = privacy.casesOfPatient.reply.cases;
  if (!one) throw new Error('no case');
  const cases = [
    one,
    { ...one, id: 417, no: '2611-0417' },
    { ...one, id: 433, no: '2611-0433', is_held: true },
  ];
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    NO_LINKS,
    NO_HOLDS,
    NO_EXPORTS,
    replies(casesOfPatient, { ...privacy.casesOfPatient.reply, cases }),
    refuses(erasePatient, 'internal'),
  ]);
  await user.type(
    await screen.findByRole('searchbox', { name: 'Search for a patient or number' }),
    'Jo{Enter}',
  );
  const held = await screen.findByRole('checkbox', { name: 'Jo Patient · 2611-0433' });
  expect((held as HTMLInputElement).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Jo Patient · 2611-0417' }));
  const erase = () => user.click(screen.getByRole('button', { name: 'Delete 2 cases' }));
  expect(screen.getByText('Draft of Amy Mate')).toBeTruthy();
  expect(screen.queryByText(/of different patients/)).toBeNull();
  await erase();
  expect(await screen.findByText(/2 cases are deleted .* 1 draft is among them/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(erasePatient, { deleted: [401, 449], kept: [] }));
  await erase();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 cases deleted')).toBeTruthy();
  expect(network.sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
    ids: [449, 401],
    search: 'Jo',
  });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('cases of another birth date belong to another patient, and none is chosen at first', async () => {
  const user = userEvent.setup();
  const [one] = privacy.casesOfPatient.reply.cases;
  if (!one) throw new Error('no case');
  const cases = [one, { ...one, id: 417, no: '2611-0417', birthdate: '2011-12-24' }];
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    NO_LINKS,
    NO_HOLDS,
    NO_EXPORTS,
    replies(casesOfPatient, { cases: [one], drafts: [], is_cut: false }),
  ]);
  await user.type(
    await screen.findByRole('searchbox', { name: 'Search for a patient or number' }),
    'Jo{Enter}',
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Jo Patient · 2611-0401' }));
  expect(await screen.findByRole('button', { name: 'Delete 0 cases' })).toBeTruthy();
  network.answer(replies(casesOfPatient, { cases, drafts: [], is_cut: false }));
  await act(() => queryClient.invalidateQueries({ queryKey: ['cases'] }));
  expect(await screen.findByText(/of different patients/)).toBeTruthy();
  expect(screen.getByText(/Date of birth 12\/24\/2011/)).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete 0 cases' });
  expect(button.disabled).toBe(true);
});
