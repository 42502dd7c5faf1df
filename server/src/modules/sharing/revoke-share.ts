import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { shareById } from './sharing.sql.ts';

/** Ends a link at once. Does nothing if it is already revoked. */
export async function revokeShare(services: Services, actor: Actor, id: number) {
  return inTransaction(services, actor, async (work) => {
    const share = found(await shareById(work.tx, actor.userId, id));
    const revoked = await work.tx
      .updateTable('share_link')
      .set({ revoked_at: sql`now()` })
      .where('id', '=', share.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!revoked) return {};
    await visibleCase(work.tx, actor.userId, share.case_id);
    await recordCaseChange(work, share.case_id, {
      event: { name: 'share_revoked', ids: { share: id } },
      audit: { action: 'share_revoked', object: { type: 'share_link', id } },
    });
    return {};
  });
}
