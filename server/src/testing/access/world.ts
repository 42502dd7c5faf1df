import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { changeStatus } from '../../modules/cases/change-status.ts';
import { removeCases } from '../../modules/cases/remove-cases.ts';
import { livingSession } from '../../modules/identity/sessions.ts';
import { editOrder } from '../../modules/orders/edit-order.ts';
import { internalActor } from '../../platform/http/actor.ts';
import { VIEW_FILTERS } from '../case-lists.ts';
import { TEMPLATE_FIELDS } from '../draft-forms.ts';
import { createCase, createConnection, createGroup, createLabUser, createUser } from '../factories.ts';
import { createGuest } from '../guests.ts';
import { createMove } from '../moves/create-move.ts';
import { orderFields } from '../order-edits.ts';
import { createStatement } from '../statements.ts';
import { type SupportClient, supportClient } from '../support.ts';
import type { Client, TestApp } from '../test-app.ts';
import { begun } from '../tus.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import { type Devices, devicesOf } from './devices.ts';
import { type Partners, partnersOf } from './partners.ts';
import { isStaffPersona, type NewCase, type People, type Persona } from './personas.ts';
import { type Sheets, sheetsOf } from './sheets.ts';
import { type Support, supportOf } from './support.ts';
import { type Visitors, visitorsOf } from './visitors.ts';

export interface World extends Partners, Visitors, Accounts, Devices, Sheets, Support {
  people: People;
  client(persona: Persona): Promise<Client>;
  /** Creates a case with one comment and one file of the author. */
  newCase: NewCase;
  /** A new scan of the author in a case of its own. */
  newScan(): Promise<{ id: number }>;
  /** A new link to a case, made by the author. */
  newShare(): Promise<{ id: number }>;
  /** A new case that the author has just deleted. */
  newDeletion(): Promise<{ id: number }>;
  /** A legal hold of the author on a new case. */
  newHold(): Promise<{ id: number }>;
  /** A case of the author whose removal was announced. */
  newExpiring(): Promise<unknown>;
  /** A version of the terms for which nobody is late, and that it was accepted by the author for the practice. */
  newAgreement(): Promise<{ id: number; text_hash: string }>;
  /** Everybody’s setting of the retention as if never changed. */
  resetRetention(): Promise<unknown>;
  /** Everybody’s working days as if never changed. */
  resetCalendars(): Promise<unknown>;
  /** A statement for the device of a new, completed case. */
  newStatement(): Promise<{ id: number; case_id: number }>;
  /** Everybody’s steps as if never chosen. */
  resetPlans(): Promise<unknown>;
  /** A step that is done on a new case. */
  newMark(): Promise<{ id: number; case_id: number }>;
  /** An export of the author whose file is ready. */
  newDataExport(): Promise<{ id: number }>;
  /** Id to undo that the author has just closed a new case. */
  newUndo(): Promise<number>;
  /** A case that the author sent a moment ago. */
  newSent(): Promise<{ id: number; version: number }>;
  /** A proposed change by the author of a new case in progress. */
  newProposal(): Promise<{ id: number; proposal: number }>;
  /** A new view of the author, for themselves. */
  newView(): Promise<{ id: number }>;
  /** A new template of the author, for themselves. */
  newTemplate(): Promise<{ id: number }>;
  newNotice(): Promise<{ id: number }>;
  /** A new draft of the author. */
  newDraft(): Promise<{ id: number }>;
  /** Id of a new move to the other region, of a new person unless one is given; it replaces the one before. */
  newMove(who?: { id: number }): Promise<string>;
  /** Id of an upload that the author began to a new case. */
  newUpload(): Promise<string>;
}

