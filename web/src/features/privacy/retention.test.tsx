// @vitest-environment happy-dom

import { setRetention, showRetention } from '@cusp/contract/retention.routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import privacy from '../../../../contract/fixtures/privacy.json';
import { queryClient } from '../../app/query-client.ts';
import { EMPTY, NO_RETENTION, openPrivacy } from '../../testing/privacy.tsx';
import { disconnects, refuses, replies } from '../../testing/replies.ts';

test('the retention is chosen after a failure, and shown again when somebody else has changed it', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    ...EMPTY,
    replies(showRetention, { ...privacy.showRetention.reply, months: null }),
    refuses(setRetention, 'internal'),
  ]);
  const section = within(await screen.findByRole('region', { name: 'Retention' }));
  expect(await section.findByText('1 case will be removed')).toBeTruthy();
  expect(section.getByRole('link', { name: 'Export first' }).getAttribute('href')).toBe('#export');
  const saveButton = () => section.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const choice = () => section.getByRole<HTMLSelectElement>('combobox', { name: 'Keep cases' });
  const chosen = () => choice().selectedOptions[0]?.textContent;
  expect(chosen()).toBe('As set for Cusp (3 months)');
  const choose = async (name: string) => {
    await user.selectOptions(choice(), name);
    await user.click(saveButton());
  };
  await choose('5 years');
  expect(await section.findByText(/Something went wrong/)).toBeTruthy();
  expect(chosen()).toBe('5 years');
  // A reload before the refusal would show the other choice without explanation.
  const changed = refuses(setRetention, 'retention_changed');
  network.answer({
    ...changed,
    respond: (sent) => {
      network.answer(replies(showRetention, { ...NO_RETENTION, months: 120, version: 3 }));
      return changed.respond(sent);
    },
  });
  await user.click(saveButton());
  expect(await screen.findByText(/Somebody changed the retention in the meantime/)).toBeTruthy();
  await waitFor(() => expect(chosen()).toBe('10 years'));
  expect(section.getByText('No cases are about to be removed')).toBeTruthy();
  const reloaded = Promise.withResolvers<void>();
  const reload = replies(showRetention, { ...NO_RETENTION, months: 0, version: 4, count: 2 });
  network.answer(replies(setRetention, { version: 4 }));
  network.answer({ ...reload, respond: (sent) => reloaded.promise.then(() => reload.respond(sent)) });
  await choose('For ever');
  expect(await screen.findByText('Retention saved')).toBeTruthy();
  expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({ months: 0, version: 3 });
  // A choice made during the reload stays.
  await user.selectOptions(choice(), '3 years');
  reloaded.resolve();
  expect(await section.findByText('2 cases will be removed')).toBeTruthy();
  expect(chosen()).toBe('3 years');
  // The reload after a save fails, and the next save is based on the first.
  network.answer(replies(setRetention, { version: 5 }));
  network.answer(refuses(showRetention, 'internal'));
  await choose('5 years');
  await waitFor(() => {
    expect(saveButton().disabled).toBe(true);
    expect(saveButton().dataset.loading).toBeUndefined();
  });
  await choose('10 years');
  await waitFor(() => expect(network.count(setRetention)).toBe(5));
  expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({ months: 120, version: 5 });
});

test('a choice made while another one is being saved stays, and a choice saved without a reply has no error', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    ...EMPTY,
    replies(showRetention, { ...NO_RETENTION, months: 120, version: 3 }),
  ]);
  const section = within(await screen.findByRole('region', { name: 'Retention' }));
  const choice = await section.findByRole<HTMLSelectElement>('combobox', { name: 'Keep cases' });
  const chosen = () => choice.selectedOptions[0]?.textContent;
  const saved = Promise.withResolvers<void>();
  const save = replies(setRetention, { version: 4 });
  network.answer({ ...save, respond: (sent) => saved.promise.then(() => save.respond(sent)) });
  network.answer(replies(showRetention, { ...NO_RETENTION, months: 0, version: 4, count: 2 }));
  await user.selectOptions(choice, 'For ever');
  await user.click(section.getByRole('button', { name: 'Save' }));
  await user.selectOptions(choice, '3 years');
  saved.resolve();
  expect(await screen.findByText('Retention saved')).toBeTruthy();
  expect(await section.findByText('2 cases will be removed')).toBeTruthy();
  expect(chosen()).toBe('3 years');
  network.answer(disconnects(setRetention));
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await section.findByText(/No connection/)).toBeTruthy();
  network.answer(replies(showRetention, { ...NO_RETENTION, months: 36, version: 5 }));
  await act(() => queryClient.invalidateQueries({ queryKey: ['cases', 'retention'] }));
  expect(await section.findByText('No cases are about to be removed')).toBeTruthy();
  expect(chosen()).toBe('3 years');
  expect(choice.getAttribute('aria-invalid')).not.toBe('true');
  expect(section.queryByText(/No connection/)).toBeNull();
});

test('the cases that are removed next come page by page, and a link to the section shows it', async () => {
  const user = userEvent.setup();
  const shown: [Element, boolean][] = [];
  const isLoaded = () => screen.queryByRole('button', { name: 'Show more' }) !== null;
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push([this, isLoaded()]);
  });
  const [first] = privacy.showRetention.reply.cases;
  if (!first) throw new Error('no case');
  const network = await openPrivacy(
    [...EMPTY, replies(showRetention, { ...NO_RETENTION, cases: [first], count: 2, next: '2026-12-24-401' })],
    undefined,
    '#retention',
  );
  const section = within(await screen.findByRole('region', { name: 'Retention' }));
  const more = await section.findByRole('button', { name: 'Show more' });
  expect(network.sent.find(({ path }) => path.includes('retention'))?.query).toBe('');
  expect(shown).toEqual([[more.closest('section')?.parentElement, true]]);
  network.answer(
    replies(showRetention, { ...NO_RETENTION, cases: [{ ...first, id: 417, no: '2611-0417' }], count: 2 }),
  );
  await user.click(more);
  expect(await section.findByRole('link', { name: /2611-0417/ })).toBeTruthy();
  expect(section.getByRole('link', { name: /2611-0401/ })).toBeTruthy();
  expect(network.sent.at(-1)?.query).toContain('after=2026-12-24-401');
});
