// @vitest-environment happy-dom
import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, lastUsed, listRecipients, saveDraft } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { OrderTemplate } from '@cusp/contract/order-templates';
import {
  addTemplate,
  changeTemplate,
  listTemplates,
  removeTemplate,
} from '@cusp/contract/order-templates.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import fixtures from '../../../../contract/fixtures/order-templates.json';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { DRAFT, RECIPIENTS } from '../../testing/golden.ts';
import { type Answer, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const TEMPLATES = fixtures.listTemplates.reply as ReplyFrom<typeof listTemplates>;
const MINE = 'Night guard';
const SHARED = 'Front veneers';

const open = (...answers: Answer[]) =>
  openScreen('/cases/new/113', [
    replies(getDraft, DRAFT),
    replies(listScanners, { scanners: [], last_device_id: null }),
    replies(lastUsed, { used: [] }),
    replies(listRecipients, RECIPIENTS),
    replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' }),
    replies(listUploads, { uploads: [] }),
    replies(listTemplates, TEMPLATES),
    ...answers,
  ]);
// The menu fades in, and is hidden from assistive technology until then.
const item = (name: string | RegExp) => ({ name, hidden: true });
const choose = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Templates' }));
  await userEvent.click(await screen.findByRole('menuitem', item(name)));
};
const made = () => within(screen.getByRole('list', { name: 'Restorations' })).getAllByRole('listitem');
const bodyOf = (network: Awaited<ReturnType<typeof open>>, method: string, path: string) =>
  network.sent.findLast((each) => each.method === method && each.path.endsWith(path))?.body;

test('a template fills in restorations and note and leaves the patient, and can be undone', async () => {
  const network = await open();
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  const before = [made().length, note.value];
  await choose(MINE);
  await screen.findByText(`Filled in from “${MINE}”`);
  expect(made()).toHaveLength(1);
  expect(made()[0]?.textContent).toContain('Splint');
  expect(note.value).toBe('Canine guidance on both sides.');
  const saved = () => bodyOf(network, 'PUT', '/drafts/113/') as { fields: typeof DRAFT } | undefined;
  await waitFor(() =>
    expect(saved()?.fields.restorations).toMatchObject([{ type: 'splint', arch: 'upper' }]),
  );
  expect(saved()?.fields.patient).toEqual(DRAFT.patient);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect([made().length, note.value]).toEqual(before));
});

test.each([
  ['changed', 'Canine guidance on both sides.', 'Please call first.'],
  ['emptied, after a template without a note', '', ''],
])('undoing a template keeps the note as it was typed since, %s', async (_, filled, typed) => {
  const templates = TEMPLATES.templates.map((each) => ({
    ...each,
    fields: { ...each.fields, note: filled },
  }));
  await open(replies(listTemplates, { ...TEMPLATES, templates }));
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  const before = made().length;
  expect(note.value).not.toBe('');
  await choose(MINE);
  const undo = await screen.findByRole('button', { name: 'Undo' });
  fireEvent.change(note, { target: { value: typed } });
  fireEvent.click(undo);
  await waitFor(() => expect(made()).toHaveLength(before));
  expect(note.value).toBe(typed);
});

test('saving a template omits the note unless it is ticked, and sends no patient data; a refusal keeps the name', async () => {
  const network = await open(refuses(addTemplate, 'too_many_templates'));
  await choose('Save this order as a template');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as template' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Enter a name.');
  const name = dialog.getByLabelText<HTMLInputElement>('Name');
  expect([name.required, name.form?.noValidate]).toEqual([true, true]);
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: ' Crown ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('You’ve reached the limit of 50 templates. Delete one first.');
  const { fields, ...rest } = bodyOf(network, 'POST', '/templates/') as { fields: object };
  expect(rest).toEqual({ name: 'Crown', is_shared: false });
  expect(Object.keys(fields).sort()).toEqual(['connectorChoices', 'note', 'recipientId', 'restorations']);
  expect(fields).toMatchObject({ note: '' });
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Keep the note/ }));
  fireEvent.click(dialog.getByRole('switch', { name: 'Share with the group' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodyOf(network, 'POST', '/templates/')).toMatchObject({
      is_shared: true,
      fields: { note: DRAFT.note },
    }),
  );
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', ' Crown ');
});

test('templates that a colleague shares, renames or withdraws change immediately in the open menu', async () => {
  const [mine, shared] = TEMPLATES.templates as [OrderTemplate, OrderTemplate];
  const network = await open(replies(listTemplates, { ...TEMPLATES, templates: [mine] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Templates' }));
  await screen.findByRole('menuitem', item(MINE));
  const announce = (id: number, templates: OrderTemplate[]) => {
    network.answer(replies(listTemplates, { ...TEMPLATES, templates }));
    const event = {
      id,
      name: 'templates_changed',
      at: '2026-11-24T10:00:00.000Z',
      case_id: null,
      actor_id: 33,
    };
    act(() =>
      FakeEventSource.all.at(-1)?.say('templates_changed', { ...event, action_id: null, ids: {} }, `${id}`),
    );
  };
  announce(7, [mine, shared]);
  await screen.findByRole('menuitem', item(new RegExp(SHARED)));
  announce(8, [mine, { ...shared, name: 'Veneers of the group' }]);
  await screen.findByRole('menuitem', item(/^Veneers of the group/));
  announce(9, [mine]);
  await waitFor(() => expect(screen.queryByRole('menuitem', item(/^Veneers of the group/))).toBeNull());
});

test('own templates are renamed and deleted, those of others are not offered', async () => {
  const network = await open(replies(changeTemplate, {}), replies(removeTemplate, {}));
  await choose('Manage templates');
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage templates' }));
  const name = dialog.getByRole('textbox', { name: `Name: ${MINE}` });
  expect(dialog.queryByRole('textbox', { name: `Name: ${SHARED}` })).toBeNull();
  expect(dialog.getByRole('switch', { name: `Shared: ${MINE}` })).toBeTruthy();
  fireEvent.change(name, { target: { value: 'Renamed' } });
  fireEvent.keyDown(name, { key: 'Enter' });
  await expect.poll(() => bodyOf(network, 'PUT', '/templates/17/')).toEqual({ name: 'Renamed' });
  fireEvent.click(dialog.getByRole('button', { name: `Delete: ${MINE}` }));
  const ask = await screen.findByRole('dialog', { name: 'Warning' });
  fireEvent.click(within(ask).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(network.count(removeTemplate)).toBe(1));
});
