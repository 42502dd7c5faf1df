// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import {
  issueStatement,
  keptStatements,
  listStatements,
  statementForm,
} from '@cusp/contract/statements.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import fixtures from '../../../../contract/fixtures/statements.json';
import { queryClient } from '../../app/query-client.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { CASE, CASES } from '../../testing/golden.ts';
import { EMPTY, openPrivacy } from '../../testing/privacy.tsx';
import { type Answer, hangs, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const FORM = fixtures.statementForm.reply as ReplyFrom<typeof statementForm>;
const STATEMENT = fixtures.issueStatement.reply as ReplyFrom<typeof issueStatement>;
const COMPLETED: CaseDetail = {
  ...CASE,
  usertype: 'OT',
  proposal: null,
  edit_order: null,
  status: { ...CASE.status, code: 'COMP', prev: null },
};

const open = (...answers: Answer[]) =>
  openScreen(`/cases/${COMPLETED.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, COMPLETED),
    replies(listFiles, { files: COMPLETED.files }),
    replies(listUploads, { uploads: [] }),
    hangs(caseHistory),
    hangs(heartbeat),
    hangs(leaveCase),
    ...answers,
  ]);
const section = () => screen.findByRole('region', { name: /^Statement of conformity/ });

test('nothing is shown where there is no statement and none can be issued; a failure can be tried again', async () => {
  const network = await open(refuses(listStatements, 'internal'));
  const failed = await section();
  network.answer(replies(listStatements, { statements: [], may_issue: false }));
  await userEvent.setup().click(within(failed).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Statement of conformity')).toBeNull());
});

test('both sides see the versions, the latest with code and end, and download each', async () => {
  await open(
    replies(listStatements, {
      statements: [
        { ...STATEMENT, id: 49, version: 2 },
        { ...STATEMENT, is_latest: false, issued_by: '' },
      ],
      may_issue: false,
    }),
  );
  const lines = within(await section()).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Version 2Rita Recipient, .*Patient code 2611-UK7M2QX · Kept until .*2036/),
    expect.stringMatching(/^Version 1\(?Unknown\)?, .*Replaced by a newer version/),
  ]);
  const links = within(await section()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringContaining('/v1/statements/49/file/'),
    expect.stringContaining('/v1/statements/33/file/'),
  ]);
  expect(screen.queryByRole('button', { name: /statement$/ })).toBeNull();
});

test('the lab scans materials, gets its text back when the name of the patient is in it, and issues once', async () => {
  const user = userEvent.setup();
  const network = await open(
    replies(listStatements, { statements: [], may_issue: true }),
    replies(statementForm, FORM),
    refuses(issueStatement, 'statement_names_patient', {
      errors: [{ field: 'remarks', code: 'statement_names_patient', message: '' }],
    }),
  );
  await user.click(within(await section()).getByRole('button', { name: 'Issue statement' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Statement for ${COMPLETED.no}` }));
  const label = await dialog.findByLabelText('Scan or type the label of a material');
  await user.click(label);
  await user.paste('Zirconia');
  await user.keyboard('{Enter}');
  expect(dialog.getByText(/This code has no lot/)).toBeTruthy();
  // The refused one has a separate field while the next is scanned; a scanner that does not wait sends two in one.
  await user.paste(
    '(01)09506000134352(17)200131(10)A213B1(01)09506000134352(17)200131(01)09506000134369(10)B7',
  );
  await user.keyboard('{Enter}');
  expect((label as HTMLInputElement).value).toBe('');
  const refused = () => dialog.queryAllByLabelText<HTMLInputElement>(/^Label \d not read$/);
  expect(refused().map(({ value }) => value)).toEqual(['Zirconia', '(01)09506000134352(17)200131']);
  // After a manual correction it is added; before that no statement is issued, because the label would be missing.
  await user.type(refused()[1] as HTMLInputElement, '(10{Enter}');
  expect(refused()[1]?.value).toBe('(01)09506000134352(17)200131(10');
  // The same problem is announced again, by a new element, and the focus is on the field to correct.
  const said = dialog.getAllByRole('alert').at(-1);
  await user.click(dialog.getByRole('button', { name: 'Add corrected label 2' }));
  expect([said?.isConnected, dialog.getAllByRole('alert').at(-1)?.textContent]).toEqual([
    false,
    said?.textContent,
  ]);
  expect(document.activeElement).toBe(refused()[1]);
  await user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(network.sent.filter(({ method }) => method === 'POST')).toHaveLength(0);
  await user.clear(refused()[1] as HTMLInputElement);
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add corrected label 2' });
  expect(add.disabled).toBe(true);
  await user.type(refused()[1] as HTMLInputElement, '(10)C1{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Remove material 3' }));
  await user.click(dialog.getByRole('button', { name: 'Remove label Zirconia' }));
  expect(refused()).toEqual([]);
  expect(document.activeElement).toBe(label);
  const lots = dialog.getAllByLabelText<HTMLInputElement>(/^Lot/);
  expect(lots.map(({ value }) => value)).toEqual(['A213B1', 'B7']);
  await user.click(dialog.getByRole('button', { name: 'Remove material 2' }));
  const expiry = dialog.getByLabelText(/^Expiry date/) as HTMLInputElement;
  expect(expiry.value).toBe('01/31/2020');
  expect(dialog.getByText('This lot has expired.')).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Material(?! manufacturer)/), 'Disc');
  await user.type(dialog.getByLabelText(/^Further characteristics/), 'For Jo');
  // A statement on another case reloads the lists, but not the form.
  const [loaded, asked] = [network.count(listStatements), network.count(statementForm)];
  const news = { id: 1, name: 'statement_issued', at: '2026-11-24T09:33:00.000Z', case_id: 1, ids: {} };
  act(() => FakeEventSource.live.at(-1)?.say('statement_issued', news, '1'));
  await waitFor(() => expect(network.count(listStatements)).toBeGreaterThan(loaded));
  expect(network.count(statementForm)).toBe(asked);
  expect((dialog.getByLabelText(/^Further characteristics/) as HTMLTextAreaElement).value).toBe('For Jo');
  await user.click(dialog.getByLabelText('Some requirements are not fully met'));
  await user.type(dialog.getByLabelText(/^Requirements not fully met/), '10.2');
  await user.clear(expiry);
  await user.type(expiry, '02/31/2020{Enter}');
  const impossible = () => dialog.queryByText('“02/31/2020” is not a possible date.');
  await user.tab();
  await user.type(expiry, '{Enter}');
  expect(impossible()).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Clear' }));
  expect(impossible()).toBeNull();
  await user.type(expiry, '02/31/2020{Enter}');
  expect(impossible()).toBeTruthy();
  // An unreadable expiry date is removed with its material instead of moving to the next one.
  await user.click(dialog.getByRole('button', { name: 'Add by hand' }));
  const second = dialog.getAllByLabelText(/^Expiry date/)[1] as HTMLInputElement;
  await user.type(second, '13/13/2020{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Add by hand' }));
  await user.click(dialog.getByRole('button', { name: 'Remove material 2' }));
  expect(dialog.queryByText('“13/13/2020” is not a possible date.')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Remove material 2' }));
  await user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(network.sent.filter(({ method }) => method === 'POST')).toHaveLength(0);
  await user.clear(expiry);
  await user.type(expiry, '1/31/2020');
  // A label that was typed but not added would be missing.
  await user.type(label, '(10)C3');
  await user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(network.sent.filter(({ method }) => method === 'POST')).toHaveLength(0);
  await user.clear(label);
  await user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(await dialog.findByText(/Leave out the name of the patient/)).toBeTruthy();
  expect((dialog.getByLabelText(/^Further characteristics/) as HTMLTextAreaElement).value).toBe('For Jo');

  network.answer(replies(issueStatement, STATEMENT));
  network.answer(replies(listStatements, { statements: [STATEMENT], may_issue: true }));
  await user.clear(dialog.getByLabelText(/^Further characteristics/));
  await user.dblClick(dialog.getByRole('button', { name: 'Issue' }));
  expect(await screen.findByText('The statement was issued.')).toBeTruthy();
  await waitFor(() => expect(within(document.body).queryByRole('dialog')).toBeNull());
  const sent = network.sent
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/statements/'))
    .map(({ body }) => body);
  expect(sent).toHaveLength(2);
  // With the same key, the change would be lost if the first reply had been lost.
  expect(new Set(sent.map((body) => (body as { key: string }).key)).size).toBe(2);
  expect(sent[1]).toMatchObject({
    after: 0,
    exceptions: '10.2',
    remarks: '',
    materials: [{ name: 'Disc', lot: 'A213B1', expiry: '2020-01-31', gtin: '09506000134352' }],
  });
  expect(await within(await section()).findByText('Version 1')).toBeTruthy();
  expect(within(await section()).getByRole('button', { name: 'Correct statement' })).toBeTruthy();
}, 180_000);

