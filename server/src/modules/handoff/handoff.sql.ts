import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { unagreed } from '../identity/agreements.sql.ts';

const notEnded = sql<boolean>`(
  case_handoff.ended_at is null and app_user.deleted_at is null and app_user.blocked_at is null
  and (session.ended_at is null and session.expires_at > now() or app_user.presence <> 'home')
)`;

/** Handoffs that have not expired, with their person; `livingDevices` narrows them to connected devices. */
const handoffs = (db: DbOrTx) =>
  db
    .selectFrom('case_handoff')
    .innerJoin('session', 'session.id', 'case_handoff.session_id')
    .innerJoin('app_user', 'app_user.id', 'case_handoff.user_id')
    .where(notEnded);

const livingDevices = ({ config }: Services, db: DbOrTx) =>
  handoffs(db)
    .where('app_user.presence', '=', 'home')
    .where('case_handoff.expires_at', '>', sql<Date>`now()`)
    .where(
      'case_handoff.last_used_at',
      '>',
      sql<Date>`now() - make_interval(mins => ${config.idleMinutes + 1})`,
    );

/** The connected device of a cookie. */
export const deviceOfToken = (services: Services, tokenHash: Buffer) =>
  livingDevices(services, services.db)
    .select([
      'case_handoff.id',
      'case_handoff.user_id',
      'case_handoff.case_id',
      'case_handoff.session_id',
      sql<Date>`case_handoff.expires_at`.as('expires_at'),
      'app_user.first_name',
      'app_user.last_name',
      unagreed.as('unagreed'),
    ])
    .where('case_handoff.token_hash', '=', tokenHash)
    .executeTakeFirst();

/** A valid code, also of a person who moved away; its row is locked until the transaction ends. */
export const lockCode = (db: DbOrTx, codeHash: Buffer) =>
  handoffs(db)
    .innerJoin('dental_case', 'dental_case.id', 'case_handoff.case_id')
    .select(['case_handoff.id', 'case_handoff.user_id', 'case_handoff.case_id', 'case_handoff.session_id'])
    .select('app_user.presence')
    .where('case_handoff.code_hash', '=', codeHash)
    .where('case_handoff.code_expires_at', '>', sql<Date>`now()`)
    .forUpdate('case_handoff')
    .executeTakeFirst();

/** A person's connected devices, of one case or of all, latest first. */
export const devicesOf = (services: Services, db: DbOrTx, userId: number, caseId?: number) =>
  livingDevices(services, db)
    .innerJoin('dental_case', 'dental_case.id', 'case_handoff.case_id')
    .select(['case_handoff.id', 'case_handoff.user_agent'])
    .select([
      sql<Date>`case_handoff.opened_at`.as('opened_at'),
      sql<Date>`case_handoff.expires_at`.as('expires_at'),
    ])
    .where('case_handoff.user_id', '=', userId)
    .where(casesVisibleTo(userId))
    .$if(caseId !== undefined, (query) => query.where('case_handoff.case_id', '=', Number(caseId)))
    .orderBy('case_handoff.opened_at', 'desc')
    .execute();

/** Housekeeping: removes unused codes and devices whose connection ended long ago. */
export async function tidyHandoffs({ db }: Services): Promise<void> {
  await db
    .deleteFrom('case_handoff')
    .where(sql<boolean>`coalesce(expires_at, code_expires_at) < now() - interval '1 day'`)
    .execute();
}
