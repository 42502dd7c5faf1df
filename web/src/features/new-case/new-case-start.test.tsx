// @vitest-environment happy-dom
import type { CaseFile } from '@cusp/contract/cases';
import type { Scanner } from '@cusp/contract/devices';
import { listScanners } from '@cusp/contract/devices.routes';
import { createDraft, getDraft, lastUsed, listRecipients, saveDraft } from '@cusp/contract/drafts.routes';
import { listFiles, removeFile } from '@cusp/contract/files.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import devices from '../../../../contract/fixtures/devices.json';
import fixtures from '../../../../contract/fixtures/files.json';
import { DRAFT, RECIPIENTS } from '../../testing/golden.ts';
import { type Answer, disconnects, refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen } from '../../testing/screen.tsx';

const [LAB] = RECIPIENTS.recipients as [(typeof RECIPIENTS.recipients)[number]];
const DEALER = { ...LAB, id: 901, name: 'Dora Deal', institution: 'Deal & Co', role: 'Dealer' as const };
const OTHER_LAB = { ...LAB, id: 902, name: 'Otto Lab', institution: 'Otto Dental' };
const people = (...recipients: (typeof LAB)[]) => replies(listRecipients, { recipients });
const USED = { type: 'crown', material: 'zirconia', shade: 'B1', stumpShade: '' };
const BEGUN = [
  replies(listScanners, { scanners: [], last_device_id: null }),
  replies(lastUsed, { used: [USED] }),
];

const [FILE] = fixtures.listFiles.reply.files as CaseFile[];
const scan = (id: number, jaw: 'upper' | 'lower'): CaseFile => ({
  ...(FILE as CaseFile),
  id,
  filename: `a-${jaw}.stl`,
  scan: { role: 'jaw', jaw, by: 'name', is_editable: true },
});

const recipient = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Send to' });

describe('the recipient of a new case', () => {
  const open = (...answers: Answer[]) => openScreen('/cases/new', [...BEGUN, ...answers]);

  test('the recipient of a new case is not filled in when there are two labs', async () => {
    await open(people(LAB, OTHER_LAB));
    expect((await recipient()).value).toBe('');
    expect(screen.queryByText(/Filled in for you/)).toBeNull();
  });

  test('the recipient of a new case is the single lab, and an untouched form creates no draft', async () => {
    const network = await open(people(DEALER, LAB));
    await waitFor(async () => expect((await recipient()).value).toContain(LAB.name));
    expect(screen.getByText('Filled in for you: your only lab')).toBeTruthy();
    expect(screen.getAllByText('Saved automatically as you type').length).toBeGreaterThan(0);
    expect(network.count(createDraft)).toBe(0);
  });

  test('the recipient of a new case is not filled in for a lab with one other lab among its connections', async () => {
    await openScreen('/cases/new', [...BEGUN, people(LAB, DEALER)], {
      as: { ...DENTIST, inst_type_guessed: 'Lab' },
    });
    expect((await recipient()).value).toBe('');
  });

  test('the recipient of a new case is the only connection of a lab', async () => {
    await openScreen('/cases/new', [...BEGUN, people(DEALER)], {
      as: { ...DENTIST, inst_type_guessed: 'Lab' },
    });
    await waitFor(async () => expect((await recipient()).value).toContain(DEALER.name));
    expect(screen.getByText('Filled in for you: your only connection')).toBeTruthy();
  });

  test('the recipient of a new case stays empty once it was cleared by hand', async () => {
    await open(
      people(LAB),
      // The draft may be stored before the test ends.
      replies(createDraft, { ...DRAFT, recipientId: null }),
      replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' }),
      replies(listUploads, { uploads: [] }),
    );
    await waitFor(async () => expect((await recipient()).value).toContain(LAB.name));
    fireEvent.click(screen.getByLabelText('Clear'));
    await waitFor(async () => expect((await recipient()).value).toBe(''));
    expect(screen.queryByText(/Filled in for you/)).toBeNull();
  });
});

