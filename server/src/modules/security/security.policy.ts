import { staffFlagsOf } from '@cusp/contract/staff.routes';
import type { Selectable } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { AppUserTable } from '../../platform/db/tables/identity.ts';
import { DEMO_DOMAINS } from '../identity/second-steps.sql.ts';

type Flags = Pick<
  Selectable<AppUserTable>,
  'email_key' | 'is_device_manager' | 'is_sales_manager' | 'is_staff' | 'is_device_user_viewer'
>;

/**
 * Staff must have a second step, and everybody where the deployment requires it, except the demo's own people.
 * `secondStepDue` is the same rule as SQL.
 */
export const mustHaveSecondStep = (
  config: Pick<Config, 'demo' | 'secondStepRequired'>,
  user: Flags,
): boolean =>
  (config.secondStepRequired || staffFlagsOf(user).length > 0) &&
  !(config.demo && DEMO_DOMAINS.some((domain) => user.email_key.endsWith(domain)));
