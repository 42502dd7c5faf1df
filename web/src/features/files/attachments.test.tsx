// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseFile } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { listFiles, removeFile } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import type { OpenUpload } from '@cusp/contract/uploads';
import { dropUpload, listUploads } from '@cusp/contract/uploads.routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { CASE, CASES } from '../../testing/golden.ts';
import { hangs, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const FILE: CaseFile = {
  id: 5,
  filename: 'smile.png',
  url: '/heclore/v1/files/5/download/',
  size: 1200,
  updated_date: '2026-11-22T10:00:00.000Z',
  uploader: false,
  uploader_name: 'Ada Author',
  from_locked_device: false,
  sha256: '0'.repeat(64),
  del_enabled: false,
  version: 1,
  earlier: [],
};

const open = (...made: Partial<CaseFile>[]) => openWith([], ...made);
const openWith = (uploads: OpenUpload[], ...made: Partial<CaseFile>[]) => {
  const files = made.map((file) => ({ ...FILE, ...file }));
  return openScreen(`/cases/${CASE.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, { ...CASE, files }),
    replies(listFiles, { files }),
    replies(listUploads, { uploads }),
    hangs(caseHistory),
    hangs(heartbeat),
    hangs(leaveCase),
  ]);
};
const ONLY_DOWNLOAD = 'No preview. Download the file to view it.';
const download = () => screen.queryByRole('link', { name: /^Download smile\.png/ });
const preview = () => screen.queryByRole('button', { name: /^Show smile\.png/ });

test.each([
  ['waiting', 'Being checked for malware'],
  ['infected', /^Contains malware and is blocked/],
  ['too_large', 'Blocked: too large for the malware scanner'],
] as const)('a file that is %s says so and offers neither download nor preview', async (quarantine, text) => {
  await open({ quarantine });
  expect(await screen.findByText(text)).toBeTruthy();
  expect([download(), preview()]).toEqual([null, null]);
});

test('the uploader has the file while it is checked, and no longer when malware was found', async () => {
  await open({ quarantine: 'waiting', uploader: true });
  await screen.findByText('Being checked for malware');
  expect(download()).not.toBeNull();
});

test('a file that was found clean looks like any other', async () => {
  await open({});
  await waitFor(() => expect(download()).not.toBeNull());
  expect(screen.queryByText(/malware/)).toBeNull();
});

test.each([
  ['shade.jxl', true],
  ['smile.GIF', true],
  ['smile.webp', false],
  ['upper.stl', false],
])('%s says that the picture can only be downloaded: %s', async (filename, isSaid) => {
  await open({ filename });
  await screen.findByRole('link', { name: `Download ${filename}` });
  expect(screen.queryByText(ONLY_DOWNLOAD) !== null).toBe(isSaid);
});

test('a picture with malware does not say that it can be downloaded', async () => {
  await open({ filename: 'shade.jxl', quarantine: 'infected' });
  await screen.findByText(/^Contains malware and is blocked/);
  expect(screen.queryByText(ONLY_DOWNLOAD)).toBeNull();
});

/** Presses a button and confirms its question. */
async function press(button: string, title: string, ok: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const question = await screen.findByRole('dialog', { name: title });
  await userEvent.click(within(question).getByRole('button', { name: ok }));
  await waitFor(() => expect(question.isConnected).toBe(false));
}

test('a second file is deleted while the first is still on its way', async () => {
  const names = ['smile.png', "O'Neill 김.png"];
  const own = names.map((filename, at) => ({ id: 5 + at, filename, uploader: true, del_enabled: true }));
  const network = await open(...own);
  network.answer(hangs(removeFile));
  for (const name of names) await press(`Delete ${name}`, 'Warning', 'Delete');
  expect(network.count(removeFile)).toBe(2);
  for (const name of names)
    expect(screen.getByRole('button', { name: `Delete ${name}` }).dataset.loading).toBe('true');
});

/** Another person changes the files of the case. */
async function othersChange(network: Awaited<ReturnType<typeof open>>, files: CaseFile[], id: number) {
  network.answer(replies(getCaseByNo, { ...CASE, files }));
  network.answer(replies(listFiles, { files }));
  const event = {
    id,
    name: 'files_uploaded',
    at: '2026-11-24T10:00:00.000Z',
    case_id: CASE.id,
    actor_id: 33,
    action_id: null,
    ids: { post: CASE.id },
  };
  await waitFor(() => expect(FakeEventSource.live).not.toHaveLength(0));
  act(() => FakeEventSource.live.at(-1)?.say(event.name, event, String(id)));
}

const saysChanged = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'smile.png' });
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^This file has been replaced/);
};

test('a preview says so when its file is replaced, and not when an earlier version was opened', async () => {
  const network = await open({});
  await userEvent.click(await screen.findByRole('button', { name: 'Show smile.png' }));
  const newest = { ...FILE, id: 6, version: 2, earlier: [{ ...FILE }] };
  await othersChange(network, [newest], 70);
  await saysChanged();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /^Version 2/ }));
  await userEvent.click(await screen.findByRole('button', { name: /^Show smile\.png \(version 1\)/ }));
  await screen.findByRole('dialog', { name: 'smile.png' });
  expect(screen.queryByText(/^This file has been replaced/)).toBeNull();
  await othersChange(network, [{ ...newest, earlier: [] }], 71);
  await saysChanged();
});

test('the preview of the only file stays open and says so when the file is removed', async () => {
  const network = await open({});
  await userEvent.click(await screen.findByRole('button', { name: 'Show smile.png' }));
  await othersChange(network, [], 70);
  await saysChanged();
  expect(screen.getByText('No files yet')).toBeTruthy();
});

test('a second unfinished upload is discarded while the first is still on its way', async () => {
  const uploads = [1, 2].map((at) => ({
    url: `/heclore/v1/uploads/01890a5d-ac96-774b-bcce-b302099a805${at}/`,
    filename: `${at}.stl`,
    size: 200,
    offset: 100,
    modified: null,
  }));
  const network = await openWith(uploads, {});
  const discard = (name: string) => `Discard the upload of ${name}`;
  const ask = (name: string) => press(discard(name), 'Unfinished uploads', 'Discard');
  network.answer(hangs(dropUpload));
  await ask('1.stl');
  network.answer({ route: dropUpload, respond: async () => new Response(null, { status: 204 }) });
  network.answer(hangs(listUploads));
  const lists = network.count(listUploads);
  await ask('2.stl');
  expect(network.count(dropUpload)).toBe(2);
  // Its row stays until the list is reloaded.
  await waitFor(() => expect(network.count(listUploads)).toBeGreaterThan(lists));
  for (const { filename } of uploads)
    expect(screen.getByRole('button', { name: discard(filename) }).dataset.loading).toBe('true');
});
