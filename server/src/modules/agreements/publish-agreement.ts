import { createHash } from 'node:crypto';
import type { AgreementKind } from '@cusp/contract/agreements.routes';
import { LANGUAGES } from '@cusp/text/languages';
import { sql } from 'kysely';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';

/** Why a version was not published, for the operator. */
export class NotPublished extends Error {}

/** Start of the first line of the templates that come with Cusp, in every language. */
const TEMPLATE_MARK = '[TEMPLATE';
/** Placeholder that the operator has to fill in: `[[company]]`. */
const BLANK = /\[\[[^\]]*\]\]/;
/** Some 100 pages. */
const MAX_CHARACTERS = 300_000;

interface NewVersion {
  kind: AgreementKind;
  name: string;
  /** By language. */
  texts: ReadonlyMap<string, string>;
  requiredFrom: Date;
  /** Also if it is a template or has blanks; never in production. */
  asTemplate: boolean;
}

/** Puts a version into force: people are asked at their next sign-in. */
export async function publishAgreement(services: Services, version: NewVersion): Promise<void> {
  const { kind, name, requiredFrom } = version;
  const texts = checkedTexts(version);
  const isTemplate = texts.some(({ text }) => isUnfinished(text));
  if (isTemplate && services.config.production)
    throw new NotPublished(
      'This is the template that comes with Cusp, or it has blanks. Have it reviewed by a lawyer, fill in what is in [[ ]] and remove its first line.',
    );
  if (isTemplate && !version.asTemplate)
    throw new NotPublished(
      'This is the template that comes with Cusp, or it has blanks. To try it out anyway, add --as-template.',
    );
  await inTransaction(services, NOBODY, async (work) => {
    const { tx } = work;
    // Of two commands at once the second sees what the first published.
    await sql`lock table agreement_version in share row exclusive mode`.execute(tx);
    const current = await tx
      .selectFrom('agreement_version')
      .innerJoin('agreement_wording', 'version_id', 'agreement_version.id')
      .select(['name', 'text_hash'])
      .where('kind', '=', kind)
      .execute();
    if (current.some((each) => each.name === name))
      throw new NotPublished(`A version "${name}" was published already. Give this one another name.`);
    const known = current.find(({ text_hash }) => texts.some(({ hash }) => hash === text_hash));
    if (known)
      throw new NotPublished(
        `A text of this version is the same as in version "${known.name}", so those who accepted that one would not be asked. Name the version in each text.`,
      );
    const { id } = await tx
      .insertInto('agreement_version')
      .values({ kind, name, is_template: isTemplate, required_from: requiredFrom, announced_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { language, text, hash } of texts) {
      await tx
        .insertInto('agreement_text')
        .values({ text_hash: hash, text })
        .onConflict((conflict) => conflict.column('text_hash').doNothing())
        .execute();
      await tx
        .insertInto('agreement_wording')
        .values({ version_id: id, language, text_hash: hash })
        .execute();
    }
    await work.audit({
      action: 'agreement_published',
      object: { type: 'agreement_version', id },
      detail: {
        kind,
        version: name,
        hashes: Object.fromEntries(texts.map((each) => [each.language, each.hash])),
      },
    });
  });
}

const isUnfinished = (text: string): boolean => text.startsWith(TEMPLATE_MARK) || BLANK.test(text);

function checkedTexts({ name, texts }: NewVersion) {
  if (!/^[\w .-]{1,40}$/.test(name))
    throw new NotPublished(
      'A version has a name of up to 40 letters, digits, dots and dashes, such as 2026-12.',
    );
  const checked = LANGUAGES.flatMap((language) => {
    const text = texts.get(language)?.replaceAll('\r\n', '\n').trim();
    if (text === undefined) return [];
    if (text === '') throw new NotPublished(`The text for "${language}" is empty.`);
    if (text.length > MAX_CHARACTERS) throw new NotPublished(`The text for "${language}" is too long.`);
    if (text.includes('\0') || text.includes('\uFFFD'))
      throw new NotPublished(`The text for "${language}" is no text in UTF-8.`);
    return [{ language, text, hash: createHash('sha256').update(text).digest('hex') }];
  });
  if (checked.length === 0)
    throw new NotPublished(
      `There is no text. Name its files by language: ${LANGUAGES.map((tag) => `${tag}.md`).join(', ')}.`,
    );
  const hashes = new Set(checked.map(({ hash }) => hash));
  if (hashes.size < checked.length) throw new NotPublished('Two languages have the same text.');
  return checked;
}

interface PublishedVersion {
  kind: AgreementKind;
  name: string;
  publishedAt: Date;
  requiredFrom: Date;
  languages: string[];
  isTemplate: boolean;
  accepted: number;
}

/** All versions, the latest first, with how many people accepted each. */
export async function publishedVersions({ db }: Services): Promise<PublishedVersion[]> {
  const { rows } = await sql<PublishedVersion>`
    select kind, name, published_at as "publishedAt", required_from as "requiredFrom", is_template as "isTemplate",
      (select array_agg(language order by language) from agreement_wording where version_id = version.id) as languages,
      (
        select count(distinct user_id) from agreement_acceptance as accepted join agreement_wording as wording
          on wording.text_hash = accepted.text_hash
        where wording.version_id = version.id and accepted.kind = version.kind
      )::integer as accepted
    from agreement_version as version order by id desc
  `.execute(db);
  return rows;
}
