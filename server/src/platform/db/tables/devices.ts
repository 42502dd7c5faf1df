import type { UdiKind } from '@cusp/dental/udi/read-udi';
import type { ColumnType, Generated } from 'kysely';

export interface DeviceTable {
  id: Generated<number>;
  /** As typed. */
  udi: string;
  /** Normalised spelling for comparisons: `udiKey` of `@cusp/dental/udi`. */
  udi_key: string;
  udi_kind: UdiKind;
  serial_no: Generated<string>;
  /** Normalised spelling for comparisons: `serialKey` of `@cusp/dental/udi`; '' without a serial number. */
  serial_key: Generated<string>;
  /** `YYYY-MM-DD`. */
  prod_date: string | null;
  model: Generated<string>;
  /** A blocked device can neither be registered nor named on an order. */
  state: Generated<'active' | 'blocked'>;
  /** The company that rents it out and whose people may lock it. */
  rental_manager_id: number | null;
  registered_by: number | null;
  /** The sheet that registered it, which may have been removed; null if it was typed in. */
  batch_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Cases may name a removed device; its UDI is free again. */
  removed_at: Date | null;
  /** Copied from the confirmed registration by a trigger; '' and null without one. */
  customer_id: Generated<number | null>;
  customer_name: Generated<string>;
  customer_email: Generated<string>;
  customer_country: Generated<string>;
  /** Search text of the staff list, generated from the columns above. */
  search: ColumnType<string, never, never>;
  /** Raised by each change by staff; a change based on an older version is refused. */
  version: Generated<number>;
  /** Staff member who changed it last; null before any change. */
  changed_by: number | null;
}

/** Number of devices in the lists of staff. Written by triggers only. */
export interface DeviceTallyTable {
  registered: boolean;
  state: 'active' | 'blocked';
  count: number;
}

/** A customer's claim that a device is theirs; at most one per device is confirmed. */
export interface DeviceRegistrationTable {
  id: Generated<number>;
  device_id: number;
  user_id: number;
  name: string;
  email: string;
  phone: Generated<string>;
  country: string;
  address: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  zip_code: Generated<string>;
  /** `YYYY-MM-DD`. */
  installed_date: string | null;
  token_hash: Buffer | null;
  token_expires_at: Date | null;
  /** When the link was last mailed. */
  mailed_at: Date | null;
  confirmed_at: Date | null;
  created_at: Generated<Date>;
  /**
   * Text by which staff sort and search waiting registrations, written by triggers; null once it was confirmed or its
   * device removed.
   */
  listed_udi: ColumnType<string | null, never, never>;
  listed_search: ColumnType<string | null, never, never>;
}

/** Whether a customer's mesh data of a device is locked; removed with the registration. */
export interface DeviceLockTable {
  device_id: number;
  user_id: number;
  locked: boolean;
  /** Raised by each change; a change based on an older version is refused. */
  version: Generated<number>;
  changed_by: number;
  changed_at: Generated<Date>;
}
