import type { ExportedCase } from '@cusp/contract/exported-case';
import type { Services } from '../../platform/services.ts';
import { peopleAround } from '../case-access/circle.sql.ts';

/** The people that a case names, with keys in the order in which they appear. */
export class PeopleOfCase {
  readonly #keys = new Map<number, string>();

  key(id: number): string {
    const key = this.#keys.get(id) ?? `p${this.#keys.size + 1}`;
    this.#keys.set(id, key);
    return key;
  }

  async describe(
    { db }: Services,
    of: { author_id: number; recipient_id: number; practice: readonly number[] },
  ): Promise<ExportedCase['people']> {
    const rows = await db
      .selectFrom('app_user')
      .select(['id', 'first_name', 'last_name', 'institution', 'email', 'deleted_at'])
      .where('id', 'in', [...this.#keys.keys()])
      .execute();
    const known = new Map(rows.map((person) => [person.id, person]));
    const authors = await peopleAround(db, [of.author_id]);
    const recipients = await peopleAround(db, [of.recipient_id]);
    return [...this.#keys].map(([id, key]) => {
      const person = known.get(id);
      const side = authors.includes(id) ? 'author' : recipients.includes(id) ? 'recipient' : null;
      if (!person || person.deleted_at)
        return { key, side, first_name: '', last_name: '', institution: '', email: null };
      const { first_name, last_name, institution, email } = person;
      return {
        key,
        side,
        first_name,
        last_name,
        institution,
        email: of.practice.includes(id) ? email : null,
      };
    });
  }
}
