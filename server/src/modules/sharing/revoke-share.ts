import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { shareById } from './sharing.sql.ts';

/** Ends a link at once. One that is revoked already stays as it is. */
export async function revokeShare(services: Services, actor: Actor, id: number) {
  return transact(services.db, async (tx) => {
    const share = found(await shareById(tx, actor.userId, id));
    const revoked = await tx
      .updateTable('share_link')
      .set({ revoked_at: sql`now()` })
      .where('id', '=', share.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!revoked) return {};
    const dentalCase = await visibleCase(tx, actor.userId, share.case_id);
    await audit(tx, actor, {
      action: 'share_revoked',
      caseId: share.case_id,
      object: { type: 'share_link', id },
    });
    await record(tx, services.hub, actor, {
      name: 'share_revoked',
      caseId: share.case_id,
      audience: await audienceOf(tx, dentalCase),
      ids: { share: id },
    });
    return {};
  });
}
