import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the device of a case is locked now. The lock is of the customer whose registration the case was sent under,
 * and it holds while a company rents the device out.
 */
const isDeviceLocked = sql<boolean>`exists (
  select from device_lock join device on device.id = device_lock.device_id
  where device_lock.device_id = dental_case.device_id and device_lock.user_id = dental_case.device_user_id
    and device_lock.locked and device.rental_manager_id is not null and device.removed_at is null
)`;

/** SQL: a case or draft is from a locked device. Cases that name no device keep the mark they came with. */
export const isCaseLocked: RawBuilder<boolean> = sql<boolean>`(
  case when dental_case.device_id is null then dental_case.from_locked_device else ${isDeviceLocked} end
)`;

/** SQL: the same of a file, with `case_file` in the query. */
export const isFileLocked: RawBuilder<boolean> = sql<boolean>`(
  case when dental_case.device_id is null then case_file.from_locked_device or dental_case.from_locked_device
  else ${isDeviceLocked} end
)`;
