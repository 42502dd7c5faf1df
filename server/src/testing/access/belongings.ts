import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { VIEW_FILTERS } from '../case-lists.ts';
import { TEMPLATE_FIELDS } from '../draft-forms.ts';
import { createCase, createUser } from '../factories.ts';
import { createMove } from '../moves/create-move.ts';
import type { TestApp } from '../test-app.ts';
import type { People } from './personas.ts';

/** Data that people keep for themselves: views, templates, notices, exports and settings. */
export interface Belongings {
  /** A version of the terms that is not overdue for any person, accepted by the author for the practice. */
  newAgreement(): Promise<{ id: number; text_hash: string }>;
  /** Resets the retention setting of all people. */
  resetRetention(): Promise<unknown>;
  /** Resets the working days of all people. */
  resetCalendars(): Promise<unknown>;
  /** Resets the production steps of all people. */
  resetPlans(): Promise<unknown>;
  /** An export of the author whose file is ready. */
  newDataExport(): Promise<{ id: number }>;
  /** A new view of the author, for themselves. */
  newView(): Promise<{ id: number }>;
  /** A new template of the author, for themselves. */
  newTemplate(): Promise<{ id: number }>;
  newNotice(): Promise<{ id: number }>;
  /** Id of a new move to the other region, of a new person unless one is given; it replaces the previous move. */
  newMove(who?: { id: number }): Promise<string>;
}

export function belongingsOf({ services }: TestApp, people: People): Belongings {
  return {
    async newAgreement() {
      const text = randomUUID();
      const text_hash = createHash('sha256').update(text).digest('hex');
      // In the future, so that all accounts are older.
      const then = new Date('2099-01-01T00:00:00Z');
      await services.db.insertInto('agreement_text').values({ text_hash, text }).execute();
      const version = await services.db
        .insertInto('agreement_version')
        .values({ kind: 'terms', name: text, is_template: false, published_at: then, required_from: then })
        .returning('id')
        .executeTakeFirstOrThrow();
      await services.db
        .insertInto('agreement_wording')
        .values({ version_id: version.id, language: 'en', text_hash })
        .execute();
      const { id } = await services.db
        .insertInto('agreement_acceptance')
        .values({ user_id: people.author.id, kind: 'dpa', version: text, language: 'en', text_hash })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, text_hash };
    },
    resetRetention: () => services.db.updateTable('app_user').set({ retention_version: 0 }).execute(),
    resetCalendars: () => services.db.updateTable('app_user').set({ work_calendar_version: 0 }).execute(),
    resetPlans: () => services.db.deleteFrom('production_plan').execute(),
    async newDataExport() {
      // A person may have only a few.
      await services.db.deleteFrom('data_export').where('created_by', '=', people.author.id).execute();
      const storage_key = `data-exports/${randomUUID()}`;
      await services.storage.write(storage_key, Readable.from([Buffer.from('x')]));
      return services.db
        .insertInto('data_export')
        .values({
          created_by: people.author.id,
          scope: 'practice',
          case_ids: null,
          language: 'en',
          time_zone: 'UTC',
          brand: 'cusp',
          state: 'done',
          problem: null,
          cases_total: 0,
          storage_key,
          bytes: 1,
          sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
          expires_at: new Date(Date.now() + 3600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    newView: () =>
      services.db
        .insertInto('case_view')
        .values({
          owner_id: people.author.id,
          name: 'Mine',
          filters: JSON.stringify(VIEW_FILTERS),
          group_id: null,
          position: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    newTemplate: () =>
      services.db
        .insertInto('order_template')
        .values({
          owner_id: people.author.id,
          name: 'Mine',
          fields: JSON.stringify(TEMPLATE_FIELDS),
          group_id: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    async newNotice() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      return services.db
        .insertInto('inbox_item')
        .values({
          user_id: people.author.id,
          kind: 'change',
          what: 'files',
          case_id: id,
          connection_id: null,
          member_id: null,
          actor_id: people.recipient.id,
          status: null,
          due: null,
          event_id: null,
          at: new Date(),
          place: new Date(),
          read_at: null,
          done_at: null,
          snoozed_until: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    async newMove(who) {
      await services.db.deleteFrom('region_move').execute();
      return createMove(services, [who ?? (await createUser(services))]);
    },
  };
}
