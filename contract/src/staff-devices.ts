import * as z from 'zod';
import { DEVICE_LIMITS } from './devices.routes.ts';
import { RegCustomer, UdiText } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { Email } from './identity.ts';
import * as routes from './staff-devices.routes.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import { Day, Id, line, Moment, RowId, Version } from './wire.ts';

const Customer = RegCustomer.extend({ user_id: z.number().int() });

export const StaffDevice = z.object({
  id: z.number().int(),
  /** As typed. */
  udi: z.string(),
  serial_no: z.string(),
  prod_date: Day.nullable(),
  model: z.string(),
  /** `blocked` by staff, `locked` by the rental manager, otherwise `active`. */
  state: z.enum(['active', 'locked', 'blocked']),
  rental_manager: z
    .object({
      id: z.number().int(),
      /** Name and email are empty once the account is deleted. */
      name: z.string(),
      email: z.string(),
      /** Locks outlive the account that set them. */
      account: z.enum(['active', 'blocked', 'deleted']),
    })
    .nullable(),
  reg_customer: Customer.nullable(),
  /** The partner feature of its UDI; null if the UDI has none. */
  feature: z.object({ option: z.boolean(), version: z.number().int() }).nullable(),
  registered_date: Moment.nullable(),
  created_date: Moment,
  /** Counts the changes by staff; sent with the next change. */
  version: z.number().int(),
});
export type StaffDevice = z.infer<typeof StaffDevice>;

export const listStaffDevices = endpoint(routes.listStaffDevices, {
  summary: 'All devices, or only those that a customer has registered',
  query: listQuery(routes.STAFF_DEVICE_SORTS, routes.STAFF_DEVICES_DEFAULT_SORT).extend({
    /** `true`: only devices with a customer. */
    'user-registeredDevices': z.enum(['true', 'false']).catch('false').default('false'),
  }),
  reply: z.object({ devices: z.array(StaffDevice), page: CountedPage }),
});

export const exportDevices = endpoint(routes.exportDevices, {
  summary: 'The devices of a list as an .xlsx file, up to 20,000 rows',
  query: listQuery(routes.STAFF_DEVICE_SORTS, routes.STAFF_DEVICES_DEFAULT_SORT)
    .pick({ search: true, sort: true })
    .extend({
      /** `true`: only devices with a customer. */
      user_registered_dev: z.enum(['true', 'false']).catch('false').default('false'),
    }),
  perMinute: 20,
});

export const getStaffDevice = endpoint(routes.getStaffDevice, {
  summary: 'One device with its customer',
  params: z.object({ id: Id }),
  reply: StaffDevice,
});

export const NewDevice = z.object({
  /** In any spelling of a label: GS1, HIBC, ICCBBA; others are stored as typed. */
  udi: UdiText,
  serial_no: line(DEVICE_LIMITS.serial).default(''),
  /** Derived from the UDI if null and the UDI contains a date. */
  prod_date: Day.nullable().default(null),
  model: line(DEVICE_LIMITS.model).default(''),
});
export type NewDevice = z.input<typeof NewDevice>;

export const addDevices = endpoint(routes.addDevices, {
  summary: 'Register devices at the factory: all of them, or none and the problem of each',
  body: z.object({
    devices: z.array(NewDevice).min(1).max(routes.MAX_ADD_DEVICES),
    /**
     * The reply of an earlier attempt was lost, so a device that the same person registered with the same data is not
     * refused.
     */
    is_repeat: z.boolean().optional(),
  }),
  reply: z.object({ devices: z.array(z.object({ id: z.number().int() })) }),
});

const changeOfDevices = {
  ids: z.array(RowId).min(1).max(routes.MAX_CHANGE_DEVICES),
  /** `version` of each device as it was shown; 409 with `stale` if another user has changed one since. */
  versions: z.record(z.string().regex(/^[1-9]\d*$/), Version).optional(),
};

/**
 * Why a device was not changed: `gone` means that it was removed from the list, `unchanged` that it already had that
 * state.
 */
export const DEVICE_KEPT = ['gone', 'registered', 'not_registered', 'locked', 'unchanged'] as const;

/** Result of changing several devices. */
export const DevicesChanged = z.object({
  changed: z.number().int(),
  kept: z.array(z.object({ id: z.number().int(), udi: z.string(), reason: z.enum(DEVICE_KEPT) })),
});
export type DevicesChanged = z.infer<typeof DevicesChanged>;

export const blockDevices = endpoint(routes.blockDevices, {
  summary: 'Block devices, which can then neither be registered nor named on an order, or unblock them',
  body: z.object({ block: z.boolean(), ...changeOfDevices }),
  reply: DevicesChanged,
});

export const removeDevices = endpoint(routes.removeDevices, {
  summary: 'Remove devices that no customer has registered',
  body: z.object(changeOfDevices),
  reply: DevicesChanged,
});

export const resetRegistrations = endpoint(routes.resetRegistrations, {
  summary: 'End the registrations of unlocked devices; their customers get a mail',
  body: z.object(changeOfDevices),
  reply: DevicesChanged,
});

export const assignDevices = endpoint(routes.assignDevices, {
  summary:
    'Assign devices to a rental manager, or to nobody if the address is null, which removes their locks',
  body: z.object({ ...changeOfDevices, email: Email.nullable() }),
  reply: DevicesChanged,
});

export const setDeviceFeatures = endpoint(routes.setDeviceFeatures, {
  summary: 'Set the partner feature of devices: of all, or of none and the problem of each UDI',
  body: z.object({
    featureData: z
      .array(
        z.object({
          /** In any spelling. */
          udi: UdiText,
          option: z.boolean(),
          /** `feature.version` as it was shown, 0 for none; 409 if another user has switched it since. */
          version: Version.optional(),
        }),
      )
      .min(1)
      .max(routes.MAX_CHANGE_DEVICES),
  }),
  reply: z.object({ changed: z.number().int() }),
});
