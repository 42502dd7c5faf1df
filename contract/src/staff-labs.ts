import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { BLANK, Country, Email } from './identity.ts';
import { LIMITS } from './limits.ts';
import * as routes from './staff-labs.routes.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import { Done, Id, line } from './wire.ts';

export const StaffLab = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Address of the account that clinics connect to. */
  email: z.string(),
  company_name: z.string(),
  company_address: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  lab_logo: z.string().nullable(),
  country: z.string(),
  is_active: z.boolean(),
  /** Whether an active account has the address; without one clinics do not see the lab. */
  has_account: z.boolean(),
  /** Changes with the lab; sent with an edit. */
  version: z.string(),
});
export type StaffLab = z.infer<typeof StaffLab>;

const name = line(routes.LAB_LIMITS.name);
const needed = name.pipe(z.string().min(1, { message: BLANK }));

export const LabFields = z.object({
  name: needed,
  email: Email,
  company_name: needed,
  company_address: line(LIMITS.address).default(''),
  contact_name: name.default(''),
  contact_email: z.union([z.literal(''), Email]).default(''),
  contact_phone: line(LIMITS.phone).default(''),
  country: Country,
  is_active: z.enum(['true', 'false']).default('true'),
  /** An empty text removes the logo; a file of this name replaces it. */
  lab_logo: z.literal('').optional(),
});
export type LabFields = z.output<typeof LabFields>;

export const listStaffLabs = endpoint(routes.listStaffLabs, {
  summary: 'All labs',
  query: listQuery(routes.STAFF_LAB_SORTS, routes.STAFF_LABS_DEFAULT_SORT),
  reply: z.object({ labs: z.array(StaffLab), page: CountedPage }),
});

export const getStaffLab = endpoint(routes.getStaffLab, {
  summary: 'One lab',
  params: z.object({ id: Id }),
  reply: StaffLab,
});

export const staffLabLogo = endpoint(routes.staffLabLogo, {
  summary: 'Logo of a lab',
  params: z.object({ id: Id }),
  query: z.object({ v: z.string().max(60).optional() }),
});

export const registerLab = endpoint(routes.registerLab, {
  summary: 'Register a lab, optionally with its logo as file `lab_logo`',
  encoding: 'multipart',
  body: LabFields,
  reply: z.object({ id: z.number().int() }),
});

export const editLab = endpoint(routes.editLab, {
  summary: 'Edit a lab; without `version` the edit applies to any version',
  params: z.object({ id: Id }),
  encoding: 'multipart',
  /** `version`: as it was shown; refused with `conflict` if another user has changed the lab since. */
  body: LabFields.extend({ version: line(60).optional() }),
  reply: Done,
});

export const removeLabs = endpoint(routes.removeLabs, {
  summary: 'Remove labs; connections to their accounts are kept',
  body: z.object({ ids: z.array(Id).min(1).max(100) }),
  reply: z.object({ removed: z.number().int() }),
});
