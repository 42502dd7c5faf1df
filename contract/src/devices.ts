import * as z from 'zod';
import { MailPace } from './accounts.ts';
import * as routes from './devices.routes.ts';
import { endpoint } from './endpoint.ts';
import { Country, Phone } from './identity.ts';
import { LIMITS } from './limits.ts';
import { CountedPage } from './staff-lists.ts';
import {
  Day,
  Done,
  Id,
  LinkPart,
  labelLine,
  line,
  Moment,
  PageNumber,
  RowId,
  Search,
  SrvLoc,
  Version,
} from './wire.ts';

const { DEVICE_LIMITS: limits, DEVICE_SORTS, DEVICES_DEFAULT_SORT } = routes;

/** A UDI in any spelling. */
export const UdiText = labelLine(limits.udi).pipe(z.string().min(1));

/** The customer of a registration; '' and null for fields that are not filled in. */
export const RegCustomer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** ISO 3166 code. */
  country: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  installed_date: Day.nullable(),
});
export type RegCustomer = z.infer<typeof RegCustomer>;

export const Device = z.object({
  id: z.number().int(),
  /** As typed. */
  udi: z.string(),
  serial_no: z.string(),
  prod_date: Day.nullable(),
  model: z.string(),
  state: z.enum(['locked', 'unlocked']),
  /** Counts the changes of the lock; sent with the next change. */
  lock_version: z.number().int(),
  reg_customer: RegCustomer,
});
export type Device = z.infer<typeof Device>;

const Sort = z
  .string()
  .regex(new RegExp(`^(${DEVICE_SORTS.join('|')}) (asc|desc)$`))
  .catch(DEVICES_DEFAULT_SORT)
  .default(DEVICES_DEFAULT_SORT);

export const listDevices = endpoint(routes.listDevices, {
  summary: 'Registered devices that the signed-in rental manager or their group rents out',
  query: z.object({
    search: Search,
    sort: Sort,
    page: PageNumber.default(1),
    num_per_page: z.coerce.number().pipe(z.literal(routes.DEVICES_PER_PAGE)).catch(25).default(25),
    /** Sent by clients and ignored: only registered devices are listed. */
    'user-registeredDevices': z.string().optional(),
  }),
  reply: z.object({ devices: z.array(Device), page: CountedPage }),
});

export const setDeviceLocks = endpoint(routes.setDeviceLocks, {
  summary:
    'Lock and unlock devices, each named once; 409 with `changed_by` when somebody else changed one since `dev_version`',
  body: z.object({
    dev_conns: z
      .array(
        z.object({
          dev_id: RowId,
          /** The signed-in rental manager. */
          user_id: RowId,
          dev_locked: z.boolean(),
          /** `lock_version` of the list; without it the change applies to any version. */
          dev_version: Version.optional(),
        }),
      )
      .max(limits.perSave)
      .superRefine((conns, check) => {
        const seen = new Set<number>();
        for (const [at, { dev_id }] of conns.entries()) {
          if (seen.has(dev_id))
            check.addIssue({ code: 'custom', message: 'This device is named twice.', path: [at, 'dev_id'] });
          seen.add(dev_id);
        }
      }),
  }),
  reply: z.object({
    changed: z.number().int(),
    /** The devices in their new state; `dev_version` is the base of the next change. */
    dev_conns: z.array(
      z.object({ dev_id: z.number().int(), dev_locked: z.boolean(), dev_version: z.number().int() }),
    ),
  }),
});

export const confirmDeviceEmail = endpoint(routes.confirmDeviceEmail, {
  summary: 'Confirm the registration of a scanner by the link in its mail; repeating it gives the same reply',
  body: z.object({ rdidb64: LinkPart, token: LinkPart, srv_loc: SrvLoc }),
  reply: z.object({ detail: z.string(), already: z.boolean() }),
  perMinute: 60,
});

const SCANNER_STATES = ['waiting', 'active', 'locked', 'blocked'] as const;

/** A registration of the signed-in person or of another member of their share group. */
export const Scanner = z.object({
  id: z.number().int(),
  device_id: z.number().int(),
  udi: z.string(),
  serial_no: z.string(),
  model: z.string(),
  /** `waiting` for confirmation by mail; `locked` for downloads; `blocked` for new orders. */
  state: z.enum(SCANNER_STATES),
  is_own: z.boolean(),
  registered_by: z.string(),
  registered_date: Moment,
  installed_date: Day.nullable(),
  address: z.string(),
  city: z.string(),
  zip_code: z.string(),
});
export type Scanner = z.infer<typeof Scanner>;

export const listScanners = endpoint(routes.listScanners, {
  summary: 'One’s own scanners, and the confirmed ones of one’s share group',
  reply: z.object({
    scanners: z.array(Scanner),
    /** The device of the person's latest order. */
    last_device_id: z.number().int().nullable(),
  }),
});

export const ScannerFields = z.object({
  /** UDI or serial number in any spelling. */
  device: UdiText,
  installed_date: Day.nullable().default(null),
  phone: z.union([z.literal(''), Phone]).default(''),
  /** Defaults to the country of the account. */
  country: Country.optional(),
  address: line(LIMITS.address).default(''),
  city: line(limits.place).default(''),
  state: line(limits.place).default(''),
  zip_code: line(limits.zip).default(''),
});
export type ScannerFields = z.input<typeof ScannerFields>;

export const registerScanner = endpoint(routes.registerScanner, {
  summary: 'Register a scanner as one’s own; a confirmation mail follows',
  body: ScannerFields,
  reply: z.object({ id: z.number().int(), mail: MailPace }),
  perMinute: 30,
});

export const resendScannerMail = endpoint(routes.resendScannerMail, {
  summary: 'Send the confirmation mail of one’s own registration again',
  params: z.object({ id: Id }),
  reply: MailPace,
  perMinute: 30,
});

export const removeScanner = endpoint(routes.removeScanner, {
  summary: 'Withdraw one’s own unconfirmed registration',
  params: z.object({ id: Id }),
  reply: Done,
});
