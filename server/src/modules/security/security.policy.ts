import type { Selectable } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { AppUserTable } from '../../platform/db/tables/identity.ts';

type Flags = Pick<
  Selectable<AppUserTable>,
  'is_device_manager' | 'is_sales_manager' | 'is_staff' | 'is_device_user_viewer'
>;

/** Staff must have a second step, except in the demo. `lacksSecondStep` is the same rule as SQL. */
export const mustHaveSecondStep = (config: Pick<Config, 'demo'>, user: Flags): boolean =>
  !config.demo &&
  (user.is_device_manager || user.is_sales_manager || user.is_staff || user.is_device_user_viewer);
