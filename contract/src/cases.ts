import { CASE_SIDES, STATUS_ACTIONS, STATUS_CODES } from '@cusp/dental/case-status';
import { CONFIRMABLE } from '@cusp/dental/order-rules';
import { NUMBER_SYSTEMS } from '@cusp/dental/teeth';
import { meshErrorCodes } from '@cusp/mesh/mesh';
import { scanRoles, scanSources } from '@cusp/mesh/scan-roles';
import { scanUnits } from '@cusp/mesh/scan-units';
import * as z from 'zod';
import { CaseComment } from './case-comment.ts';
import * as routes from './cases.routes.ts';
import { Connector } from './draft-fields.ts';
import { endpoint } from './endpoint.ts';
import { EditMode, Proposal } from './order-fields.ts';
import { orderWord } from './order-words.ts';
import { Orientation } from './orientation.ts';
import { patient } from './patient.ts';
import { CaseNo, Day, Id, Moment } from './wire.ts';
import { WorkCalendar } from './work-calendar.ts';

/** Side of the signed-in person on a case: AU author, SG the author's share group, OT the recipient's side. */
export const UserType = z.enum(CASE_SIDES);
export type UserType = z.infer<typeof UserType>;

export const StatusCode = z.enum(STATUS_CODES);
export type StatusCode = z.infer<typeof StatusCode>;

/** Actions of the status menu; each is also the status that follows. */
export const StatusAction = z.enum(STATUS_ACTIONS);
export type StatusAction = z.infer<typeof StatusAction>;

export const NumberSystem = z.enum(NUMBER_SYSTEMS);
export type NumberSystem = z.infer<typeof NumberSystem>;

export const Restoration = z.object({
  id: z.number().int(),
  displayName: patient(z.string()),
  /** Catalogue code. Types known only to the scanner's software are text in `displayName`. */
  type: orderWord('type', z.string()),
  /**
   * Comma-separated tooth ids tu1..tu16, td1..td16, and words of foreign orders; empty for a whole arch. Primary teeth
   * beside permanent ones are sent by their FDI numbers.
   */
  tooth_no: patient(z.string(), ''),
  number_sys: NumberSystem,
  /** The same teeth as FDI numbers, primary teeth as 51 to 85. */
  teeth: z.array(z.number().int()),
  arch: z.enum(['upper', 'lower']).nullable(),
  shade: orderWord('shade', z.string()),
  stump_shade: orderWord('stumpShade', z.string()),
  /** Contradictions that the author confirmed. */
  meant: z.array(z.enum(CONFIRMABLE)),
  material: z.object({
    code: orderWord('material', z.string()),
    name: orderWord('materialName', z.string()),
  }),
});
export type Restoration = z.infer<typeof Restoration>;

/**
 * What holds the units of an order together: each pair of neighbouring units that can be joined, once for each layer, and
 * whether it is. In chart order; the further layers of the same teeth come after all others.
 */
export const Connectors = z.array(Connector);

/** Role of a scan, and how it was determined. */
export const FileScan = z.object({
  role: z.enum(scanRoles),
  jaw: z.enum(['upper', 'lower']).optional(),
  /** FDI number. */
  tooth: z.number().int().optional(),
  by: z.enum(scanSources),
  /** The unit that a person chose for this version; absent means millimetres by convention. */
  unit: z.enum(scanUnits).optional(),
});
export type FileScan = z.infer<typeof FileScan>;

/** One file as it was uploaded. */
export const FileVersion = z.object({
  id: z.number().int(),
  filename: patient(z.string()),
  url: z.string(),
  size: z.number().int(),
  updated_date: Moment,
  /** Whether the signed-in person uploaded it. */
  uploader: z.boolean(),
  uploader_name: z.string(),
  from_locked_device: z.boolean(),
  /** Digest of the bytes that the signed-in person gets. */
  sha256: z.string(),
  /** For a picture with a location, a device or texts: its copy without them, and whether others get that copy. */
  clean: z.object({ sha256: z.string(), is_given: z.boolean(), is_editable: z.boolean() }).optional(),
  /**
   * Why the bytes are withheld: the malware scan is pending (the uploader still gets them), found something, or cannot
   * be done because of the size.
   */
  quarantine: z.enum(['waiting', 'infected', 'too_large']).optional(),
  /** Why a mesh cannot be shown in 3D. */
  light_failure: z.enum(meshErrorCodes).optional(),
  /** Meshes and lines only. */
  scan: FileScan.extend({ is_editable: z.boolean() }).optional(),
  del_enabled: z.boolean(),
  /** Counts the files of one name in a case; a number is never reused. */
  version: z.number().int(),
});
export type FileVersion = z.infer<typeof FileVersion>;

