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

/**
 * Whether the joined `app_user` is staff without a second step. Only the demo's own staff are exempt, and only in the
 * demo: their passwords are public, and nobody can own an address below `.example`.
 */
export const lacksSecondStep = ({ demo }: Pick<Config, 'demo'>) => sql<boolean>`(
  ${isStaff}
  and not (${demo} and app_user.email_key like any (${DEMO_DOMAINS.map((domain) => `%${domain}`)}::text[]))
  and not exists (select from passkey where passkey.user_id = app_user.id)
  and not exists (
    select from authenticator_app a where a.user_id = app_user.id and a.confirmed_at is not null
  )
)`;
