import type { Parsed } from '@cusp/contract/endpoint';
import type { createShare as endpoint } from '@cusp/contract/sharing';
import { MAX_SHARE_DAYS, MAX_SHARES } from '@cusp/contract/sharing.routes';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { isBare, sharableFiles } from './given-files.ts';
import { mailShare } from './mail-share.ts';
import { hashOfToken, shareToken } from './share-token.ts';
import { isBlocked } from './sharing.policy.ts';
import { presentShare } from './sharing.present.ts';
import { activeShares, findShare, type ShareRow, shareById } from './sharing.sql.ts';

type Wish = Parsed<typeof endpoint>['body'];

const DAY_MS = 24 * 3600 * 1000;

/**
 * Creates a link to a case in any status, for a person without an account. Both sides may; each shares what it sees. A
 * repeated request returns the same link and sends no second mail.
 */
export async function createShare(services: Services, actor: Actor, caseId: number, wish: Wish) {
  const expiresAt = expiryOf(wish);
  const sharable = await filesToChoose(services, actor, caseId);
  return inTransaction(services, actor, async (work) => {
    await lockCase(work.tx, actor.userId, caseId);
    const token = shareToken(services, { caseId, makerId: actor.userId, key: wish.key });
    const hash = hashOfToken(token);
    const made = await findShare(work.tx, { hash });
    if (made) {
      // The key was used with other choices: refuse, so that the person does not hand out a link with other rights.
      if (!isSameWish(made, wish)) throw new Refusal('conflict', 'key');
      return { share: presentShare(made), token };
    }

    if (!wish.files.every((id) => sharable.has(id))) throw new Refusal('share_files_changed', 'files');
    if ((await activeShares(work.tx, caseId)) >= MAX_SHARES) throw new Refusal('too_many_shares');
    const { id } = await insert(work.tx, { caseId, makerId: actor.userId, hash, expiresAt, wish });
    await recordCaseChange(work, caseId, {
      event: { name: 'case_shared', ids: { share: id } },
      audit: {
        action: 'case_shared',
        object: { type: 'share_link', id },
        detail: {
          download: wish.allows_download,
          until: expiresAt.toISOString(),
          mailed: Boolean(wish.mail),
          files: wish.files,
          texts: wish.texts,
        },
      },
    });
    if (wish.mail) await mailShare(work, { makerId: actor.userId, token, expiresAt, mail: wish.mail });
    return { share: presentShare(found(await shareById(work.tx, actor.userId, id))), token };
  });
}

/** Files that a link leaves out unless they are chosen, without versions that have been replaced. */
async function filesToChoose(services: Services, actor: Actor, caseId: number): Promise<Set<number>> {
  const files = await sharableFiles(services, actor.userId, caseId);
  return new Set(files.filter((file) => !isBare(file) && !isBlocked(file)).map(({ id }) => id));
}

const isSameWish = (made: ShareRow, wish: Wish): boolean =>
  made.allows_download === wish.allows_download &&
  made.recipient === wish.recipient &&
  made.gives_texts === wish.texts &&
  made.file_ids.length === new Set(wish.files).size &&
  made.file_ids.every((id) => wish.files.includes(id));

/** Accepts one of the choices of the dialog or a moment in the allowed range, with a day's tolerance for time zones. */
function expiryOf({ days, until }: Wish): Date {
  if ((days === undefined) === (until === undefined)) throw new Refusal('invalid_input', 'until');
  const at = days === undefined ? new Date(until ?? '') : new Date(Date.now() + days * DAY_MS);
  const ahead = at.getTime() - Date.now();
  if (!(ahead > 0 && ahead <= (MAX_SHARE_DAYS + 1) * DAY_MS))
    throw new Refusal('share_until_invalid', 'until');
  return at;
}

interface NewShare {
  caseId: number;
  makerId: number;
  hash: Buffer;
  expiresAt: Date;
  wish: Wish;
}

const insert = (tx: Tx, { caseId, makerId, hash, expiresAt, wish }: NewShare) =>
  tx
    .insertInto('share_link')
    .values({
      case_id: caseId,
      maker_id: makerId,
      recipient: wish.recipient,
      email: wish.mail?.to ?? '',
      allows_download: wish.allows_download,
      file_ids: [...new Set(wish.files)],
      gives_texts: wish.texts,
      token_hash: hash,
      last_opened_at: null,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
