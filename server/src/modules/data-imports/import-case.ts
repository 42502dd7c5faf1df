import { randomUUID } from 'node:crypto';
import type { ExportedCase } from '@cusp/contract/exported-case';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { forgetUnlessKept } from '../../platform/files/forget-unless-kept.ts';
import { internalActor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { columnsOf, replaceRestorations } from '../drafts/drafts.sql.ts';
import { queueChecksums } from '../files/checksums.ts';
import { allowedExtension } from '../files/keep-file.ts';
import { type Received, receiveFile } from '../files/receive-file.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { queueLightCopy } from '../light-copies/queue-light-copy.ts';
import { queueScan } from '../malware/scan-files.ts';
import { keepCopy } from '../served-copies/served-copies.sql.ts';
import { requireSame, unreadable } from './check-export.ts';
import type { ExportArchive } from './export-archive.ts';
import { type FileIds, refOf, writeComments } from './import-comments.ts';
import { type Practice, peopleOf } from './imported-people.ts';

type Stored = Received & { key: string };

interface Source {
  archive: ExportArchive;
  folder: string;
  json: ExportedCase;
}

/**
 * Restores one case: first its bytes, then all rows in one transaction, so that a killed import leaves only whole
 * cases. It sends no notifications and marks nothing as unread. False if a case with this number exists by then.
 */
export async function importCase(services: Services, practice: Practice, source: Source): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('dental_case', 'id')) as id
  `.execute(services.db);
  const caseId = Number(rows[0]?.id);
  const stored = await storeFiles(services, source, caseId);
  const isNew = await inTransaction(services, internalActor(practice.ownerId), (work) =>
    writeCase(work, practice, { caseId, json: source.json, stored }),
  );
  // After an error the bytes stay for their jobs to remove, because the commit may have happened.
  if (!isNew) await services.storage.removeBelow(`cases/${caseId}`);
  return isNew;
}

async function storeFiles(
  services: Services,
  { archive, folder, json }: Source,
  caseId: number,
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (const file of json.files) {
    if (file.path === null) continue;
    const path = `${folder}/${file.path}`;
    const key = `cases/${caseId}/${randomUUID()}`;
    await forgetUnlessKept(services, key);
    const received = await receiveFile(
      services.storage,
      key,
      allowedExtension(file.name),
      await archive.read(path),
    ).catch((error) => unreadable(path, error));
    requireSame(path, file, received.sha256);
    stored.set(refOf(file), { ...received, key });
  }
  return stored;
}

interface Writing {
  caseId: number;
  json: ExportedCase;
  stored: ReadonlyMap<string, Stored>;
}

async function writeCase(work: Work, practice: Practice, writing: Writing): Promise<boolean> {
  const { tx } = work;
  const { caseId, json } = writing;
  // Two concurrent imports are serialised, so that a name becomes one person.
  await lockPerson(tx, practice.ownerId);
  const people = await peopleOf(work.services, tx, practice, json);
  // `check-export.ts` has refused keys of nobody.
  const idOf = (key: string): number => people.get(key) as number;
  const hasAccount = (key: string): boolean => [...practice.accounts.values()].includes(idOf(key));
  const made = await tx
    .insertInto('dental_case')
    .values({
      id: caseId,
      no: json.no,
      client_key: null,
      author_id: idOf(json.author),
      recipient_id: idOf(json.recipient),
      assignee_id: json.assignee === null ? null : idOf(json.assignee),
      status: json.status,
      prev_status: json.previous_status,
      patient_sex: null,
      patient_birth: null,
      delivery_date: null,
      ...columnsOf(json.order),
      order_version: json.order_version,
      comment_count: json.comments.length,
      file_count: new Set(json.files.filter(({ path }) => path !== null).map(({ name }) => name)).size,
      created_at: new Date(json.created_at),
      published_at: new Date(json.sent_at),
      updated_at: new Date(json.updated_at),
      completed_at: json.completed_at === null ? null : new Date(json.completed_at),
      // A name reads no copy, and its copy would keep the data of the patient after the practice deleted its own.
      author_removed_at: hasAccount(json.author) ? null : sql`now()`,
      recipient_removed_at: hasAccount(json.recipient) ? null : sql`now()`,
    })
    .onConflict((conflict) => conflict.column('no').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  await replaceRestorations(tx, caseId, json.order);
  await writeChanges(tx, writing, idOf);
  const files = await writeFiles(work, writing, idOf);
  await writeComments(tx, writing, { idOf, files });
  if (json.orientation)
    await tx
      .insertInto('case_orientation')
      .values({
        case_id: caseId,
        orientation: JSON.stringify(json.orientation),
        marked_by: idOf(json.author),
        marked_at: new Date(json.updated_at),
      })
      .execute();
  for (const { step, name, by, at } of json.steps ?? [])
    await tx
      .insertInto('case_step')
      .values({ case_id: caseId, step, name, done_by: idOf(by), done_at: new Date(at) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const { by, at, ...shipment } of json.shipments ?? [])
    await tx
      .insertInto('case_shipment')
      .values({
        case_id: caseId,
        client_key: randomUUID(),
        ...shipment,
        sent_by: idOf(by),
        sent_at: new Date(at),
      })
      .execute();
  await work.audit({ action: 'case_imported', caseId });
  return true;
}

async function writeChanges(tx: Tx, { caseId, json }: Writing, idOf: (key: string) => number): Promise<void> {
  for (const change of json.order_changes)
    await tx
      .insertInto('order_change')
      .values({
        case_id: caseId,
        state: change.state,
        base_version: change.base_version,
        version: change.version,
        changes: JSON.stringify(change.changes),
        fields: change.order === null ? null : JSON.stringify(change.order),
        waits_for: change.state === 'open' ? idOf(json.recipient) : null,
        made_by: idOf(change.by),
        made_at: new Date(change.at),
        ended_by: change.ended_by === null ? null : idOf(change.ended_by),
        ended_at: change.ended_at === null ? null : new Date(change.ended_at),
        reason: change.reason,
      })
      .execute();
}

async function writeFiles(
  work: Work,
  { caseId, json, stored }: Writing,
  idOf: (key: string) => number,
): Promise<FileIds> {
  const { tx } = work;
  const ids: FileIds = new Map();
  for (const file of json.files) {
    const received = stored.get(refOf(file));
    const at = new Date(file.uploaded_at);
    const { id } = await tx
      .insertInto('case_file')
      .values({
        case_id: caseId,
        uploader_id: idOf(file.uploaded_by),
        filename: file.name,
        version: file.version,
        size: file.size,
        sha256: file.sha256,
        media_type: received?.mediaType ?? file.media_type,
        keeps_metadata: file.keeps_metadata,
        storage_key: received?.key ?? `cases/${caseId}/${randomUUID()}`,
        announced_at: at,
        created_at: at,
        // The export had no bytes of it, but comments can refer to it.
        deleted_at: received ? null : at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(refOf(file), id);
    if (!received) continue;
    if (received.clean) await keepCopy(tx, id, 'clean', received.clean);
    await queueScan(work, { id, uploaderId: idOf(file.uploaded_by) });
    await queueLightCopy(work, { id, filename: file.name });
    if (file.unit)
      await tx
        .insertInto('scan_unit')
        .values({ file_id: id, unit: file.unit, chosen_by: idOf(file.uploaded_by), chosen_at: at })
        .execute();
    if (file.scan)
      await tx
        .insertInto('scan_choice')
        .values({
          case_id: caseId,
          filename: file.name,
          ...file.scan,
          chosen_by: idOf(file.uploaded_by),
          chosen_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  await queueChecksums(work);
  return ids;
}
