// @vitest-environment happy-dom
import type { CaseFile } from '@cusp/contract/cases';
import { listScanners } from '@cusp/contract/devices.routes';
import {
  createDraft,
  getDraft,
  lastUsed,
  listRecipients,
  saveDraft,
  sendDraft,
} from '@cusp/contract/drafts.routes';
import { listFiles } from '@cusp/contract/files.routes';
import { editOrder, getOrder } from '@cusp/contract/orders.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import fixtures from '../../../../contract/fixtures/files.json';
import { DRAFT, ORDER, RECIPIENTS } from '../../testing/golden.ts';
import { type Answer, disconnects, hangs, refuses, replies } from '../../testing/replies.ts';
import { closeScreen, openScreen } from '../../testing/screen.tsx';

const [RECIPIENT] = RECIPIENTS.recipients;
const COMPLETE = { ...DRAFT, recipientId: RECIPIENT?.id ?? 0 };
// After the draft, whose path with a parameter also matches that of the recipients.
const REST = [
  replies(listScanners, { scanners: [], last_device_id: null }),
  replies(listRecipients, RECIPIENTS),
  replies(lastUsed, { used: [] }),
  replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' }),
  replies(listUploads, { uploads: [] }),
];

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const click = (name: string) =>
  fireEvent.click(screen.getByText(name, { selector: 'button *' }).closest('button') as HTMLElement);

