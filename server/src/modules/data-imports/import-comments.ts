import { randomUUID } from 'node:crypto';
import type { ExportedCase } from '@cusp/contract/exported-case';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { cutMentions } from '../comments/mentions.ts';

/** Ids of the files of a case by name and version. */
export type FileIds = Map<string, number>;

export const refOf = ({ name, version }: { name: string; version: number }) =>
  JSON.stringify([name, version]);

export async function writeComments(
  tx: Tx,
  { caseId, json }: { caseId: number; json: ExportedCase },
  { idOf, files }: { idOf: (key: string) => number; files: FileIds },
): Promise<void> {
  const fileId = async (ref: { name: string; version: number } | null, by: string) => {
    if (ref === null) return null;
    const id = files.get(refOf(ref)) ?? (await writeDeletedFile(tx, caseId, ref, idOf(by)));
    files.set(refOf(ref), id);
    return id;
  };
  const placed: { id: number; thread_id: number | null }[] = [];
  for (const comment of json.comments) {
    // If the answered comment was deleted, the thread is unknown.
    const answered = placed[comment.answers ?? -1];
    const cut = cutMentions(
      comment.text,
      comment.mentions.map(({ person, start, length }) => ({ user_id: idOf(person), start, length })),
    );
    if (!cut) throw new Error('the mentions of a comment were checked before');
    const at = new Date(comment.at);
    const added = await tx
      .insertInto('case_comment')
      .values({
        case_id: caseId,
        author_id: idOf(comment.by),
        body: cut.body,
        file_id: await fileId(comment.about, comment.by),
        reply_to_id: answered?.id ?? null,
        thread_id: answered ? (answered.thread_id ?? answered.id) : null,
        pin: comment.pin?.place ?? null,
        pin_file_id: await fileId(comment.pin?.scan ?? null, comment.by),
        pin_no: comment.pin?.no ?? null,
        created_at: at,
        updated_at: comment.edited_at === null ? at : new Date(comment.edited_at),
        deleted_at: null,
      })
      .returning(['id', 'thread_id'])
      .executeTakeFirstOrThrow();
    placed.push(added);
    // Their times are not exported; they keep their order.
    for (const [nth, { by, kind }] of (comment.reactions ?? []).entries())
      await tx
        .insertInto('comment_reaction')
        .values({ comment_id: added.id, user_id: idOf(by), kind, at: new Date(at.getTime() + nth) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    for (const [ordinal, mention] of cut.mentions.entries())
      await tx
        .insertInto('comment_mention')
        .values({ comment_id: added.id, at: mention.at, ordinal, user_id: mention.userId })
        .execute();
  }
}

/** A file that was deleted before the export, because a comment refers to it. */
async function writeDeletedFile(
  tx: Tx,
  caseId: number,
  { name, version }: { name: string; version: number },
  uploaderId: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('case_file')
    .values({
      case_id: caseId,
      uploader_id: uploaderId,
      filename: name,
      version,
      size: 0,
      sha256: '',
      media_type: '',
      storage_key: `cases/${caseId}/${randomUUID()}`,
      announced_at: sql`now()`,
      deleted_at: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