test('without a connection a new case opens, and does not ask for the scanners again and again', async () => {
  const network = await openScreen('/cases/new', [disconnects(listScanners), people(LAB, OTHER_LAB)]);
  const field = await recipient();
  await waitFor(() => expect(network.count(listRecipients)).toBeGreaterThan(0));
  expect(field.isConnected).toBe(true);
  expect(network.count(listScanners)).toBeLessThanOrEqual(2);
});

describe('the address of a new case', () => {
  const saved = [
    replies(createDraft, DRAFT),
    replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' }),
    replies(listUploads, { uploads: [] }),
    replies(listFiles, { files: [] }),
  ];
  const begin = async () => {
    const network = await openScreen('/cases/new', [...BEGUN, people(LAB, OTHER_LAB), ...saved]);
    fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Ines' } });
    return network;
  };

  test('the address of a new case is that of its draft once it is saved', async () => {
    await begin();
    await waitFor(() => expect(location.pathname).toBe(`/cases/new/${DRAFT.id}`));
  });

  test('the address of a new case is left alone once it is that of the sent case', async () => {
    await begin();
    history.replaceState(null, '', '/cases/2611-SENT');
    expect((await screen.findAllByText(/^Saved \d/)).length).toBeGreaterThan(0);
    expect(location.pathname).toBe('/cases/2611-SENT');
  });
});

