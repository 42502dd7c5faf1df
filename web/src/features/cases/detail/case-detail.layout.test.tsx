import '@mantine/core/styles.layer.css';
import '../../../ui/styles/base.css';
import '../../../ui/styles/touch.css';
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { seeComments } from '@cusp/contract/comments.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listStatements, statementForm } from '@cusp/contract/statements.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import type { Language } from '@cusp/contract/wire';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import fixtures from '../../../../../contract/fixtures/cases.json';
import histories from '../../../../../contract/fixtures/history.json';
import statements from '../../../../../contract/fixtures/statements.json';
import { CASES } from '../../../testing/golden.ts';
import { expectFits, expectReadable } from '../../../testing/layout.ts';
import { replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

/** Names without a line break opportunity, as long as a name may be. */
const LONG = {
  en: 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu',
  de: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ko: '김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리깡무두셀라구름이허리케인',
} as const satisfies Partial<Record<Language, string>>;

const CASE = fixtures.getCase.reply as CaseDetail;
const HISTORY = histories.caseHistory.reply as ReplyFrom<typeof caseHistory>;

/** All texts entered by people are the name. */
function caseWith(name: string): CaseDetail {
  return {
    ...CASE,
    other_side_deleted: true,
    note: name,
    author: { ...CASE.author, username: name, institution: name, disp_name: name },
    to: { ...CASE.to, username: name, institution: name },
    patient: { ...CASE.patient, firstname: name, lastname: name },
    assignee: { id: 65, name },
    proposal: CASE.proposal && { ...CASE.proposal, by: name, reason: name },
    restorations: CASE.restorations.map((row) => ({
      ...row,
      displayName: name,
      shade: name.slice(0, 40),
      material: { code: 'other', name },
    })),
    files: CASE.files.map((file) => ({ ...file, filename: `${name}.ply`, uploader_name: name })),
    comments: CASE.comments.map((comment) => ({ ...comment, name, text: name, mentions: [] })),
  };
}

test.each(['en', 'de', 'ko'] as const)('a case fits at 390 px with long names, %s', async (language) => {
  expect(innerWidth).toBe(390);
  const name = LONG[language];
  const dentalCase = caseWith(name);
  const person = (id: number) => ({ id, name, picture: null });
  await openScreen(
    `/cases/${CASE.no}`,
    [
      replies(listCases, CASES),
      replies(listDrafts, { drafts: [] }),
      replies(getCaseByNo, dentalCase),
      replies(listFiles, { files: dentalCase.files }),
      replies(listUploads, { uploads: [] }),
      replies(heartbeat, {
        people: [
          { ...person(801), is_typing: true },
          { ...person(817), is_typing: false },
        ],
      }),
      replies(leaveCase, {}),
      replies(seeComments, { unread_comments: 0, unread_mention: false }),
      replies(caseHistory, {
        ...HISTORY,
        next: '1-e1',
        entries: HISTORY.entries.map((entry) => ({ ...entry, person: entry.person && person(33) })),
      }),
    ],
    { as: { ...DENTIST, name, first_name: name }, language },
  );
  // The conversation is rendered last.
  await screen.findByRole('textbox', { name: i18next.t('cases:comments.placeholder') });
  await screen.findByRole('button', { name: i18next.t('history:earlier') });
  for (const part of ['h2', 'dd', 'ul > li', 'ol > li'])
    expect(
      [...document.querySelectorAll(`article ${part}`)].map((each) => each.textContent).join(),
      part,
    ).toContain(name);
  await waitFor(expectFits);
  if (language === 'en') await expectReadable();
});

test('the button that adds a corrected label is below the error of its field, also where it has place beside it', async () => {
  await page.viewport(1440, 900);
  await openScreen(`/cases/${CASE.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, { ...CASE, usertype: 'OT', proposal: null, edit_order: null }),
    replies(listFiles, { files: CASE.files }),
    replies(listUploads, { uploads: [] }),
    replies(heartbeat, { people: [] }),
    replies(leaveCase, {}),
    replies(seeComments, { unread_comments: 0, unread_mention: false }),
    replies(caseHistory, { ...HISTORY, next: null }),
    replies(listStatements, { statements: [], may_issue: true }),
    replies(statementForm, statements.statementForm.reply as ReplyFrom<typeof statementForm>),
  ]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Issue statement' }));
  await user.type(await screen.findByLabelText(/^Scan or type/), 'Zirconia{Enter}');
  const error = screen.getByText(/This code has no lot/).getBoundingClientRect();
  const button = screen.getByRole('button', { name: 'Add corrected label 1' }).getBoundingClientRect();
  await page.viewport(390, 844);
  expect(button.top).toBeGreaterThan(error.bottom);
  expect(button.left).toBe(error.left);
});
