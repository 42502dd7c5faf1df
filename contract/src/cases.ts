import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { meshErrorCodes } from './mesh/mesh.ts';
import { Done, Id, line, Moment, Page, PageNumber } from './wire.ts';

/** Side of the signed-in person on a case: AU author, SG the author's share group, OT the recipient's side. */
export const UserType = z.enum(['OT', 'AU', 'SG']);
export type UserType = z.infer<typeof UserType>;

export const StatusCode = z.enum(['OPEN', 'READ', 'PROC', 'COMP', 'REOP', 'CLSD']);
export type StatusCode = z.infer<typeof StatusCode>;

/** What the status menu sends; also the status that follows. */
export const StatusAction = z.enum(['OPEN', 'PROC', 'COMP', 'CLSD', 'REOP']);
export type StatusAction = z.infer<typeof StatusAction>;

export const StatusFilter = z.enum(['Open', 'InProgress', 'Completed', 'Reopened', 'Closed']);
export type StatusFilter = z.infer<typeof StatusFilter>;

export const SORTS = ['updated desc', 'created desc', 'status asc'] as const;
export type Sort = (typeof SORTS)[number];

export const NumberSystem = z.enum(['FDI', 'Universal', 'Palmer', 'PalmerDigital', 'Primary']);
export type NumberSystem = z.infer<typeof NumberSystem>;

export const CaseListItem = z.object({
  id: z.number().int(),
  no: z.string(),
  author: z.object({ username: z.string(), picture: z.string().nullable() }),
  to: z.object({ username: z.string(), is_unknown: z.boolean(), picture: z.string().nullable() }),
  case: z.object({ pat_firstname: z.string(), pat_lastname: z.string() }),
  comment_count: z.number().int(),
  unread_comments: z.number().int(),
  published_date: Moment,
  updated_date: Moment,
  files_count: z.string(),
  deliverydt: z.string().nullable(),
  status: z.object({ code: StatusCode, str: z.string() }),
  del_enabled: z.boolean(),
  usertype: UserType,
});
export type CaseListItem = z.infer<typeof CaseListItem>;

const listOf = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const CaseListQuery = z.object({
  /** Comma-separated filter names; empty is any. */
  status: z.string().max(200).default('').transform(listOf).pipe(z.array(StatusFilter)),
  createDateFrom: z.union([z.literal(''), z.iso.datetime({ offset: true }), z.iso.date()]).default(''),
  createDateTo: z.union([z.literal(''), z.iso.datetime({ offset: true }), z.iso.date()]).default(''),
  /** Comma-separated ids of people on the other side (`userIds` of the filters). */
  uid: z
    .string()
    .max(2000)
    .default('')
    .transform(listOf)
    .transform((ids) => ids.map(Number))
    .pipe(z.array(z.number().int().positive()).max(200)),
  search: line(200).default(''),
  unreadCommentsOnly: z.enum(['true', 'false', '']).default(''),
  sort: z.enum(SORTS).catch('updated desc').default('updated desc'),
  page: PageNumber.default(1),
});
export type CaseListQuery = z.output<typeof CaseListQuery>;

export const listCases = endpoint({
  method: 'GET',
  path: '/v1/cases/',
  access: 'user',
  summary: 'The cases one may see, a page at a time',
  query: CaseListQuery,
  reply: z.object({ posts: z.array(CaseListItem), del_disabled_all: z.boolean(), page: Page }),
});

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
  material: z.object({ code: z.string(), name: z.string() }),
});
export type Restoration = z.infer<typeof Restoration>;

export const CaseFile = z.object({
  id: z.number().int(),
  filename: z.string(),
  url: z.string(),
  size: z.number().int(),
  updated_date: Moment,
  /** Whether the signed-in person uploaded it. */
  uploader: z.boolean(),
  uploader_name: z.string(),
  from_locked_device: z.boolean(),
  sha256: z.string(),
  /** Why a mesh cannot be shown in 3D. */
  light_failure: z.enum(meshErrorCodes).optional(),
  del_enabled: z.boolean(),
});
export type CaseFile = z.infer<typeof CaseFile>;

export const CaseComment = z.object({
  id: z.number().int(),
  text: z.string(),
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
  del_enabled: z.boolean(),
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
});
export type CaseContent = z.infer<typeof CaseContent>;

export const CaseDetail = CaseContent.extend({
  files: z.array(CaseFile),
  comments: z.array(CaseComment),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

export const getCase = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/all/',
  access: 'user',
  summary: 'One case with its files and comments, by id',
  params: z.object({ id: Id }),
  reply: CaseDetail,
});

export const getCaseByNo = endpoint({
  method: 'GET',
  path: '/v1/cases/:no/',
  access: 'user',
  summary: 'One case with its files and comments, by case number (it holds a dash)',
  params: z.object({ no: line(40) }),
  reply: CaseDetail,
});

export const getCaseContent = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/content/',
  access: 'user',
  summary: 'One case without files and comments',
  params: z.object({ id: Id }),
  reply: CaseContent,
});

export const changeStatus = endpoint({
  method: 'PUT',
  path: '/v1/cases/:id/status/',
  access: 'user',
  summary: 'Take one of the status actions that are open to this side',
  params: z.object({ id: Id }),
  body: z.object({ action: StatusAction }),
  reply: z.object({ status: z.object({ code: StatusCode, prev: StatusCode.nullable(), str: z.string() }) }),
});

const AssigneeReply = z.object({
  assignee: z.object({ id: z.number().int().nullable() }),
  sg_users: z.array(z.object({ name: z.string(), user_id: z.number().int() })),
});

export const getAssignee = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/assignee/',
  access: 'user',
  summary: 'The assignee and the people of the own share group who could be it',
  params: z.object({ id: Id }),
  reply: AssigneeReply,
});

export const changeAssignee = endpoint({
  method: 'PUT',
  path: '/v1/cases/:id/assignee/',
  access: 'user',
  summary: 'Hand the case to a member of the recipient side’s share group; null takes it back',
  params: z.object({ id: Id }),
  body: z.object({ assignee_id: z.coerce.number().int().positive().nullable() }),
  reply: AssigneeReply,
});

/** For several cases the id is 0 and the body names them. */
export const removeCases = endpoint({
  method: 'DELETE',
  path: '/v1/cases/:id/remove/',
  access: 'user',
  summary: 'Delete one case, or with id 0 the cases in the body; all or none',
  params: z.object({ id: z.coerce.number().int().min(0) }),
  body: z.object({ ids: z.array(Id).min(1).max(100).optional() }).optional(),
  reply: Done,
});

export const userFilters = endpoint({
  method: 'GET',
  path: '/v1/user/filters/',
  access: 'user',
  summary: 'Institutions and people one shares cases with, for the filter dialog',
  reply: z.object({
    institutions: z.array(z.object({ name: z.string(), user_ids: z.array(z.number().int()) })),
    users: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
});
