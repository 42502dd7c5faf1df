import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { happenedSinceMaking } from '../../platform/db/log-partitions.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { requireNoHold } from '../case-access/holds.sql.ts';
import { audiencesOf } from '../case-access/visible-cases.sql.ts';
import { notifyCases } from '../cases/notify-cases.ts';
import { lockOwnCase } from './drafts.sql.ts';

/**
 * Takes back a case that its author sent within the last ten seconds; it becomes their draft again. Refused once
 * another person has opened, downloaded or changed it, because then the other side has begun with it. A second click
 * finds a draft, and a request about an earlier sending is refused.
 */
export async function unsendDraft(
  services: Services,
  actor: Actor,
  { draftId, version }: { draftId: number; version: number },
) {
  return inTransaction(services, actor, async (work) => {
    const sent = await lockOwnCase(work.tx, actor.userId, draftId);
    const { id, published_at } = sent;
    if (published_at === null) return {};
    const { is_over } = await work.tx
      .selectNoFrom(
        sql<boolean>`${published_at}::timestamptz + make_interval(secs => ${UNDO_MS / 1000}) <= clock_timestamp()`.as(
          'is_over',
        ),
      )
      .executeTakeFirstOrThrow();
    // A late request must not take back a newer sending of the same case.
    if (is_over || sent.version !== version) throw new Refusal('undo_over');
    if (sent.status !== 'OPEN' || (await isTouched(work.tx, sent))) throw new Refusal('sent_case_touched');
    // A draft can be discarded, which purges it.
    await requireNoHold(work.tx, id);
    const audiences = await audiencesOf(work.tx, [id]);
    await work.tx
      .updateTable('case_file')
      .set({ announced_at: null })
      .where('case_id', '=', id)
      .where('announced_at', '>=', published_at)
      .execute();
    await work.tx
      .updateTable('dental_case')
      .set({ published_at: null, version: sent.version + 1, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    await notifyCases(work, 'posts_deleted', audiences);
    await work.audit({ action: 'case_unsent', caseId: id });
    return {};
  });
}

/** Events that the server or the sender's browser causes without the sender after sending. */
const BY_ITSELF = ['post_published', 'preview_made', 'file_not_shown', 'packed_scan_read', 'file_classified'];

/**
 * Whether a sent case was changed, or another person opened or downloaded it. A read alone does not count: the list
 * shows its first case, and a browser keeps cases, without anybody choosing them.
 */
async function isTouched(tx: Tx, sent: { id: number; author_id: number; published_at: Date | null }) {
  const { rows } = await sql<{ touched: boolean }>`
    select exists (
      select from event
      where case_id = ${sent.id} and at >= ${sent.published_at} and ${happenedSinceMaking(sent.id)}
        and name <> all(${BY_ITSELF}::text[])
    ) or exists (
      select from audit_log
      where case_id = ${sent.id} and at >= ${sent.published_at} and ${happenedSinceMaking(sent.id)}
        and user_id <> ${sent.author_id} and result = 'ok' and action not in ('case_read', 'case_kept')
    ) as touched
  `.execute(tx);
  return rows[0]?.touched === true;
}