describe('a stored draft', () => {
  const open = (draft: typeof DRAFT, ...answers: Answer[]) =>
    openScreen('/cases/new/113', [
      replies(getDraft, draft),
      ...BEGUN,
      people(LAB, OTHER_LAB),
      replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' }),
      replies(listUploads, { uploads: [] }),
      ...answers,
    ]);

  test('a stored draft asks for a reason only after the link', async () => {
    await open({ ...DRAFT, restorations: [] });
    const link = await screen.findByRole('button', { name: 'Nothing is to be made?' });
    expect(screen.queryByLabelText('Reason for no restoration')).toBeNull();
    fireEvent.click(link);
    const reason = await screen.findByLabelText('Reason for no restoration');
    await waitFor(() => expect(document.activeElement).toBe(reason));
  });

  test('a stored draft offers that scans follow while a jaw has no scan', async () => {
    const files = [scan(1, 'upper')];
    await open({ ...DRAFT, scansFollow: false, files }, replies(listFiles, { files }));
    expect(await screen.findByLabelText(/^Scans follow/)).toBeTruthy();
    expect(screen.getByText('No scan yet')).toBeTruthy();
  });

  test('a stored draft with both scans lists each once, and no scans follow', async () => {
    const files = [scan(1, 'upper'), scan(2, 'lower')];
    const network = await open({ ...DRAFT, scansFollow: true, files }, replies(listFiles, { files }));
    expect(await screen.findByRole('region', { name: 'Upper jaw' })).toBeTruthy();
    expect(screen.queryByLabelText(/^Scans follow/)).toBeNull();
    expect(screen.getAllByTitle('a-upper.stl')).toHaveLength(1);
    await waitFor(() => expect(network.count(saveDraft)).toBe(1));
  });

  test('a stored draft offers what the recipient was sent last first, and fills it in at one click only', async () => {
    const crown = { ...(DRAFT.restorations[0] as (typeof DRAFT.restorations)[0]), material: null, shade: '' };
    const network = await open({ ...DRAFT, restorations: [crown] }, replies(listFiles, { files: [] }));
    fireEvent.click(await screen.findByRole('button', { name: /^Edit .*crown/i }));
    const material = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Material' });
    fireEvent.click(material);
    const first = (await screen.findByText('Zirconia · B1')).closest('[role=option]') as HTMLElement;
    expect(first.closest('[role=listbox]')?.querySelector('[role=option]')).toBe(first);
    expect(material.value).toBe('');
    fireEvent.click(first);
    expect(material.value).toBe('Zirconia');
    await waitFor(() => expect(network.count(saveDraft)).toBe(1));
    const body = network.sent.find(({ method }) => method === 'PUT')?.body as { fields: typeof DRAFT };
    expect(body.fields.restorations).toEqual([{ ...crown, material: 'zirconia', shade: 'B1' }]);
  });

  test('a stored draft with scans keeps its locked scanner, says so at the field, and saves everything else', async () => {
    const [scanner] = devices.listScanners.reply.scanners as [Scanner];
    const locked = { ...scanner, state: 'locked' as const };
    const free = { ...scanner, id: 2, device_id: 34, model: 'Free 1' };
    const files = [scan(1, 'upper')];
    const draft = { ...DRAFT, recipientId: LAB.id, scansFollow: true, deviceId: locked.device_id, files };
    const network = await open(
      draft,
      replies(listFiles, { files }),
      replies(listScanners, { scanners: [locked, free], last_device_id: null }),
      {
        route: saveDraft,
        respond: (sent) =>
          ((sent.body as { fields: typeof DRAFT }).fields.deviceId === locked.device_id
            ? replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' })
            : refuses(saveDraft, 'scanner_locked')
          ).respond(sent),
      },
    );
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Scanned with' });
    await waitFor(() => expect(field.value).toContain(locked.model));
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ines' } });
    fireEvent.click(field);
    fireEvent.click(await screen.findByRole('option', { name: /Free 1/ }));
    expect(await screen.findByText(/^This scanner is locked\. To choose another/)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toContain(locked.model);
    expect((await screen.findAllByText(/^Saved \d/)).length).toBeGreaterThan(0);
    const last = network.sent.findLast(({ method }) => method === 'PUT')?.body as { fields: typeof DRAFT };
    expect(last.fields).toMatchObject({ deviceId: locked.device_id, patient: { firstname: 'Ines' } });

    // Send leads to the field instead of saying that nothing was saved.
    fireEvent.click(within(field.parentElement as HTMLElement).getByLabelText('Clear'));
    expect(screen.queryByText(/^This scanner is locked\. To choose another/)).toBeNull();
    field.blur();
    fireEvent.click(screen.getByRole('button', { name: 'Send case' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getByText(/^This scanner is locked\. To choose another/)).toBeTruthy();
    expect(screen.queryByText(/could not be saved and was not sent/)).toBeNull();

    network.answer(replies(removeFile, {}));
    network.answer(replies(listFiles, { files: [] }));
    fireEvent.click(screen.getByRole('button', { name: /^Delete .*a-upper/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText(/^This scanner is locked\. To choose another/)).toBeNull());
  });

  test('a stored draft shows a reason that was given', async () => {
    await open({ ...DRAFT, restorations: [], noRestorationReason: 'Planning' });
    expect(await screen.findByDisplayValue('Planning')).toBeTruthy();
  });
});

describe('files of the phone’s share sheet', () => {
  const open = async (id: string, files: File[] | null) => {
    const controller = {
      postMessage: (_: object, [port]: MessagePort[]) => port?.postMessage(files),
    };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: Object.assign(new EventTarget(), { controller, getRegistration: async () => undefined }),
      configurable: true,
    });
    const network = await openScreen(`/cases/new?shared=${id}`, [
      ...BEGUN,
      people(LAB),
      replies(createDraft, DRAFT),
      replies(saveDraft, { version: 3, updatedAt: '2026-11-22T09:36:00.000Z' }),
      replies(listFiles, { files: [] }),
      replies(listUploads, { uploads: [] }),
    ]);
    await recipient();
    return network;
  };
  afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

  test('files of the phone’s share sheet are named and wait for a click; what Cusp does not take is named with the reason', async () => {
    const network = await open('one', [new File(['x'], 'holiday.mp4')]);
    expect(await screen.findByText('1 file from your phone')).toBeTruthy();
    expect(screen.getByText('holiday.mp4')).toBeTruthy();
    expect(network.count(createDraft)).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Add to a new case' }));
    expect(await screen.findByText(/File type not allowed/)).toBeTruthy();
    expect(network.count(createDraft)).toBe(1);
    expect(screen.queryByText('1 file from your phone')).toBeNull();
    expect(document.activeElement?.closest('#case-files')).toBeTruthy();
  });

  test('a message names files of the phone’s share sheet that are lost', async () => {
    await open('two', null);
    expect(await screen.findByText('The shared files did not arrive')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('The shared files did not arrive')).toBeNull());
    expect(location.search).toBe('');
  });
});
