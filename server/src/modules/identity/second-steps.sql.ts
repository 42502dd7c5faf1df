import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';

/** What a person has set up beside the password. */
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

/** Whether anything is asked beside the password; recovery codes alone are nothing. */
export const hasSecondStep = ({ appSince, passkeys }: SecondSteps): boolean =>
  appSince !== null || passkeys > 0;

/** Whether the joined `app_user` is staff of the administration area and has no second step. */
export const lacksSecondStep = sql<boolean>`(
  (
    app_user.is_device_manager or app_user.is_sales_manager
    or app_user.is_staff or app_user.is_device_user_viewer
  )
  and not exists (select from passkey where passkey.user_id = app_user.id)
  and not exists (
    select from authenticator_app a where a.user_id = app_user.id and a.confirmed_at is not null
  )
)`;
