import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { screen, within } from '@testing-library/react';
import histories from '../../../contract/fixtures/history.json';
import { CASE, CASES } from './golden.ts';
import { type Answer, hangs, replies } from './replies.ts';
import { openScreen } from './screen.tsx';

export const HISTORY = histories.caseHistory.reply as ReplyFrom<typeof caseHistory>;
const [COMMENT] = CASE.comments;
const [ENTRY] = HISTORY.entries;
if (!COMMENT || !ENTRY) throw new Error('the fixtures have a comment and an entry');

export const comment = (id: number, text: string, at: string, more: Partial<typeof COMMENT> = {}) => ({
  ...COMMENT,
  id,
  text,
  mentions: [],
  is_unread: false,
  created_date: at,
  updated_date: at,
  ...more,
});
export const opened = (id: string, at: string, name: string) => ({
  ...ENTRY,
  id,
  at,
  action: 'opened' as const,
  order: null,
  person: { id: 33, name, picture: null },
});
export const caseWith = (comments: CaseDetail['comments'], more: Partial<CaseDetail> = {}): CaseDetail => ({
  ...CASE,
  proposal: null,
  comments,
  ...more,
});

export const openCase = (
  dentalCase: CaseDetail,
  entries = HISTORY,
  options: Parameters<typeof openScreen>[2] = {},
  path = `/cases/${dentalCase.no}`,
  more: readonly Answer[] = [],
) =>
  openScreen(
    path,
    [
      replies(listCases, CASES),
      replies(listDrafts, { drafts: [] }),
      replies(getCaseByNo, dentalCase),
      replies(listFiles, { files: dentalCase.files }),
      replies(listUploads, { uploads: [] }),
      replies(caseHistory, entries),
      hangs(heartbeat),
      hangs(leaveCase),
      ...more,
    ],
    options,
  );

export const talk = async () => within(await screen.findByRole('region', { name: 'Comments and history' }));
export const composer = async () =>
  (await talk()).findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment …' });
export const NO_HISTORY = { ...HISTORY, entries: [], next: null };
