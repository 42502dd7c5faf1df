import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { changeStatus } from '../../modules/cases/change-status.ts';
import { removeCases } from '../../modules/cases/remove-cases.ts';
import { editOrder } from '../../modules/orders/edit-order.ts';
import { internalActor } from '../../platform/http/actor.ts';
import { createCase } from '../factories.ts';
import { orderFields } from '../order-edits.ts';
import { createStatement } from '../statements.ts';
import type { TestApp } from '../test-app.ts';
import { begun } from '../tus.ts';
import type { NewCase, People } from './personas.ts';

/** Cases of the author with the recipient, and their objects. */
export interface Cases {
  /** Creates a case with one comment and one file of the author. */
  newCase: NewCase;
  /** A new scan of the author in a new case. */
  newScan(): Promise<{ id: number }>;
  /** A new link to a case, made by the author unless another side is named. */
  newShare(side?: 'author' | 'recipient'): Promise<{ id: number }>;
  /** A new case that the author has just deleted. */
  newDeletion(): Promise<{ id: number }>;
  /** A legal hold of the author on a new case. */
  newHold(): Promise<{ id: number }>;
  /** A case of the author whose removal was announced. */
  newExpiring(): Promise<unknown>;
  /** A statement for the device of a new, completed case. */
  newStatement(): Promise<{ id: number; case_id: number }>;
  /** A step that is done on a new case. */
  newMark(): Promise<{ id: number; case_id: number }>;
  /** Id to undo that the author has just closed a new case. */
  newUndo(): Promise<number>;
  /** A case that the author sent a moment ago. */
  newSent(): Promise<{ id: number; version: number }>;
  /** A proposed change by the author of a new case in progress. */
  newProposal(): Promise<{ id: number; proposal: number }>;
  /** A new draft of the author. */
  newDraft(): Promise<{ id: number }>;
  /** Id of an upload that the author began to a new case. */
  newUpload(): Promise<string>;
}

export function casesOf(t: TestApp, people: People): Cases {
  const { services } = t;
  const newCase: NewCase = async () => {
    const dentalCase = await createCase(services, { author: people.author, recipient: people.recipient });
    const comment = await services.db
      .insertInto('case_comment')
      .values({ case_id: dentalCase.id, author_id: people.author.id, body: 'Hello', deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = await addFile(t, dentalCase.id, people.author.id);
    return { id: dentalCase.id, no: dentalCase.no, commentId: comment.id, fileId: file.id };
  };

  return {
    newCase,
    async newScan() {
      const dentalCase = await createCase(services, { author: people.author, recipient: people.recipient });
      return addFile(t, dentalCase.id, people.author.id, 'scan-upper.stl');
    },
    async newShare(side = 'author') {
      const dentalCase = await createCase(services, { author: people.author, recipient: people.recipient });
      return services.db
        .insertInto('share_link')
        .values({
          case_id: dentalCase.id,
          maker_id: people[side].id,
          recipient: 'Dr. Far',
          allows_download: false,
          token_hash: randomBytes(32),
          last_opened_at: null,
          expires_at: new Date(Date.now() + 60_000),
          revoked_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    async newDeletion() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      return { id: (await removeCases(services, internalActor(people.author.id), [id])).deletion };
    },
    async newHold() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      return services.db
        .insertInto('legal_hold')
        .values({
          case_id: id,
          placed_by: people.author.id,
          reason: 'Complaint',
          lifted_by: null,
          lifted_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    async newExpiring() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      await sql`
        insert into case_retention (case_id, practice_id, counted_from, due_on)
        select id, author_id, updated_at, current_date + 30 from dental_case where id = ${id}
      `.execute(services.db);
    },
    async newStatement() {
      const { id } = await createCase(services, {
        author: people.author,
        recipient: people.recipient,
        status: 'COMP',
      });
      return createStatement(services, { caseId: id, maker: people.recipient });
    },
    async newMark() {
      const { author, recipient } = people;
      const { id } = await createCase(services, { author, recipient });
      return services.db
        .insertInto('case_step')
        .values({ case_id: id, step: 'design', name: '', done_by: recipient.id })
        .returning(['id', 'case_id'])
        .executeTakeFirstOrThrow();
    },
    async newUndo() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      const change = { caseId: id, action: 'CLSD' } as const;
      return (await changeStatus(services, internalActor(people.author.id), change)).undo;
    },
    async newSent() {
      const { id, version } = await createCase(services, {
        author: people.author,
        recipient: people.recipient,
      });
      const published_at = new Date();
      await services.db.updateTable('dental_case').set({ published_at }).where('id', '=', id).execute();
      return { id, version };
    },
    async newProposal() {
      const { id } = await createCase(services, {
        author: people.author,
        recipient: people.recipient,
        status: 'PROC',
      });
      const { proposal } = await editOrder(services, internalActor(people.author.id), {
        caseId: id,
        version: 1,
        proposal: null,
        as: 'proposal',
        fields: orderFields({ note: 'Changed' }),
      });
      return { id, proposal: proposal ?? 0 };
    },
    newDraft: async () => createCase(services, { author: people.author, draft: true }),
    async newUpload() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      const path = await begun(await t.as(people.author), id, 'upper.stl', 84);
      return path.split('/').at(-2) ?? '';
    },
  };
}

async function addFile(
  { services }: TestApp,
  caseId: number,
  uploaderId: number,
  filename = '16-margin.xyz',
) {
  const key = `cases/${caseId}/${randomUUID()}`;
  await services.storage.write(key, Readable.from([Buffer.from('1 2 3\n')]));
  const file = await services.db
    .insertInto('case_file')
    .values({
      case_id: caseId,
      uploader_id: uploaderId,
      filename,
      size: 6,
      sha256: '0'.repeat(64),
      storage_key: key,
      media_type: 'text/plain',
      announced_at: new Date(),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.db
    .insertInto('light_copy')
    .values({
      file_id: file.id,
      recipe: 1,
      storage_key: key,
      size: 6,
      sha256: '0'.repeat(64),
      triangles: 1,
      failure: null,
    })
    .execute();
  return file;
}
