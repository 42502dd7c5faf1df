import type { ExportedCase, ExportedDraft } from '@cusp/contract/exported-case';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { draftsOf } from '../case-access/case-access.policy.ts';
import { type CaseDetailRow, caseDetail } from '../cases/case-detail.sql.ts';
import { mentionsOfRow } from '../comments/comments.present.ts';
import { type CommentRow, commentsOf } from '../comments/comments.sql.ts';
import { fillMentions } from '../comments/mentions.ts';
import { numberedNames } from '../files/file-name.ts';
import { mayTakeFile } from '../files/files.policy.ts';
import { byName } from '../files/files.present.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { servedFile, withCleanCopies } from '../files/served-file.ts';
import { orderOf } from '../orders/orders.sql.ts';
import { marksOf } from '../production/production.sql.ts';
import { shipments } from '../shipping/shipments.sql.ts';
import { PeopleOfCase } from './people-of-case.ts';

type FileEntry = ExportedCase['files'][number];

/** A file of the export with its row. */
export interface FileToExport {
  row: FileRow;
  entry: FileEntry;
}

/** A case as its export describes it, with what its pages and its order form are made from. */
export interface CaseToExport {
  detail: CaseDetailRow;
  json: ExportedCase;
  files: FileToExport[];
}

/** Reads one case as a person of the practice sees it; throws `not_found` if they no longer see it. */
export async function readExportedCase(
  services: Services,
  userId: number,
  practice: readonly number[],
  id: number,
): Promise<CaseToExport> {
  const { db } = services;
  const detail = await caseDetail(db, userId, { id });
  const row = await db
    .selectFrom('dental_case')
    .select(['author_id', 'assignee_id', 'created_at', 'updated_at', 'completed_at'])
    .select(sql<number>`recipient_id`.as('recipient_id'))
    .select(sql<Date>`published_at`.as('published_at'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const order = await orderOf(db, id);
  const files = (await withCleanCopies(services, await filesOf(db, userId, id))).map(servedFile);
  const comments = await commentsOf(db, userId, id);
  const changes = await db
    .selectFrom('order_change')
    .selectAll()
    .where('case_id', '=', id)
    .orderBy('id')
    .execute();
  const people = new PeopleOfCase();
  const [author, recipient] = [people.key(row.author_id), people.key(row.recipient_id)];
  const assignee = row.assignee_id === null ? null : people.key(row.assignee_id);
  const exported = exportedFiles(files, userId, people);
  const versions = await versionsOf(services, id);
  // Steps shown to the other side are the lab's data and not its own.
  const steps = detail.side === 'OT' ? await marksOf(db, id) : [];
  const sent = (await shipments(db, id).execute()).reverse();
  const json: ExportedCase = {
    no: detail.no,
    status: detail.status,
    previous_status: detail.prev_status,
    created_at: row.created_at.toISOString(),
    sent_at: row.published_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    author,
    recipient,
    assignee,
    order_version: order.version,
    order: order.fields,
    order_changes: changes.map((change) => ({
      state: change.state,
      base_version: change.base_version,
      version: change.version,
      by: people.key(change.made_by),
      at: change.made_at.toISOString(),
      ended_by: change.ended_by === null ? null : people.key(change.ended_by),
      ended_at: change.ended_at?.toISOString() ?? null,
      reason: change.reason,
      changes: change.changes,
      order: change.fields,
    })),
    orientation: detail.orientation,
    files: exported.map(({ entry }) => entry),
    order_form: null,
    ...(sent.length > 0 && {
      shipments: sent.map(({ carrier, carrier_name, number, link, sent_by, sent_at }) => ({
        carrier,
        carrier_name,
        number,
        link,
        by: people.key(sent_by),
        at: sent_at.toISOString(),
      })),
    }),
    ...(steps.length > 0 && {
      steps: steps.map(({ step, name, done_by, done_at }) => ({
        step,
        name,
        by: people.key(done_by),
        at: done_at.toISOString(),
      })),
    }),
    comments: comments.map((comment) => exportedComment(comment, { comments, versions, people })),
    // Read last, because all parts above refer to people.
    people: await people.describe(services, { ...row, practice }),
  };
  return { detail, files: exported, json };
}

/** A draft of its author with its files; null if it has been sent or discarded. */
export async function readDraft(
  services: Services,
  userId: number,
  id: number,
): Promise<{ json: ExportedDraft; files: FileToExport[] } | null> {
  const { db } = services;
  const row = await db
    .selectFrom('dental_case')
    .leftJoin('app_user as recipient', (join) =>
      join.onRef('recipient.id', '=', 'dental_case.recipient_id').on('recipient.deleted_at', 'is', null),
    )
    .select(['no', 'dental_case.created_at', 'dental_case.updated_at', 'recipient_id'])
    .select(['recipient.first_name', 'recipient.last_name', 'recipient.institution'])
    .where('dental_case.id', '=', id)
    .where(draftsOf(userId))
    .executeTakeFirst();
  if (!row) return null;
  const { fields } = await orderOf(db, id);
  const rows = (await withCleanCopies(services, await filesOf(db, userId, id))).map(servedFile);
  const files = exportedFiles(rows, userId, new PeopleOfCase());
  const { first_name, last_name, institution } = row;
  return {
    files,
    json: {
      no: row.no,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      recipient:
        row.recipient_id === null
          ? null
          : {
              first_name: first_name ?? '',
              last_name: last_name ?? '',
              institution: institution ?? '',
            },
      order: fields,
      files: files.map(({ entry }) => entry),
    },
  };
}

/**
 * Current files are in `files`, earlier versions in `earlier`. File names are sanitised so that they cannot leave their
 * folder.
 */
function exportedFiles(rows: readonly FileRow[], userId: number, people: PeopleOfCase): FileToExport[] {
  const newest = new Set(byName(rows).map(([first]) => first.id));
  const paths = new Map<number, string>();
  for (const [folder, isIn] of [
    ['files', (id: number) => newest.has(id)],
    ['earlier', (id: number) => !newest.has(id)],
  ] as const) {
    const within = rows.filter(({ id }) => isIn(id));
    const names = numberedNames(within.map(({ filename }) => harmless(filename)));
    for (const [n, { id }] of within.entries()) paths.set(id, `${folder}/${names[n]}`);
  }
  return rows.map((row) => {
    const code = mayTakeFile({ ...row, status: row.caseStatus }, row, userId);
    return {
      row,
      entry: {
        path: code ? null : (paths.get(row.id) ?? null),
        withheld: code as FileEntry['withheld'],
        name: row.filename,
        version: row.version,
        size: row.size,
        sha256: row.sha256,
        media_type: row.mediaType,
        keeps_metadata: row.keepsMetadata,
        uploaded_by: people.key(row.uploaderId),
        uploaded_at: row.createdAt.toISOString(),
        scan: row.saidRole ? { role: row.saidRole, jaw: row.saidJaw, tooth: row.saidTooth } : null,
        unit: row.unit,
      },
    };
  });
}

const harmless = (name: string): string => name.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+$/, '_');

type Versions = ReadonlyMap<number, { name: string; version: number }>;

/** Files by id, deleted ones included, because comments refer to them. */
async function versionsOf({ db }: Services, caseId: number): Promise<Versions> {
  const rows = await db
    .selectFrom('case_file')
    .select(['id', 'filename as name', 'version'])
    .where('case_id', '=', caseId)
    .execute();
  return new Map(rows.map(({ id, ...file }) => [id, file]));
}

function exportedComment(
  comment: CommentRow,
  {
    comments,
    versions,
    people,
  }: { comments: readonly CommentRow[]; versions: Versions; people: PeopleOfCase },
): ExportedCase['comments'][number] {
  const { kept, nameOf } = mentionsOfRow(comment.mentions);
  const { text, mentions } = fillMentions({ body: comment.body, mentions: kept }, nameOf);
  const answered = comments.findIndex(({ id }) => id === comment.reply_to_id);
  const scan = comment.pin_file_id === null ? undefined : versions.get(comment.pin_file_id);
  return {
    by: people.key(comment.author_id),
    at: comment.created_at.toISOString(),
    edited_at: comment.updated_at > comment.created_at ? comment.updated_at.toISOString() : null,
    text,
    mentions: mentions.map(({ user_id, start, length }) => ({ person: people.key(user_id), start, length })),
    about: (comment.file_id !== null && versions.get(comment.file_id)) || null,
    pin: comment.pin && comment.pin_no && scan ? { no: comment.pin_no, scan, place: comment.pin } : null,
    ...(comment.reply_to_id !== null && { answers: answered < 0 ? null : answered }),
    ...(comment.reactions.length > 0 && {
      reactions: comment.reactions.map(({ kind, person }) => ({ by: people.key(person.id), kind })),
    }),
  };
}