test('a changed statement asks before it closes, and takes no input while it is issued', async () => {
  const user = userEvent.setup();
  const reply = Promise.withResolvers<void>();
  const refusal = refuses(issueStatement, 'statement_names_patient');
  await open(replies(listStatements, { statements: [], may_issue: true }), replies(statementForm, FORM), {
    route: issueStatement,
    respond: (sent) => reply.promise.then(() => refusal.respond(sent)),
  });
  const start = async () => {
    await user.click(within(await section()).getByRole('button', { name: 'Issue statement' }));
    return screen.findByLabelText<HTMLTextAreaElement>(/^Further characteristics/);
  };
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
  const isGone = (name: RegExp) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
  await start();
  await user.keyboard('{Escape}');
  await isGone(/./);

  await user.type(await start(), 'Titanium');
  await user.keyboard('{Escape}');
  await question();
  // The same key in the confirmation keeps the statement.
  await user.keyboard('{Escape}');
  await isGone(/^Leave/);
  const remarks = screen.getByLabelText<HTMLTextAreaElement>(/^Further characteristics/);
  expect(remarks.value).toBe('Titanium');

  await user.click(screen.getByRole('button', { name: 'Issue' }));
  expect(remarks.closest('[inert]')).not.toBeNull();
  // As browsers do if the focused element becomes inert.
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('{Escape}');
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await isGone(/^Leave/);
  reply.resolve();
  await screen.findByText(/Leave out the name of the patient/);
  expect(remarks.closest('[inert]')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Issue' }));
  expect(remarks.value).toBe('Titanium');

  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }));
  await isGone(/./);
});