/** The text of the error that describes a field. */
function errorOf(label: string): string {
  const described = (input(label).getAttribute('aria-describedby') ?? '').split(' ');
  return described.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

describe('the form of a new case', () => {
  const open = async (draft: typeof DRAFT, ...answers: Answer[]) => {
    const network = await openScreen('/cases/new/113', [replies(getDraft, draft), ...REST, ...answers]);
    await screen.findByLabelText('First name');
    return network;
  };

  test('Send marks each incomplete field, focuses the first and sends nothing', async () => {
    const empty = {
      ...DRAFT,
      recipientId: null,
      patient: { firstname: '', lastname: '', sex: null, birthdate: null },
      restorations: [],
      deliveryDate: '2020-01-02',
      scansFollow: false,
    };
    const network = await open(empty);
    expect(input('First name').getAttribute('aria-invalid')).not.toBe('true');
    click('Send case');
    await waitFor(() => expect(input('First name').getAttribute('aria-invalid')).toBe('true'));
    expect(errorOf('First name')).toContain('Enter the patient’s name');
    expect(errorOf('Requested delivery date')).toContain('has passed');
    for (const text of ['Choose a recipient', 'Add a restoration, or say why there is none', /Add the scan/])
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(1);
    expect(document.activeElement?.id).toBe('case-recipient');
    expect(network.count(sendDraft)).toBe(0);
  });

  test('a delivery date and an appointment more than five years ahead are named at once and prevent sending', async () => {
    const network = await open(COMPLETE);
    for (const [label, error] of [
      ['Requested delivery date', 'The requested delivery date is more than 5 years ahead'],
      ['Patient’s appointment', 'The patient’s appointment is more than 5 years ahead'],
    ] as const) {
      type(label, '01/31/2206');
      fireEvent.blur(input(label));
      await waitFor(() => expect(errorOf(label)).toContain(error));
      expect(input(label).value).toBe('01/31/2206');
    }
    click('Send case');
    expect(document.activeElement?.id).toBe('case-delivery');
    expect(network.count(sendDraft)).toBe(0);
  });

  test('a birth date that cannot be read is named, kept and prevents sending', async () => {
    const network = await open(COMPLETE);
    type('Date of birth', '31.02.1980x');
    fireEvent.blur(input('Date of birth'));
    click('Send case');
    await waitFor(() => expect(input('Date of birth').getAttribute('aria-invalid')).toBe('true'));
    expect(errorOf('Date of birth')).toContain('31.02.1980x');
    expect(network.count(sendDraft)).toBe(0);
  });

  test('a note that is too long is kept and prevents sending, while the rest of the draft is saved', async () => {
    const network = await open(COMPLETE);
    type('Note', 'x'.repeat(10_050));
    expect(input('Note').value).toHaveLength(10_050);
    expect(errorOf('Note')).toContain('50 characters too many');
    type('Last name', 'Okafor');
    await waitFor(() => expect(network.count(saveDraft)).toBe(1));
    expect(network.sent.findLast(({ method }) => method === 'PATCH' || method === 'PUT')?.body).toMatchObject(
      {
        fields: { note: COMPLETE.note, patient: { lastname: 'Okafor' } },
      },
    );
    click('Send case');
    expect(await screen.findByText(/^Note: 50 characters too many/)).toBeTruthy();
    expect(document.activeElement?.id).toBe('case-note');
    expect(network.count(sendDraft)).toBe(0);
  });

  test('an appointment says by when to send, proposes a delivery date, and warns when it is too late', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T10:00') });
    const network = await open({ ...COMPLETE, appointment: '2026-12-14', deliveryDate: '2026-12-14' });
    expect(
      await screen.findByText(
        'Send by Wednesday, December 2 so that it arrives before the appointment on 12/14/2026.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('The delivery date is not before the appointment.')).toBeTruthy();
    click('Deliver on Friday, December 11');
    await waitFor(() => expect(input('Requested delivery date').value).toBe('12/11/2026'));
    expect(screen.queryByText('The delivery date is not before the appointment.')).toBeNull();
    type('Patient’s appointment', '12/04/2026');
    fireEvent.blur(input('Patient’s appointment'));
    expect(await screen.findByText(/sent today, the work arrives on Thursday, December 10/)).toBeTruthy();
    type('Patient’s appointment', '31/31/2026');
    fireEvent.blur(input('Patient’s appointment'));
    click('Send case');
    await waitFor(() => expect(errorOf('Patient’s appointment')).toContain('31/31/2026'));
    expect(network.count(sendDraft)).toBe(0);
  });

  test('a proposed date takes the place of a typed one that cannot be read', async () => {
    const network = await open(COMPLETE, hangs(sendDraft));
    type('Requested delivery date', '31/31/2026');
    fireEvent.blur(input('Requested delivery date'));
    expect(errorOf('Requested delivery date')).toContain('31/31/2026');
    fireEvent.click(screen.getByText(/^\+7 days/).closest('button') as HTMLElement);
    await waitFor(() => expect(errorOf('Requested delivery date')).not.toContain('31/31/2026'));
    click('Send case');
    await waitFor(() => expect(network.count(sendDraft)).toBe(1));
  });

  test('a switch for each pair of neighbours joins crowns, and a bridge ends where it is separated', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    const restorations = [{ ...line, teeth: [13, 12, 11] }];
    const network = await open({ ...COMPLETE, restorations });
    const pair = (name: string) => screen.getByRole('button', { name });
    expect(pair('12–13 joined').getAttribute('aria-pressed')).toBe('false');
    expect(screen.queryByText(/^Joined:/)).toBeNull();
    fireEvent.click(pair('12–13 joined'));
    expect(pair('12–13 joined').getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText('Joined: 12–13')).toBeTruthy();
    expect(screen.getByText('Separate: 11 | 12')).toBeTruthy();
    await waitFor(() => expect(network.count(saveDraft)).toBe(1));
    expect(network.sent.at(-1)?.body).toMatchObject({
      fields: { connectorChoices: [{ teeth: [13, 12], layer: 'final', joined: true }] },
    });
    fireEvent.click(pair('12–13 joined'));
    expect(screen.queryByText(/^Joined:/)).toBeNull();
  });

  test('a provisional bridge and single crowns on the same teeth have switches of their own', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    const crowns = { ...line, teeth: [12, 11] };
    const network = await open({ ...COMPLETE, restorations: [crowns, { ...crowns, type: 'provisional' }] });
    const pair = (name: string) => screen.getByRole('button', { name });
    fireEvent.click(pair('11–12 (Provisional) joined'));
    expect(pair('11–12 (Provisional) joined').getAttribute('aria-pressed')).toBe('true');
    expect(pair('11–12 (Final) joined').getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByText('Joined: 11–12 (Provisional)')).toBeTruthy();
    expect(screen.getByText('Separate: 11 | 12 (Final)')).toBeTruthy();
    await waitFor(() => expect(network.count(saveDraft)).toBe(1));
    expect(network.sent.at(-1)?.body).toMatchObject({
      fields: { connectorChoices: [{ teeth: [12, 11], layer: 'provisional', joined: true }] },
    });
  });

  test('a draft is not sent while the server lacks the layer of a connector, and is saved again', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    const meant = ['tooth_twice:12,11:crown+provisional'];
    const crowns = { ...line, type: 'crown', teeth: [12, 11], meant };
    const teeth: [number, number] = [12, 11];
    const draft = {
      ...COMPLETE,
      restorations: [crowns, { ...crowns, type: 'provisional' }],
      connectorChoices: [{ teeth, layer: 'provisional' as const, joined: true }],
    };
    const network = await open(draft, hangs(sendDraft));
    // As a server of the previous release stores it.
    network.answer(replies(getDraft, { ...draft, connectorChoices: [{ teeth, joined: true }] }));
    click('Send case');
    expect(await screen.findByText(/an update is in progress/)).toBeTruthy();
    expect(network.count(sendDraft)).toBe(0);
    network.answer(replies(getDraft, draft));
    click('Send case');
    await waitFor(() => expect(network.count(sendDraft)).toBe(1));
    expect(network.sent.findLast(({ method }) => method === 'PUT' || method === 'PATCH')?.body).toMatchObject(
      {
        fields: { connectorChoices: [{ teeth, layer: 'provisional', joined: true }] },
      },
    );
  });

  test('a case with connectors is sent again after a lost reply, not begun anew', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    const connectorChoices = [{ teeth: [12, 11] as [number, number], layer: 'final' as const, joined: true }];
    const draft = {
      ...COMPLETE,
      restorations: [{ ...line, type: 'crown', teeth: [12, 11] }],
      connectorChoices,
    };
    const network = await open(draft, disconnects(sendDraft));
    click('Send case');
    await waitFor(() => expect(network.count(sendDraft)).toBe(1));
    await screen.findByText(/No connection/);
    // The server has sent it, so there is no draft any more.
    network.answer(refuses(getDraft, 'not_found'));
    network.answer(hangs(sendDraft));
    click('Send case');
    await waitFor(() => expect(network.count(sendDraft)).toBe(2));
    expect(screen.queryByText(/another window/)).toBeNull();
  });

  test('joined units of different materials are shown, and the author can confirm them', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    const restorations = [
      { ...line, type: 'bridge_abutment', teeth: [13, 11], material: 'zirconia' },
      { ...line, type: 'pontic', teeth: [12], material: 'lithium_disilicate' },
    ];
    await open({ ...COMPLETE, restorations });
    const words = 'Joined units are made of different materials: Zirconia + Lithium disilicate, 11–13';
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    const [confirm] = screen.getAllByLabelText('Yes, different materials in one piece are meant');
    fireEvent.click(confirm as Element);
    expect((confirm as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '12–13 joined' }));
    fireEvent.click(screen.getByRole('button', { name: '11–12 joined' }));
    expect(screen.queryByText(words)).toBeNull();
  });

  test('the switches of connectors are one tab stop, with arrow keys, Home and End between them', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    await open({ ...COMPLETE, restorations: [{ ...line, teeth: [14, 13, 12, 11] }] });
    const toolbar = within(screen.getByRole('toolbar', { name: 'Connectors' }));
    const names = ['13–14 joined', '12–13 joined', '11–12 joined'];
    const pairs = names.map((name) => toolbar.getByRole('button', { name }));
    const stops = () => pairs.map(({ tabIndex }) => tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    pairs[0]?.focus();
    press('ArrowRight');
    expect(document.activeElement).toBe(pairs[1]);
    press('End');
    expect(document.activeElement).toBe(pairs[2]);
    press('ArrowRight');
    expect(stops()).toEqual([-1, -1, 0]);
    press('Home');
    expect(document.activeElement).toBe(pairs[0]);
    fireEvent.click(pairs[1] as Element);
    expect(stops()).toEqual([-1, 0, -1]);
  });

  test('the switches of each layer are a group with its name', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    const teeth = [12, 11];
    const provisional = { ...line, key: 'p', type: 'provisional', teeth };
    await open({ ...COMPLETE, restorations: [{ ...line, teeth }, provisional] });
    const toolbar = within(screen.getByRole('toolbar', { name: 'Connectors' }));
    const groups = ['Final', 'Provisional'].map((name) => within(toolbar.getByRole('group', { name })));
    for (const group of groups) expect(group.getAllByRole('button')).toHaveLength(1);
  });

  test('fields without which the case cannot be sent are required, and one part of the name is enough', async () => {
    const [line] = COMPLETE.restorations;
    if (!line) throw new Error('no restoration');
    const nameless = { firstname: '', lastname: '', sex: null, birthdate: null };
    await open({ ...COMPLETE, patient: nameless });
    const names = () => ['First name', 'Last name'].map((label) => input(label).required);
    expect(names()).toEqual([true, true]);
    type('Last name', 'M-17');
    expect(names()).toEqual([false, true]);
    const list = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
    expect((await list('Send to')).required).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: /^Edit .*crown/i }));
    for (const name of ['Type', 'Material']) expect((await list(name)).required).toBe(true);
    expect(input('Note').required).toBe(false);
    expect(input('Note').form?.noValidate).toBe(true);
  });

  test('a lost connection while saving says so and keeps the input', async () => {
    await open(COMPLETE, disconnects(saveDraft));
    type('First name', 'Siân');
    expect((await screen.findAllByText('Not saved – retrying')).length).toBeGreaterThan(0);
    expect(input('First name').value).toBe('Siân');
  });

  test('a draft that was changed in another window asks which version to keep', async () => {
    const network = await open(COMPLETE, refuses(saveDraft, 'draft_changed'));
    network.answer(replies(getDraft, { ...COMPLETE, version: 7, note: 'From the other window.' }));
    type('First name', 'Siân');
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed in another window' }));
    expect(dialog.getByText(/^This draft was changed in another window \(.+\)\. Keep what/)).toBeTruthy();
    expect(dialog.getByText('Keep mine')).toBeTruthy();
    fireEvent.click(dialog.getByText('Load the other version'));
    await waitFor(() => expect(input('Note').value).toBe('From the other window.'));
    expect(input('First name').value).toBe(DRAFT.patient.firstname);
  });

  test('a refused recipient is marked, and everything else is kept', async () => {
    await open(COMPLETE, refuses(sendDraft, 'recipient_not_connected'));
    type('Note', 'Margin 0.3 mm above the gum');
    click('Send case');
    expect(await screen.findByText(/no longer one of your connections/)).toBeTruthy();
    expect(input('Note').value).toBe('Margin 0.3 mm above the gum');
    expect(input('First name').value).toBe(DRAFT.patient.firstname);
  });

  test('a draft that continues as a new one does not show the files that stay with the old one', async () => {
    const [file] = fixtures.listFiles.reply.files as CaseFile[];
    const old = { ...COMPLETE, files: [{ ...(file as CaseFile), filename: 'old-upper.stl' }] };
    const made = { ...COMPLETE, id: 114, version: 1, files: [] };
    await open(
      old,
      refuses(saveDraft, 'not_found'),
      replies(createDraft, made),
      replies(listFiles, { files: [] }),
    );
    expect(screen.getByText('old-upper.stl')).toBeTruthy();
    type('First name', 'Siân');
    fireEvent.click(await screen.findByText('Continue as a new draft'));
    await waitFor(() => expect(screen.queryByText('Continue as a new draft')).toBeNull());
    expect(screen.queryByText('old-upper.stl')).toBeNull();
  });
});

