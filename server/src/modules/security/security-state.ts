import type { SecurityState } from '@cusp/contract/security';
import { worksAt } from '../../platform/brand/passkey-domains.ts';
import type { Site } from '../../platform/brand/site.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { ownEmailChange } from '../email-change/own-email-change.ts';
import { secondStepsOf } from '../identity/second-steps.sql.ts';
import { loadUser } from '../identity/user.sql.ts';
import { mustHaveSecondStep } from './security.policy.ts';

/** A person's second steps, as seen from one address. */
export async function securityStateOf(
  services: Services,
  actor: Actor,
  site: Site | null,
): Promise<SecurityState> {
  const user = await loadUser(services.db, actor.userId);
  const steps = await secondStepsOf(services.db, user.id);
  const passkeys = await services.db
    .selectFrom('passkey')
    .select(['id', 'name', 'rp_id', 'created_at', 'last_used_at'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute();
  const reset = await services.db
    .selectFrom('step_reset')
    .select('due_at')
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return {
    has_password: user.password_hash !== null,
    app_since: steps.appSince?.toISOString() ?? null,
    passkeys: passkeys.map(({ rp_id, created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      here: site !== null && worksAt(rp_id, site.hostname),
    })),
    recovery_codes_left: steps.recoveryCodes,
    required: mustHaveSecondStep(services.config, user),
    passkeys_here: site !== null,
    email_change: await ownEmailChange(services.db, user.id),
    reset_due: reset?.due_at?.toISOString() ?? null,
  };
}