test('a change of the status by somebody else leaves the open form as it is', async () => {
  const user = userEvent.setup();
  const network = await open(
    replies(listStatements, { statements: [], may_issue: true }),
    replies(statementForm, FORM),
  );
  await user.click(within(await section()).getByRole('button', { name: 'Issue statement' }));
  const remarks = await screen.findByLabelText<HTMLTextAreaElement>(/^Further characteristics/);
  await user.type(remarks, 'Titanium');
  network.answer(replies(getCaseByNo, { ...COMPLETED, status: { ...COMPLETED.status, code: 'REOP' } }));
  network.answer(hangs(listStatements));
  const asked = network.count(listStatements);
  await act(() => queryClient.invalidateQueries({ queryKey: ['case'] }));
  await waitFor(() => expect(network.count(listStatements)).toBe(asked + 1));
  expect([remarks.isConnected, remarks.value]).toEqual([true, 'Titanium']);
});

test('a next page of kept statements that cannot be loaded leaves the others, says why and can be tried again', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    ...EMPTY,
    replies(keptStatements, { statements: [STATEMENT], has_more: true, is_complete: true }),
  ]);
  const kept = within(await screen.findByRole('region', { name: 'Statements of conformity' }));
  network.answer(refuses(keptStatements, 'internal'));
  await user.click(await kept.findByRole('button', { name: 'Show more' }));
  expect((await kept.findByRole('alert')).textContent).toMatch(/^Something went wrong/);
  expect(kept.getAllByRole('listitem')).toHaveLength(1);
  const next = { ...STATEMENT, id: STATEMENT.id - 1, patient_code: 'NEXT' };
  network.answer(replies(keptStatements, { statements: [next], has_more: false, is_complete: true }));
  await user.click(kept.getByRole('button', { name: 'Show more' }));
  expect(await kept.findByText(/NEXT/)).toBeTruthy();
  expect(kept.queryByRole('alert')).toBeNull();
});

test('the search of kept statements shows that it works, and its box stays when it is cleared later', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    ...EMPTY,
    replies(keptStatements, { statements: [STATEMENT], has_more: false, is_complete: true }),
  ]);
  const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: /^Case number/ });
  const list = () => box.closest('section')?.textContent;
  expect(list()).toContain(STATEMENT.patient_code);
  network.answer(hangs(keptStatements));
  await user.type(box, 'none{Enter}');
  await waitFor(() => expect(box.closest('section')?.querySelector('[aria-busy="true"]')).not.toBeNull());
  // Unmounted queries are dropped from the cache after some minutes.
  queryClient.removeQueries({ queryKey: ['statements', 'kept', ''], exact: true });
  await user.clear(box);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(network.count(keptStatements)).toBe(3));
  expect(box.isConnected).toBe(true);
});

test('a notice says that statements are still being copied after a move, also above an empty list', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    ...EMPTY,
    replies(keptStatements, { statements: [], has_more: false, is_complete: false }),
  ]);
  const kept = within(await screen.findByRole('region', { name: 'Statements of conformity' }));
  const notice = await kept.findByText(/still being copied/);
  expect(notice.closest('[role="status"]')).not.toBeNull();
  // Another search neither removes nor re-announces it.
  network.answer(hangs(keptStatements));
  await user.type(kept.getByRole('searchbox'), 'none{Enter}');
  await waitFor(() => expect(notice.closest('section')?.querySelector('[aria-busy="true"]')).not.toBeNull());
  expect(notice.isConnected).toBe(true);
  // A server of the previous version replies without it.
  const earlier = { statements: [STATEMENT], has_more: false } as ReplyFrom<typeof keptStatements>;
  network.answer(replies(keptStatements, earlier));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await user.clear(kept.getByRole('searchbox'));
  await user.keyboard('{Enter}');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  // Queries on the screen wait by the same timer.
  vi.useRealTimers();
  expect(await kept.findByText(/Version 1$/)).toBeTruthy();
  expect(kept.queryByText(/still being copied/)).toBeNull();
});
