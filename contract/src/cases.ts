import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { meshErrorCodes } from './mesh/mesh.ts';
import { Pin } from './pin.ts';
import { Done, Id, Language, line, Moment } from './wire.ts';

/** Side of the signed-in person on a case: AU author, SG the author's share group, OT the recipient's side. */
export const UserType = z.enum(['OT', 'AU', 'SG']);
export type UserType = z.infer<typeof UserType>;

export const StatusCode = z.enum(['OPEN', 'READ', 'PROC', 'COMP', 'REOP', 'CLSD']);
export type StatusCode = z.infer<typeof StatusCode>;

/** What the status menu sends; also the status that follows. */
export const StatusAction = z.enum(['OPEN', 'PROC', 'COMP', 'CLSD', 'REOP']);
export type StatusAction = z.infer<typeof StatusAction>;

export const NumberSystem = z.enum(['FDI', 'Universal', 'Palmer', 'PalmerDigital', 'Primary']);
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
  material: z.object({ code: z.string(), name: z.string() }),
});
export type Restoration = z.infer<typeof Restoration>;

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
  sha256: z.string(),
  /** Why a mesh cannot be shown in 3D. */
  light_failure: z.enum(meshErrorCodes).optional(),
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
  /** Whether it was unread until this answer. */
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

/** A name of a time zone as browsers tell it (IANA). */
const TimeZone = line(60).refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      return false;
    }
  },
  { message: 'time_zone' },
);

export const orderForm = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/order-form/',
  access: 'cookie',
  summary: 'The order on paper: a PDF in the reader’s language and the number system of the case',
  params: z.object({ id: Id }),
  query: z.object({
    /** Language of the paper; the person's own where absent. */
    language: Language.optional(),
    /** Time zone in which moments are told; UTC where absent. */
    tz: TimeZone.optional(),
    /** `1` shows it in the page; otherwise it is saved. */
    inline: z.enum(['1']).optional(),
  }),
  reply: 'bytes',
  perMinute: 60,
});

export const changeStatus = endpoint({
  method: 'PUT',
  path: '/v1/cases/:id/status/',
  access: 'user',
  summary: 'Take one of the status actions that are open to this side',
  params: z.object({ id: Id }),
  /** `was` is the status that the person saw: with it, a change that somebody else made first is not overruled. */
  body: z.object({ action: StatusAction, was: StatusCode.optional() }),
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
  /** `was` is the assignee that the person saw: with it, a change that somebody else made first is not overruled. */
  body: z.object({
    assignee_id: z.coerce.number().int().positive().nullable(),
    was: z.number().int().positive().nullable().optional(),
  }),
  reply: AssigneeReply,
});

/** For several cases the id is 0 and the body names them. */
export const removeCases = endpoint({
  method: 'DELETE',
  path: '/v1/cases/:id/remove/',
  access: 'user',
  summary: 'Delete one case, or with id 0 the cases in the body; all or none, final after ten seconds',
  params: z.object({ id: z.coerce.number().int().min(0) }),
  body: z.object({ ids: z.array(Id).min(1).max(100).optional() }).optional(),
  /** `deletion` names it to undo it. */
  reply: z.object({ deletion: z.number().int() }),
});

/** How long a deletion can be undone. */
export const UNDO_MS = 10_000;

export const undoRemoveCases = endpoint({
  method: 'POST',
  path: '/v1/case-deletions/:id/undo/',
  access: 'user',
  summary: 'Bring back the cases that one deleted within the last ten seconds',
  params: z.object({ id: Id }),
  reply: Done,
});

export const casePeople = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/people/',
  access: 'user',
  summary: 'Everybody else who sees a case, for mentions',
  params: z.object({ id: Id }),
  reply: z.object({
    people: z.array(
      z.object({
        user_id: z.number().int(),
        name: z.string(),
        institution: z.string(),
        picture: z.string().nullable(),
      }),
    ),
  }),
});
