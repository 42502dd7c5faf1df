import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { DbOrTx } from '../../platform/db/database.ts';

/** Domains of the demo practices' addresses; they are reserved (RFC 2606), so no mail reaches one. */
export const DEMO_DOMAINS = ['@cusp.example', '@eu.cusp.example'] as const;

/** The second factors a person has set up. */
export interface SecondSteps {
  appSince: Date | null;
  passkeys: number;
  recoveryCodes: number;
}

export async function secondStepsOf(db: DbOrTx, userId: number): Promise<SecondSteps> {
  const { rows } = await sql<SecondSteps>`
    select
      (select confirmed_at from authenticator_app where user_id = ${userId}) as "appSince",
      (select count(*) from passkey where user_id = ${userId}) as passkeys,
      (select count(*) from recovery_code where user_id = ${userId} and used_at is null) as "recoveryCodes"
  `.execute(db);
  return rows[0] ?? { appSince: null, passkeys: 0, recoveryCodes: 0 };
}

/** Whether a second step is required; recovery codes alone do not count. */
export const hasSecondStep = ({ appSince, passkeys }: SecondSteps): boolean =>
  appSince !== null || passkeys > 0;

/** Whether the joined `app_user` has a staff flag. */
export const isStaff = sql<boolean>`(
  app_user.is_device_manager or app_user.is_sales_manager
  or app_user.is_staff or app_user.is_device_user_viewer
)`;

type Rule = Pick<Config, 'demo' | 'secondStepRequired' | 'secondStepGraceDays'>;

/**
 * From when the joined `app_user` needs a second step in the joined `session`; null if they have one or need none.
 * Staff need it immediately, and so does everybody where the deployment requires it, except that accounts which existed
 * before that rule have a grace period. Guests have proved it at home, and support sessions belong to staff. Only the
 * demo's own people are exempt, and only in the demo: their passwords are public, and no person can own an address
 * below `.example`.
 */
export const secondStepDue = ({ demo, secondStepRequired, secondStepGraceDays }: Rule) => sql<Date | null>`(
  case
    when session.kind in ('guest', 'support') then null
    when ${demo} and app_user.email_key like any (${DEMO_DOMAINS.map((domain) => `%${domain}`)}::text[]) then null
    when exists (select from passkey where passkey.user_id = app_user.id) then null
    when exists (
      select from authenticator_app a where a.user_id = app_user.id and a.confirmed_at is not null
    ) then null
    when ${isStaff} then app_user.created_at
    when not ${secondStepRequired} then null
    else greatest(app_user.created_at, (
      select second_step_since + make_interval(days => ${secondStepGraceDays}::int) from deployment
      where app_user.created_at < second_step_since
    ))
  end
)`;

/** Whether the session can only be used to set up a second step, because its person needs one by now. */
export const lacksSecondStep = (rule: Rule) => sql<boolean>`coalesce(${secondStepDue(rule)} <= now(), false)`;
