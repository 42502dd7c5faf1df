import { showAgreements } from '@cusp/contract/agreements.routes';
import { listDataExports } from '@cusp/contract/data-exports.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { listAccesses, listHolds, listOpenLinks } from '@cusp/contract/privacy.routes';
import { showRetention } from '@cusp/contract/retention.routes';
import { keptStatements } from '@cusp/contract/statements.routes';
import privacy from '../../../contract/fixtures/privacy.json';
import { type Answer, replies } from './replies.ts';
import { openScreen } from './screen.tsx';

export const LOG = {
  ...privacy.listAccesses.reply,
  next: null,
  people: [
    { id: 17, name: 'Amy Mate' },
    { id: 33, name: 'Ada Author' },
  ],
} as ReplyFrom<typeof listAccesses>;
export const NO_LINKS = replies(listOpenLinks, { links: [], next: null, is_complete: true });
export const NO_HOLDS = replies(listHolds, { holds: [], is_complete: true });
export const NO_EXPORTS = replies(listDataExports, { exports: [] });
export const NO_RETENTION = {
  months: null,
  default_months: 3,
  version: 0,
  may_change: true,
  cases: [],
  count: 0,
  next: null,
} satisfies ReplyFrom<typeof showRetention>;

/** Opens the privacy page, or a section of it, without retention, statements or agreements unless given. */
export const openPrivacy = (answers: Answer[], options?: Parameters<typeof openScreen>[2], section = '') =>
  openScreen(
    PAGES.privacy + section,
    [
      replies(showRetention, NO_RETENTION),
      replies(keptStatements, { statements: [], has_more: false, is_complete: true }),
      replies(showAgreements, { practice: '', open: [], accepted: [] }),
      ...answers,
    ],
    options,
  );
/** Replies of empty lists. */
export const EMPTY = [replies(listAccesses, { ...LOG, entries: [] }), NO_LINKS, NO_HOLDS, NO_EXPORTS];
