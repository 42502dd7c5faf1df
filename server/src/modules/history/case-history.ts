import type { HistoryAction, HistoryEntry } from '@cusp/contract/history';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { nameOf, pictureOf } from '../people/person.present.ts';
import { type HistoryRow, readHistory } from './history.sql.ts';

const ENTRIES_PER_PAGE = 20;

/** The name of an event or audit log entry in a history. */
const ACTIONS: Readonly<Record<string, HistoryAction>> = {
  post_published: 'sent',
  post_modified: 'edited',
  change_proposed: 'change_proposed',
  change_declined: 'change_declined',
  change_withdrawn: 'change_withdrawn',
  post_status_modified: 'status',
  post_assignee_changed: 'assignee',
  files_uploaded: 'files_added',
  file_deleted: 'file_deleted',
  file_classified: 'file_classified',
  file_unit_set: 'file_unit_set',
  front_marked: 'front_marked',
  comment_added: 'comment_added',
  comment_modified: 'comment_edited',
  comment_deleted: 'comment_deleted',
  statement_issued: 'statement_issued',
  case_shipped: 'shipped',
  shipment_removed: 'shipment_removed',
  case_shared: 'shared',
  share_revoked: 'share_revoked',
  share_opened: 'share_opened',
  case_read: 'opened',
  file_downloaded: 'downloaded',
  files_downloaded: 'downloaded_all',
  share_file_downloaded: 'share_downloaded',
  share_files_downloaded: 'share_downloaded_all',
  order_form_downloaded: 'order_form',
  case_deleted: 'deleted',
  case_restored: 'restored',
  case_imported: 'imported',
  case_expired: 'expired',
};

/** A page of what happened on a case, for both sides. */
export async function caseHistory({ db }: Services, actor: Actor, caseId: number, before?: string) {
  const { id, side } = await visibleCase(db, actor.userId, caseId);
  const rows = await readHistory(db, actor.userId, {
    caseId: id,
    side,
    take: ENTRIES_PER_PAGE + 1,
    before: before ? placeOf(before) : null,
  });
  const page = rows.slice(0, ENTRIES_PER_PAGE);
  const last = page.at(-1);
  return {
    id,
    entries: page.flatMap(presentEntry),
    next: last && rows.length > ENTRIES_PER_PAGE ? `${last.at}-${last.ref}` : null,
  };
}

function placeOf(text: string) {
  const [at = '', ref = ''] = text.split('-');
  return { at: Number(at), ref };
}

function presentEntry(row: HistoryRow): HistoryEntry[] {
  const action = ACTIONS[row.kind];
  if (!action) return [];
  return [
    {
      id: row.ref,
      at: new Date(row.at / 1000).toISOString(),
      action: row.kind === 'post_modified' && row.order?.state === 'accepted' ? 'change_accepted' : action,
      person:
        row.user_id === null
          ? null
          : { id: row.user_id, name: nameOf(row.person), picture: pictureOf(row.person) },
      by_support: row.by_support,
      count: row.count,
      status: row.change,
      order: row.order,
      assignee: row.has_assignee ? nameOf(row.assignee) : null,
      files: row.files,
      recipient: row.recipient,
    },
  ];
}