/** The newest file of its name in a case, with its earlier versions, newest first. */
export const CaseFile = FileVersion.extend({ earlier: z.array(FileVersion) });
export type CaseFile = z.infer<typeof CaseFile>;

export const CaseContent = z.object({
  id: z.number().int(),
  no: z.string(),
  status: z.object({ code: StatusCode, prev: StatusCode.nullable(), str: z.string() }),
  usertype: UserType,
  /** Status actions that the signed-in person may take now, in menu order. */
  actions: z.array(StatusAction),
  can_assign: z.boolean(),
  /**
   * Whether an edit of the order by the signed-in person would be direct or a proposal; null if they may not edit it.
   */
  edit_order: EditMode.nullable(),
  /** 1 when sent; raised by each applied change. */
  order_version: z.number().int(),
  proposal: Proposal.nullable(),
  del_enabled: z.boolean(),
  /** The other side has deleted its copy, so its people no longer see the case. */
  other_side_deleted: z.boolean(),
  from_locked_device: z.boolean(),
  has_sharegroup: z.boolean(),
  published_date: Moment,
  updated_date: Moment,
  case_date: Moment,
  deliverydt: z.string().nullable(),
  /** The day on which the patient comes for the work. */
  appointment: patient(Day.nullable(), null),
  note: patient(z.string()),
  no_restoration_reason: patient(z.string()),
  scans_follow: z.boolean(),
  author: z.object({
    username: z.string(),
    institution: z.string(),
    disp_name: z.string(),
    is_deleted: z.boolean(),
    picture: z.string().nullable(),
  }),
  to: z.object({
    is: z.boolean(),
    username: z.string(),
    institution: z.string(),
    is_deleted: z.boolean(),
    picture: z.string().nullable(),
  }),
  patient: z.object({
    firstname: patient(z.string()),
    lastname: patient(z.string()),
    sex: patient(z.enum(['M', 'F', 'O']).nullable(), null),
    /** `YYYY-MM-DD`; null or 0001-01-01 means no birth date. */
    birdt: patient(z.string().nullable(), null),
  }),
  assignee: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Number system of the order; a letter names different teeth in different systems. */
  number_sys: NumberSystem,
  restorations: z.array(Restoration),
  connectors: Connectors,
  /** The patient's front in the scans as a person marked it; null while unmarked. */
  orientation: patient(Orientation.nullable(), null),
});
export type CaseContent = z.infer<typeof CaseContent>;

export const CaseDetail = CaseContent.extend({
  /**
   * For the appointment: when the lab had the order and all scans, null while scans are missing; when it noted its last
   * shipment since the case was sent or reopened; and when it works.
   */
  anchor: z.object({ ready: Moment.nullable(), shipped: Moment.nullable(), calendar: WorkCalendar }),
  files: z.array(CaseFile),
  comments: z.array(CaseComment),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

export const getCase = endpoint(routes.getCase, {
  summary: 'One case with its files and comments, by id',
  params: z.object({ id: Id }),
  reply: CaseDetail,
});

export const getCaseByNo = endpoint(routes.getCaseByNo, {
  summary: 'One case with its files and comments, by case number (which contains a dash)',
  params: z.object({ no: CaseNo }),
  reply: CaseDetail,
});

/** Separate from the GET, which changes nothing, so that other programs and previews do not mark a case as opened. */
export const openCase = endpoint(routes.openCase, {
  withoutAgreement: true,
  summary: 'Report that the person has opened a case; an open one of their side becomes READ',
  params: z.object({ id: Id }),
  reply: z.object({ status: CaseContent.shape.status }),
});

export const getCaseContent = endpoint(routes.getCaseContent, {
  summary: 'One case without files and comments',
  params: z.object({ id: Id }),
  reply: CaseContent,
});
