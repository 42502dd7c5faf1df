import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { visibleCase } from '../cases/case-in-hand.sql.ts';
import { presentShare } from './sharing.present.ts';
import { sharesOf } from './sharing.sql.ts';

/** The links of a case that the person may revoke, those that are over too. */
export async function listShares({ db }: Services, actor: Actor, caseId: number) {
  const { id } = await visibleCase(db, actor.userId, caseId);
  const rows = await sharesOf(db, actor.userId, id);
  return { id, shares: rows.map(presentShare) };
}