export async function createWorld(t: TestApp): Promise<World> {
  const { services } = t;
  const people: People = {
    stranger: await createUser(services),
    author: await createUser(services),
    authorGroup: await createUser(services),
    recipient: await createLabUser(services),
    recipientGroup: await createLabUser(services),
    partner: await createLabUser(services),
    staffAtLogin: await createUser(services, {
      is_device_manager: true,
      is_sales_manager: true,
      is_staff: true,
      is_device_user_viewer: true,
    }),
    deviceManager: await createUser(services, { is_device_manager: true }),
    salesManager: await createUser(services, { is_sales_manager: true }),
    staff: await createUser(services, { is_staff: true }),
    deviceUserViewer: await createUser(services, { is_device_user_viewer: true }),
    formerStaff: await createUser(services, { is_staff: true }),
    supportRead: await createUser(services, { is_staff: true }),
    supportWrite: await createUser(services, { is_staff: true }),
    formerSupport: await createUser(services, { is_staff: true }),
    rentalManager: await createUser(services, { is_device_rental_manager: true }),
    guest: await createGuest(services, { role: 'Dental Lab' }),
  };
  await createGroup(services, people.author, [people.authorGroup]);
  await createGroup(services, people.recipient, [people.recipientGroup, people.guest]);
  await createConnection(services, people.author, people.recipient);
  await createConnection(services, people.author, people.partner);

  await t.asStaff(people.formerStaff);
  const formerSupport = await supportClient(t, people.formerSupport, people.author, { mode: 'write' });
  await services.db
    .updateTable('app_user')
    .set({ is_staff: false })
    .where('id', 'in', [people.formerStaff.id, people.formerSupport.id])
    .execute();

  const supporters = new Map<Persona, SupportClient>();
  /** Opens a session again if a success ended it, such as that of the author who ends all other sessions. */
  const supporter = async (persona: 'supportRead' | 'supportWrite') => {
    const known = supporters.get(persona);
    if (known && (await livingSession(services, known.sessionId))) return known;
    const mode = persona === 'supportRead' ? 'read' : 'write';
    const opened = await supportClient(t, people[persona], people.author, { mode });
    supporters.set(persona, opened);
    return opened;
  };
  const client: World['client'] = async (persona) => {
    if (persona === 'nobody') return t.nobody;
    if (persona === 'formerSupport') return formerSupport;
    if (persona === 'supportRead' || persona === 'supportWrite') return supporter(persona);
    if (persona === 'guest') return t.asGuest(people.guest);
    return isStaffPersona(persona) ? t.asStaff(people[persona]) : t.as(people[persona]);
  };
  const newCase: NewCase = async () => {
    const dentalCase = await createCase(services, { author: people.author, recipient: people.recipient });
    const comment = await services.db
      .insertInto('case_comment')
      .values({ case_id: dentalCase.id, author_id: people.author.id, body: 'Hello', deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = await addFile(t, dentalCase.id, people.author.id);
    return { id: dentalCase.id, no: dentalCase.no, commentId: comment.id, fileId: file.id };
  };

  return {
    people,
    client,
    newCase,
    ...partnersOf(t, people),
    ...devicesOf(t, people),
    ...visitorsOf(t, people, newCase),
    ...accountsOf(t, people, newCase),
    ...sheetsOf(t, people),
    ...supportOf(t, people),
    async newScan() {
      const dentalCase = await createCase(services, { author: people.author, recipient: people.recipient });
      return addFile(t, dentalCase.id, people.author.id, 'scan-upper.stl');
    },
    async newDataExport() {
      // One person has a few at most.
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
    async newExpiring() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      await sql`
        insert into case_retention (case_id, practice_id, counted_from, due_on)
        select id, author_id, updated_at, current_date + 30 from dental_case where id = ${id}
      `.execute(services.db);
    },
    async newAgreement() {
      const text = randomUUID();
      const text_hash = createHash('sha256').update(text).digest('hex');
      // In a time to come, so that everybody’s account is older.
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
    async newHold() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      return services.db
        .insertInto('legal_hold')
        .values({
          case_id: id,
          placed_by: people.author.id,
          reason: 'Complaint',
          lifted_by: null,
          lifted_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    async newStatement() {
      const { id } = await createCase(services, {
        author: people.author,
        recipient: people.recipient,
        status: 'COMP',
      });
      return createStatement(services, { caseId: id, maker: people.recipient });
    },
    resetPlans: () => services.db.deleteFrom('production_plan').execute(),
    async newMark() {
      const { author, recipient } = people;
      const { id } = await createCase(services, { author, recipient });
      return services.db
        .insertInto('case_step')
        .values({ case_id: id, step: 'design', name: '', done_by: recipient.id })
        .returning(['id', 'case_id'])
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
    async newShare() {
      const dentalCase = await createCase(services, { author: people.author, recipient: people.recipient });
      return services.db
        .insertInto('share_link')
        .values({
          case_id: dentalCase.id,
          maker_id: people.author.id,
          recipient: 'Dr. Far',
          allows_download: false,
          token_hash: randomBytes(32),
          last_opened_at: null,
          expires_at: new Date(Date.now() + 60_000),
          revoked_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    async newDeletion() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      return { id: (await removeCases(services, internalActor(people.author.id), [id])).deletion };
    },
    async newUndo() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      const change = { caseId: id, action: 'CLSD' } as const;
      return (await changeStatus(services, internalActor(people.author.id), change)).undo;
    },
    async newSent() {
      const { id, version } = await createCase(services, {
        author: people.author,
        recipient: people.recipient,
      });
      const published_at = new Date();
      await services.db.updateTable('dental_case').set({ published_at }).where('id', '=', id).execute();
      return { id, version };
    },
    async newProposal() {
      const { id } = await createCase(services, {
        author: people.author,
        recipient: people.recipient,
        status: 'PROC',
      });
      const { proposal } = await editOrder(services, internalActor(people.author.id), {
        caseId: id,
        version: 1,
        proposal: null,
        as: 'proposal',
        fields: orderFields({ note: 'Changed' }),
      });
      return { id, proposal: proposal ?? 0 };
    },
    newDraft: async () => createCase(services, { author: people.author, draft: true }),
    async newMove(who) {
      await services.db.deleteFrom('region_move').execute();
      return createMove(services, [who ?? (await createUser(services))]);
    },
    async newUpload() {
      const { id } = await createCase(services, { author: people.author, recipient: people.recipient });
      const path = await begun(await t.as(people.author), id, 'upper.stl', 84);
      return path.split('/').at(-2) ?? '';
    },
  };
}

async function addFile(
  { services }: TestApp,
  caseId: number,
  uploaderId: number,
  filename = '16-margin.xyz',
) {
  const key = `cases/${caseId}/${randomUUID()}`;
  await services.storage.write(key, Readable.from([Buffer.from('1 2 3\n')]));
  const file = await services.db
    .insertInto('case_file')
    .values({
      case_id: caseId,
      uploader_id: uploaderId,
      filename,
      size: 6,
      sha256: '0'.repeat(64),
      storage_key: key,
      media_type: 'text/plain',
      announced_at: new Date(),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.db
    .insertInto('light_copy')
    .values({
      file_id: file.id,
      recipe: 1,
      storage_key: key,
      size: 6,
      sha256: '0'.repeat(64),
      triangles: 1,
      failure: null,
    })
    .execute();
  return file;
}
