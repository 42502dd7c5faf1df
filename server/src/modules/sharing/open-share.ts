import type { SharedCase, ShareState } from '@cusp/contract/sharing';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { isRefusal, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { filesBehind } from './given-files.ts';
import { countUse } from './share-limits.ts';
import { hashOfToken } from './share-token.ts';
import { presentSharedCase } from './sharing.present.ts';
import { findShare, lockShare, type ShareRow } from './sharing.sql.ts';

export type Guest = Pick<Visitor, 'ip' | 'requestId'>;

const REASONS = {
  expired: 'share_expired',
  revoked: 'share_revoked',
  ended: 'share_ended',
} as const satisfies Record<Exclude<ShareState, 'active'>, string>;

/** A link that works now; throws with the reason otherwise. */
export function requireActive(share: ShareRow | undefined): ShareRow {
  if (!share) throw new Refusal('share_unknown');
  if (share.author_presence === 'moved') throw new Refusal('server_is_wrong');
  if (share.author_presence === 'guest' && share.state === 'ended') throw new Refusal('moving');
  if (share.state !== 'active') throw new Refusal(REASONS[share.state]);
  return share;
}

const activeShare = async ({ db }: Services, hash: Buffer): Promise<ShareRow> =>
  requireActive(await findShare(db, { hash }));

/** The working link of a token. */
export const shareOfToken = (services: Services, token: string): Promise<ShareRow> =>
  activeShare(services, hashOfToken(token));

/** The case as its maker sees it; if they have lost access to the case, the link ends. */
export async function asMaker<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error, 'not_found')) throw new Refusal('share_ended');
    throw error;
  }
}

/**
 * Opens a link: returns the case as a visitor sees it, and logs the opening. While the author's move is frozen the link
 * is not counted, because rows of the case do not change then.
 */
export async function openShare(services: Services, guest: Guest, token: string): Promise<SharedCase> {
  await countUse(services, 'opening', { ip: guest.ip });
  const hash = hashOfToken(token);
  const known = await findShare(services.db, { hash });
  if (known) await countUse(services, 'opening', { linkId: known.id });
  try {
    return await open(services, guest, hash);
  } catch (error) {
    if (known && error instanceof Refusal) {
      await audit(services.db, guest, {
        action: 'share_opened',
        result: 'refused',
        caseId: known.case_id,
        object: { type: 'share_link', id: known.id },
        detail: { reason: error.code },
      });
    }
    throw error;
  }
}

async function open(services: Services, guest: Guest, hash: Buffer): Promise<SharedCase> {
  // Outside the transaction, because cleaning pictures takes too long to hold a row lock.
  const files = await filesBehind(services, await activeShare(services, hash));
  return inTransaction(services, guest, async (work) => {
    const share = requireActive(await lockShare(work.tx, { hash }));
    const { id, case_id: caseId, maker_id: makerId } = share;
    const row = await asMaker(() => caseDetail(work.tx, makerId, { id: caseId }));
    await work.audit({
      action: 'share_opened',
      caseId,
      object: { type: 'share_link', id },
    });
    if (!share.is_frozen) await count(work, { id, caseId });
    return presentSharedCase(share, row, files);
  });
}

async function count(work: Work<Guest>, { id, caseId }: { id: number; caseId: number }): Promise<void> {
  await work.tx
    .updateTable('share_link')
    .set((eb) => ({ open_count: eb('open_count', '+', 1), last_opened_at: sql`now()` }))
    .where('id', '=', id)
    .execute();
  await work.record({
    name: 'share_opened',
    caseId,
    audience: await audienceOf(work.tx, { id: caseId }),
    ids: { share: id },
  });
}
