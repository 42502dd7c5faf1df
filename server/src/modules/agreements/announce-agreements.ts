import { PAGES } from '@cusp/contract/pages';
import { formatDay } from '@cusp/text/dates';
import { sql } from 'kysely';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { languageOrEnglish } from '../../platform/texts/load-texts.ts';
import { inTransaction } from '../../platform/work.ts';
import { askedFor } from '../identity/agreements.sql.ts';

/** Mails of one run, so that links for signing in do not wait behind those to everybody. */
const AT_ONCE = 500;

/**
 * Mails the people who have to accept a new version, some hundred a run. A mail and the progress mark are in one
 * transaction, so no person gets two. Templates are for trying out and are not announced.
 */
export const announceAgreements = (services: Services, atOnce = AT_ONCE): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    const { tx } = work;
    const version = await tx
      .selectFrom('agreement_version')
      .select(['id', 'kind', 'required_from', 'announced_to'])
      .where('announced_at', 'is', null)
      .where('is_template', '=', false)
      .where('id', 'in', (newest) =>
        newest
          .selectFrom('agreement_version')
          .select(({ fn }) => fn.max('id').as('id'))
          .groupBy('kind'),
      )
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!version) return;
    const people = await askedFor(tx, version.id, version.announced_to, atOnce);
    const day = version.required_from.toISOString().slice(0, 10);
    for (const person of people)
      await work.mail(person, version.kind === 'terms' ? 'terms-published' : 'dpa-published', {
        name: person.first_name,
        day: formatDay(day, languageOrEnglish(person.language)),
        link: PAGES.agreements,
      });
    await tx
      .updateTable('agreement_version')
      .set(
        people.length < atOnce
          ? { announced_at: sql<Date>`now()` }
          : { announced_to: people.at(-1)?.id ?? version.announced_to },
      )
      .where('id', '=', version.id)
      .execute();
  });
