// @vitest-environment happy-dom

import type { DataExport } from '@cusp/contract/data-exports';
import { listDataExports, removeDataExport, startDataExport } from '@cusp/contract/data-exports.routes';
import { casesOfPatient } from '@cusp/contract/privacy.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import privacy from '../../../../contract/fixtures/privacy.json';
import { EMPTY, openPrivacy } from '../../testing/privacy.tsx';
import { refuses, replies } from '../../testing/replies.ts';

const anExport = (more: Partial<DataExport>): DataExport => ({
  id: 33,
  scope: 'practice',
  about: '',
  state: 'queued',
  problem: null,
  cases_done: 0,
  cases_total: 1200,
  bytes: null,
  created_date: '2026-11-24T09:31:00.000Z',
  until: null,
  ...more,
});
const listed = (...exports: DataExport[]) => replies(listDataExports, { exports });

test('an export of the practice can be started after a failure, and shows its progress and then its file', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([...EMPTY, refuses(startDataExport, 'data_exports_full')]);
  const begin = await screen.findByRole('button', { name: 'Export everything' });
  await user.click(begin);
  expect(await screen.findByText('You have three exports already. Remove one first.')).toBeTruthy();
  network.answer(replies(startDataExport, anExport({})));
  network.answer(listed(anExport({ state: 'running', cases_done: 300 })));
  await user.click(begin);
  expect(await screen.findByText('300 of 1,200 cases')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Institution' }).getAttribute('aria-valuenow')).toBe('25');
  network.answer(listed(anExport({ state: 'done', bytes: 731_204, until: '2026-11-27T09:32:00.000Z' })));
  const link = await screen.findByRole('link', { name: 'Download: Institution' });
  expect(link.getAttribute('href')).toBe('/heclore/v1/privacy/exports/33/file/');
  network.answer(replies(removeDataExport, {}));
  network.answer(listed());
  await user.click(screen.getByRole('button', { name: 'Remove: Institution' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Download: Institution' })).toBeNull());
});

test('the chosen cases of a patient are exported, also those on hold, and a failed export says so', async () => {
  const user = userEvent.setup();
  const [one] = privacy.casesOfPatient.reply.cases;
  if (!one) throw new Error('no case');
  const cases = [one, { ...one, id: 417, no: '2611-0417', is_held: true }];
  const network = await openPrivacy([
    ...EMPTY.slice(0, 3),
    listed(anExport({ state: 'failed', problem: 'internal', scope: 'case', about: '2611-0401' })),
    replies(casesOfPatient, { ...privacy.casesOfPatient.reply, cases }),
    replies(startDataExport, anExport({})),
  ]);
  expect((await screen.findByRole('alert')).textContent).toContain('The export failed.');
  const section = within(screen.getByRole('region', { name: 'Export data' }));
  await user.click(section.getByRole('radio', { name: 'A patient' }));
  await user.type(section.getByRole('searchbox'), 'Jo');
  await user.click(section.getByRole('button', { name: 'Search' }));
  // Drafts are shown, so that the practice knows that they exist, and are not in the export.
  const draft = await section.findByRole<HTMLInputElement>('checkbox', { name: 'Jo Patient · 2611-0449' });
  expect([draft.checked, draft.disabled]).toEqual([false, true]);
  expect(section.getByText(/^Drafts are not in this export/)).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Export 2 cases' }));
  expect(network.sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    scope: 'patient',
    ids: [401, 417],
  });
  await waitFor(() => expect(section.queryByRole('checkbox')).toBeNull());
});

test('the number of an unknown case is kept beside the reason, and emptied once an export has begun', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([...EMPTY, refuses(startDataExport, 'not_found')]);
  const section = within(await screen.findByRole('region', { name: 'Export data' }));
  await user.click(section.getByRole('radio', { name: 'A case' }));
  const number = section.getByRole('textbox', { name: 'Case number' });
  await user.type(number, '2611-0999{Enter}');
  expect(await section.findByText('Your institution has no case with this number.')).toBeTruthy();
  expect((number as HTMLInputElement).value).toBe('2611-0999');
  const begun = Promise.withResolvers<void>();
  const begin = replies(startDataExport, anExport({}));
  network.answer({ ...begin, respond: (sent) => begun.promise.then(() => begin.respond(sent)) });
  await user.type(number, '{Backspace}1{Enter}');
  // Text typed before the reply and removed again is not a change.
  await user.type(number, '2{Backspace}');
  begun.resolve();
  await waitFor(() => expect((number as HTMLInputElement).value).toBe(''));
});
