import { CASE_SIDES, STATUS_ACTIONS, STATUS_CODES } from '@cusp/dental/case-status';
import { CONFIRMABLE } from '@cusp/dental/order-rules';
import { NUMBER_SYSTEMS } from '@cusp/dental/teeth';
import { meshErrorCodes } from '@cusp/mesh/mesh';
import { scanRoles, scanSources } from '@cusp/mesh/scan-roles';
import { scanUnits } from '@cusp/mesh/scan-units';
import * as z from 'zod';
import * as routes from './cases.routes.ts';
import { endpoint } from './endpoint.ts';
import { EditMode, Proposal } from './order-fields.ts';
import { Orientation } from './orientation.ts';
import { Pin } from './pin.ts';
import { Id, line, Moment } from './wire.ts';

/** Side of the signed-in person on a case: AU author, SG the author's share group, OT the recipient's side. */
export const UserType = z.enum(CASE_SIDES);
export type UserType = z.infer<typeof UserType>;

export const StatusCode = z.enum(STATUS_CODES);
export type StatusCode = z.infer<typeof StatusCode>;

/** What the status menu sends; also the status that follows. */
export const StatusAction = z.enum(STATUS_ACTIONS);
export type StatusAction = z.infer<typeof StatusAction>;

export const NumberSystem = z.enum(NUMBER_SYSTEMS);
export type NumberSystem = z.infer<typeof NumberSystem>;

export const Restoration = z.object({
  id: z.number().int(),
  displayName: z.string(),
  /** Catalogue code; unknown ones of scanners stay as text in `displayName`. */
  type: z.string(),
  /** Comma-separated tooth ids tu1..tu16, td1..td16; empty for a whole arch. */
  tooth_no: z.string(),
  number_sys: NumberSystem,
  /** The same teeth as FDI numbers, primary teeth as 51 to 85. */
  teeth: z.array(z.number().int()),
  arch: z.enum(['upper', 'lower']).nullable(),
  shade: z.string(),
  stump_shade: z.string(),
  /** What looks like a slip and was confirmed by the author as meant. */
  meant: z.array(z.enum(CONFIRMABLE)),
  material: z.object({ code: z.string(), name: z.string() }),
});
export type Restoration = z.infer<typeof Restoration>;

/** What a scan shows, and who or what says so. */
export const FileScan = z.object({
  role: z.enum(scanRoles),
  jaw: z.enum(['upper', 'lower']).optional(),
  /** FDI number. */
  tooth: z.number().int().optional(),
  by: z.enum(scanSources),
  /** What a person said the numbers of this version are; absent while nobody did: millimetres by convention. */
  unit: z.enum(scanUnits).optional(),
});
export type FileScan = z.infer<typeof FileScan>;

/** One file as it was uploaded. */
export const FileVersion = z.object({
  id: z.number().int(),
  filename: z.string(),
  url: z.string(),
  size: z.number().int(),
  updated_date: Moment,
  /** Whether the signed-in person uploaded it. */
  uploader: z.boolean(),
  uploader_name: z.string(),
  from_locked_device: z.boolean(),
  /** Of the bytes that the signed-in person gets. */
  sha256: z.string(),
  /** Of a picture that holds a place, a device or words: the same without them, and whether others get that one. */
  clean: z.object({ sha256: z.string(), is_given: z.boolean(), is_editable: z.boolean() }).optional(),
  /** Why a mesh cannot be shown in 3D. */
  light_failure: z.enum(meshErrorCodes).optional(),
  /** Meshes and lines only. */
  scan: FileScan.extend({ is_editable: z.boolean() }).optional(),
  del_enabled: z.boolean(),
  /** Counts the files of one name in a case; a number is given once. */
  version: z.number().int(),
});
export type FileVersion = z.infer<typeof FileVersion>;

/** The newest file of its name in a case; what it replaced stays, newest first. */
export const CaseFile = FileVersion.extend({ earlier: z.array(FileVersion) });
export type CaseFile = z.infer<typeof CaseFile>;

/** Where a person is named in a comment's text, '@' and all, in UTF-16 units as JavaScript counts. */
export const Mention = z.object({
  user_id: z.number().int(),
  start: z.number().int().min(0),
  length: z.number().int().min(1),
});
export type Mention = z.infer<typeof Mention>;

export const CaseComment = z.object({
  id: z.number().int(),
  /** As people read it: mentioned people stand in it as '@' and the name they have now. */
  text: z.string(),
  mentions: z.array(Mention),
  /** Whether the signed-in person is one of them. */
  mentions_me: z.boolean(),
  /** Whether the signed-in person has not seen it yet. */
  is_unread: z.boolean(),
  /** The file of the case that the comment points at. */
  file: z.object({ id: z.number().int(), filename: z.string(), is_deleted: z.boolean() }).nullable(),
  /** The place on a scan that it is about. */
  pin: Pin.nullable(),
  /** Sent along by an edit, so that a newer text is not overwritten. */
  version: z.number().int(),
  /** 1 means the current user, 0 anybody else. */
  author: z.number().int(),
  name: z.string(),
  picture: z.string().nullable(),
  author_is_unknown: z.boolean(),
  created_date: Moment,
  updated_date: Moment,
  is_edited: z.boolean(),
  is_editable: z.boolean(),
});
export type CaseComment = z.infer<typeof CaseComment>;

export const CaseContent = z.object({
  id: z.number().int(),
  no: z.string(),
  status: z.object({ code: StatusCode, prev: StatusCode.nullable(), str: z.string() }),
  usertype: UserType,
  /** Status actions open to the signed-in person now, in menu order. */
  actions: z.array(StatusAction),
  can_assign: z.boolean(),
  /** What an edit of the order by the signed-in person would be now; null when they may not edit it. */
  edit_order: EditMode.nullable(),
  /** 1 as it was sent; each change that applied raises it. */
  order_version: z.number().int(),
  proposal: Proposal.nullable(),
  del_enabled: z.boolean(),
  /** The other side has deleted its copy: nobody there sees the case any more. */
  other_side_deleted: z.boolean(),
  from_locked_device: z.boolean(),
  has_sharegroup: z.boolean(),
  published_date: Moment,
  updated_date: Moment,
  case_date: Moment,
  deliverydt: z.string().nullable(),
  note: z.string(),
  no_restoration_reason: z.string(),
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
    firstname: z.string(),
    lastname: z.string(),
    sex: z.enum(['M', 'F', 'O']).nullable(),
    /** `YYYY-MM-DD`; null or 0001-01-01 means no birth date. */
    birdt: z.string().nullable(),
  }),
  assignee: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** What the order calls its teeth; a letter names another tooth in each system. */
  number_sys: NumberSystem,
  restorations: z.array(Restoration),
  /** Where a person marked the patient's front in the scans; null while nobody has. */
  orientation: Orientation.nullable(),
});
export type CaseContent = z.infer<typeof CaseContent>;

export const CaseDetail = CaseContent.extend({
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
  summary: 'One case with its files and comments, by case number (it holds a dash)',
  params: z.object({ no: line(40) }),
  reply: CaseDetail,
});

/** Reading a case by GET changes nothing, so that other programs and previews do not open it for anybody. */
export const openCase = endpoint(routes.openCase, {
  summary: 'Say that the person has opened a case; an open one of their side becomes READ',
  params: z.object({ id: Id }),
  reply: z.object({ status: CaseContent.shape.status }),
});

export const getCaseContent = endpoint(routes.getCaseContent, {
  summary: 'One case without files and comments',
  params: z.object({ id: Id }),
  reply: CaseContent,
});