describe('the form of a sent order', () => {
  const open = async (...answers: Answer[]) => {
    const order = { ...ORDER, fields: { ...ORDER.fields, scansFollow: true } };
    const network = await openScreen(`/case/${ORDER.id}/edit`, [replies(getOrder, order), ...answers]);
    await screen.findByLabelText('First name');
    return network;
  };
  const save = async () => {
    click('Save changes');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByText('Save changes').closest('button') as HTMLElement);
  };

  test('an untouched order cannot be saved', async () => {
    await open();
    const button = screen.getByText('Save changes', { selector: 'button *' }).closest('button');
    expect(button?.disabled).toBe(true);
  });

  test('a tooth that the chart does not have is named in its row, and the order can be saved without another', async () => {
    const restorations = ORDER.fields.restorations.map((each) => ({
      ...each,
      teeth: [],
      toothText: '61, mesiodens',
    }));
    const network = await open(
      replies(getOrder, { ...ORDER, fields: { ...ORDER.fields, restorations, scansFollow: true } }),
      disconnects(editOrder),
    );
    expect(screen.getByText(/“61”, mesiodens/)).toBeTruthy();
    type('First name', 'Hana');
    await save();
    await waitFor(() => expect(network.count(editOrder)).toBe(1));
    const { body } = network.sent.findLast(({ method }) => method === 'PUT') ?? {};
    expect(body).toMatchObject({ fields: { restorations: [{ teeth: [], toothText: '61, mesiodens' }] } });
  });

  test('tooth words of an imported order can be removed once its tooth is chosen, but not instead', async () => {
    const withTeeth = (teeth: number[]) => {
      const restorations = ORDER.fields.restorations.map((each) => ({
        ...each,
        teeth,
        toothText: '61, mesiodens',
      }));
      return replies(getOrder, { ...ORDER, fields: { ...ORDER.fields, restorations, scansFollow: true } });
    };
    const remove = async () => {
      fireEvent.click(await screen.findByRole('button', { name: /^Edit .*crown/i }));
      fireEvent.click(screen.getByRole('button', { name: 'Remove: “61”, mesiodens' }));
      expect(screen.queryByRole('button', { name: /^Remove: / })).toBeNull();
    };
    const without = await open(withTeeth([]), disconnects(editOrder));
    await remove();
    click('Save changes');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(without.count(editOrder)).toBe(0);
    closeScreen();
    const network = await open(withTeeth([11]), disconnects(editOrder));
    await remove();
    await save();
    await waitFor(() => expect(network.count(editOrder)).toBe(1));
    const { body } = network.sent.findLast(({ method }) => method === 'PUT') ?? {};
    expect(body).toMatchObject({ fields: { restorations: [{ teeth: [11], toothText: '' }] } });
  });

  describe('with joined units of different materials from before that needed a confirmation', () => {
    const WORDS = 'Joined units are made of different materials: Zirconia + Lithium disilicate, 11–13';
    const openMixed = () => {
      const [line] = ORDER.fields.restorations;
      if (!line) throw new Error('no restoration');
      const restorations = [
        { ...line, type: 'bridge_abutment', teeth: [13, 11], material: 'zirconia' },
        { ...line, type: 'pontic', teeth: [12], material: 'lithium_disilicate' },
      ];
      const fields = { ...ORDER.fields, restorations, scansFollow: true };
      return open(replies(getOrder, { ...ORDER, fields }), disconnects(editOrder));
    };

    test('a change that leaves a pontic without support is not saved', async () => {
      const network = await openMixed();
      for (const name of ['12–13 joined', '11–12 joined'])
        fireEvent.click(screen.getByRole('button', { name }));
      const lonely = await screen.findAllByText(/^Nothing beside this pontic carries it/);
      expect(lonely.length).toBeGreaterThan(1);
      click('Save changes');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(network.count(editOrder)).toBe(0);
    });

    test('another note is saved, while the contradiction stays visible and can be confirmed', async () => {
      const network = await openMixed();
      type('Note', 'Please call');
      // In the two rows, not among the obstacles.
      expect(screen.getAllByText(WORDS)).toHaveLength(2);
      expect(screen.getAllByLabelText('Yes, different materials in one piece are meant')).toHaveLength(2);
      await save();
      await waitFor(() => expect(network.count(editOrder)).toBe(1));
      const { body } = network.sent.findLast(({ method }) => method === 'PUT') ?? {};
      expect(body).toMatchObject({
        fields: { note: 'Please call', restorations: [{ meant: [] }, { meant: [] }] },
      });
    });
  });

  test('an empty name is marked at its field, and nothing is sent', async () => {
    const network = await open();
    type('First name', '');
    type('Last name', ' ');
    click('Save changes');
    await waitFor(() => expect(input('First name').getAttribute('aria-invalid')).toBe('true'));
    expect(errorOf('First name')).toContain('Enter the patient’s name');
    expect(network.count(editOrder)).toBe(0);
  });

  test('a lost connection keeps the input, which can be saved again', async () => {
    const network = await open(disconnects(editOrder));
    type('First name', 'Siân');
    await save();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(input('First name').value).toBe('Siân');
    await save();
    await waitFor(() => expect(network.count(editOrder)).toBe(2));
  });

  test('after a faster edit the input stays, other fields follow, and the name of the person is shown', async () => {
    const network = await open(refuses(editOrder, 'order_changed', { changed_by: 'Lena Hoff' }));
    type('First name', 'Siân');
    const newer = { ...ORDER.fields, scansFollow: true, note: 'Please call first' };
    network.answer(replies(getOrder, { ...ORDER, version: 2, fields: newer }));
    await save();
    expect(await screen.findByText(/Lena Hoff changed this order/)).toBeTruthy();
    expect(input('First name').value).toBe('Siân');
    expect(input('Note').value).toBe('Please call first');
  });
});
