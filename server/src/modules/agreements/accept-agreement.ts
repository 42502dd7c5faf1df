import type { acceptAgreement as endpoint } from '@cusp/contract/agreements';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { practiceIdOf } from '../case-access/circle.sql.ts';

/**
 * Stores that a person accepted a text, which has to be one of the version in force. Accepting it again changes
 * nothing.
 */
export async function acceptAgreement(
  services: Services,
  actor: Actor,
  { kind, text_hash }: z.output<typeof endpoint.body>,
): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const { tx } = work;
    if (kind === 'dpa' && (await practiceIdOf(tx, actor.userId)) !== actor.userId)
      throw new Refusal('privacy_owner_only');
    const wording = await tx
      .selectFrom('agreement_version')
      .innerJoin('agreement_wording', 'version_id', 'agreement_version.id')
      .select(['name', 'language'])
      .where('text_hash', '=', text_hash)
      .where('agreement_version.id', '=', (version) =>
        version
          .selectFrom('agreement_version')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('kind', '=', kind),
      )
      .executeTakeFirst();
    if (!wording) throw new Refusal('agreement_changed');
    const { name: version, language } = wording;
    const accepted = await tx
      .insertInto('agreement_acceptance')
      .values({ user_id: actor.userId, kind, version, language, text_hash })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'text_hash']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!accepted) return;
    await work.audit({
      action: 'agreement_accepted',
      object: { type: 'agreement_acceptance', id: accepted.id },
      detail: { kind, version, language, text_hash },
    });
  });
}
