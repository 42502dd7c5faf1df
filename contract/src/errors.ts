import type { OrderProblem } from '@cusp/dental/order-rules';
import type { CutOff } from '@cusp/mesh/truncated';
import type { SheetRefusal } from './sheets.routes.ts';

/**
 * All refusals of the server: code → HTTP status and the wire's `detail`.
 * Clients match the details of the specification letter by letter, so those must not change.
 */
export const ERRORS = {
  // General
  not_found: { status: 404, detail: 'Not found.' },
  forbidden: { status: 403, detail: 'You do not have permission to perform this action.' },
  invalid_input: { status: 400, detail: 'Invalid input.' },
  not_json: { status: 400, detail: 'The request body is not valid JSON.' },
  form_broken: { status: 400, detail: 'The form arrived damaged or incomplete.' },
  request_too_slow: { status: 408, detail: 'The request took too long to arrive.' },
  too_large: { status: 413, detail: 'The request body is too large.' },
  unsupported_media_type: { status: 415, detail: 'Unsupported media type.' },
  too_many_requests: { status: 429, detail: 'Too many requests. Please try again later.' },
  unavailable: { status: 503, detail: 'The service is temporarily unavailable. Please try again.' },
  internal: { status: 500, detail: 'Something went wrong on our side.' },
  conflict: { status: 409, detail: 'The data was changed by somebody else meanwhile.' },

  // Support sessions
  closed_to_support: { status: 403, detail: 'This is not open to support sessions.' },
  support_impossible: { status: 409, detail: 'Support cannot act for this account.' },
  support_link_invalid: { status: 400, detail: 'The support link is invalid, used or expired.' },
  support_own_request: { status: 403, detail: 'Somebody else has to approve this request.' },
  support_not_waiting: { status: 409, detail: 'This request is no longer waiting.' },
  reset_open: { status: 409, detail: 'A reset of this second step was asked for already.' },
  reset_impossible: { status: 409, detail: 'The account has no second step, or it is blocked.' },
  email_change_open: { status: 409, detail: 'A change of this address was asked for already.' },
  email_change_impossible: { status: 409, detail: 'The account is not activated, or it is blocked.' },
  email_change_done: { status: 409, detail: 'The address was changed already.' },
  reset_done: { status: 409, detail: 'The second step was removed already.' },

  // Identity
  not_signed_in: { status: 401, detail: 'Authentication credentials were not provided.' },
  session_over: { status: 401, detail: 'unable to refresh' },
  wrong_credentials: { status: 401, detail: 'Check your email or password' },
  not_device_manager: { status: 403, detail: 'not device manager' },
  account_blocked: { status: 403, detail: 'This account is blocked. Please contact support.' },
  account_is_staff: { status: 409, detail: 'Accounts of staff cannot be changed here.' },
  account_is_yours: { status: 409, detail: 'You cannot do this to your own account.' },
  account_activated: { status: 409, detail: 'The account is activated already.' },
  rental_manager_has_devices: { status: 409, detail: 'This rental manager has devices.' },
  not_activated: { status: 401, detail: 'The account is not activated.' },
  arrival_over: { status: 401, detail: 'The way from the other site has expired. Please sign in again.' },
  second_step_over: { status: 401, detail: 'The sign-in has expired. Please begin again.' },
  second_step_needed: { status: 403, detail: 'Set up two-step sign-in first.' },
  second_step_required: { status: 409, detail: 'This account must keep two-step sign-in.' },
  already_set_up: { status: 409, detail: 'An authenticator app is already set up.' },
  wrong_code: { status: 400, detail: 'The code is incorrect.' },
  wrong_recovery_code: { status: 400, detail: 'The recovery code is incorrect.' },
  wrong_password: { status: 400, detail: 'The password is incorrect.' },
  code_needed: { status: 403, detail: 'A code of the authenticator app or a recovery code is required.' },
  proof_needed: { status: 403, detail: 'Sign in again to do this.' },
  passkey_refused: { status: 400, detail: 'The passkey was not accepted.' },
  passkeys_unavailable: { status: 409, detail: 'Passkeys do not work at this address.' },
  too_many_passkeys: { status: 409, detail: 'The account has reached the limit of passkeys.' },
  human_check_missing: { status: 400, detail: 'No reCAPTCHA response' },
  human_check_failed: { status: 400, detail: 'The human check failed.' },
  activation_link_invalid: { status: 400, detail: 'Account activation link invalid' },
  email_taken: { status: 400, detail: 'This email cannot be used' },
  wrong_old_password: { status: 400, detail: 'Wrong password.' },
  password_common: { status: 400, detail: 'This password is too common.' },
  password_short: {
    status: 400,
    detail: 'This password is too short. It must contain at least 8 characters.',
  },
  password_mismatch: { status: 400, detail: 'The two password fields didn’t match' },
  password_long: {
    status: 400,
    detail: 'This password is too long. It must contain at most 128 characters.',
  },
  token_expired: { status: 400, detail: 'token expired' },
  social_account: { status: 403, detail: 'A social account has no password or name to change here.' },
  social_invalid: { status: 400, detail: 'Invalid access' },
  social_cancelled: { status: 400, detail: 'The sign-in was cancelled.' },
  social_failed: { status: 502, detail: 'The provider did not respond.' },
  social_no_email: { status: 400, detail: 'The provider shared no email address.' },
  social_taken: { status: 409, detail: 'This social account is already connected.' },
  picture_type_not_allowed: { status: 400, detail: 'The picture must be a PNG or JPEG file.' },
  picture_too_large: { status: 413, detail: 'The picture exceeds the size limit of 5 MB.' },
  picture_too_many_pixels: { status: 400, detail: 'The picture has too many pixels.' },
  phone_not_verified: { status: 400, detail: 'Please verify your phone number.' },
  phone_code_wrong: { status: 400, detail: 'The verification code is incorrect.' },
  phone_code_over: { status: 400, detail: 'This verification code no longer works. Request a new one.' },
  sms_not_sent: { status: 502, detail: 'Failed to send verification code.' },
  sms_not_set_up: { status: 503, detail: 'This site cannot send text messages.' },
  role_locked: { status: 409, detail: 'The role cannot be changed while in a group or involved in a case.' },

  // Cases
  action_not_open: { status: 409, detail: 'This status change is not possible now.' },
  assignee_changed: { status: 409, detail: 'The assignee was changed by somebody else meanwhile.' },
  case_closed: { status: 409, detail: 'The case is closed.' },
  case_not_deletable: { status: 403, detail: 'This case cannot be deleted.' },
  deletion_over: { status: 409, detail: 'The deletion can no longer be undone.' },
  deletion_not_yours: { status: 403, detail: 'Only the person who deleted a case can undo it.' },
  assignee_not_allowed: { status: 403, detail: 'The assignee cannot be changed.' },
  assignee_not_in_group: { status: 400, detail: 'The assignee is not a member of the group.' },
  comment_not_editable: { status: 403, detail: 'Only the author can change a comment.' },
  comment_empty: { status: 400, detail: 'The comment is empty.' },
  comment_changed: { status: 409, detail: 'The comment was changed in another window.' },
  mention_invalid: { status: 400, detail: 'A mention does not fit the text.' },
  mention_not_on_case: { status: 400, detail: 'A mentioned person has no access to this case.' },
  pin_not_on_scan: { status: 400, detail: 'A pin must be on an STL, PLY or OBJ file of the case.' },
  comment_file_unknown: { status: 400, detail: 'The file does not belong to this case.' },
  draft_incomplete: { status: 409, detail: 'The case is not complete.' },
  order_contradictory: { status: 409, detail: 'The order contradicts itself.' },
  draft_changed: { status: 409, detail: 'The draft was changed in another window.' },
  order_changed: { status: 409, detail: 'The order was changed by somebody else meanwhile.' },
  order_mode_moved: {
    status: 409,
    detail: 'The status changed meanwhile: it decides whether an edit applies at once or is proposed.',
  },
  order_unchanged: { status: 400, detail: 'Nothing in the order was changed.' },
  proposal_open: { status: 409, detail: 'A proposed change of the order waits for an answer.' },
  proposal_over: { status: 409, detail: 'The proposed change is no longer open.' },
  recipient_not_connected: { status: 409, detail: 'The recipient is not an accepted connection.' },

  // Files
  file_empty: { status: 400, detail: 'The file is empty.' },
  file_too_large: { status: 413, detail: 'The file exceeds the size limit of 200 MB.' },
  material_too_large: { status: 413, detail: 'Material files can be at most 1 MB.' },
  file_type_not_allowed: { status: 400, detail: 'This file type is not allowed.' },
  file_content_mismatch: { status: 400, detail: 'The content of the file does not match its type.' },
  file_ends_early: { status: 400, detail: 'The file is truncated.' },
  file_name_invalid: { status: 400, detail: 'The file name is not valid.' },
  file_missing: { status: 400, detail: 'No file was sent.' },
  quota_exceeded: { status: 400, detail: 'size limit' },
  file_not_yours: { status: 403, detail: 'Only the uploader can delete a file.' },
  export_blocked: { status: 403, detail: 'Download mesh data is not allowed for export management device' },
  tus_version: { status: 412, detail: 'This version of the upload protocol is not supported.' },
  upload_elsewhere: { status: 409, detail: 'The part does not continue where the upload ended.' },
  upload_too_many_parts: { status: 409, detail: 'The upload came in too many parts.' },
  files_unreadable: {
    status: 409,
    detail: 'A file of this case cannot be read. Please download the others one by one.',
  },
  download_expired: { status: 404, detail: 'The download link has expired.' },

  // A second device for one case
  handoff_code_invalid: { status: 410, detail: 'This code was used or has expired.' },
  handoff_over: { status: 401, detail: 'This device is no longer connected.' },
  too_many_handoffs: { status: 409, detail: 'There are too many connected devices.' },
  photo_type_not_allowed: { status: 400, detail: 'Only photos can be added here.' },

  // Sharing by link
  share_unknown: { status: 404, detail: 'This link does not exist.' },
  share_expired: { status: 410, detail: 'This link has expired.' },
  share_revoked: { status: 410, detail: 'This link was revoked.' },
  share_ended: { status: 410, detail: 'The case behind this link is no longer shared.' },
  share_view_only: { status: 403, detail: 'This link is for viewing only.' },
  share_files_changed: { status: 409, detail: 'A chosen file was replaced or removed meanwhile.' },
  share_until_invalid: { status: 400, detail: 'A link works for at most 90 days.' },
  too_many_shares: { status: 409, detail: 'There are too many links to this case.' },

  // Devices
  device_unknown: { status: 404, detail: 'No scanner with this UDI or serial number is known.' },
  device_ambiguous: { status: 409, detail: 'Several scanners have this serial number.' },
  device_taken: { status: 409, detail: 'This scanner is already registered.' },
  device_yours: { status: 409, detail: 'This scanner is already registered to this account.' },
  device_blocked: { status: 409, detail: 'This scanner is blocked.' },
  device_confirmed: { status: 409, detail: 'Only support can end a confirmed registration.' },
  registration_confirmed: { status: 409, detail: 'The registration was confirmed meanwhile.' },
  udi_unknown: { status: 404, detail: 'No device with this UDI is registered.' },
  feature_contradictory: { status: 400, detail: 'This UDI is listed twice with different options.' },
  device_not_registered: {
    status: 409,
    detail: 'The scanner is not registered to this account or its group.',
  },
  device_link_invalid: { status: 400, detail: 'Email confirmation link invalid' },
  rental_manager_unknown: { status: 404, detail: 'No activated account has this email address.' },
  device_exists: { status: 409, detail: 'A device with this UDI is already registered.' },
  udi_wrong_check_digit: { status: 400, detail: 'The check digit of the UDI is wrong.' },
  udi_date_mismatch: { status: 400, detail: 'The production date differs from the one in the UDI.' },
  date_in_future: { status: 400, detail: 'The date is in the future.' },

  // Connections and share groups
  email_already_added: { status: 400, detail: 'email already added' },
  email_same_as_yours: { status: 400, detail: 'email same as yours' },
  same_group_user: { status: 400, detail: 'same group user' },
  data_invalid: { status: 400, detail: 'data invalid' },
  request_already_accepted: { status: 400, detail: 'request already accepted' },
  invalid_token: { status: 400, detail: 'invalid token' },
  request_needed: { status: 400, detail: 'request needed' },
  no_email: { status: 400, detail: 'no email' },
  no_permission: { status: 400, detail: 'no permission' },
  no_server_location: { status: 400, detail: 'no server location' },
  server_is_wrong: { status: 400, detail: 'server is wrong' },
  not_same_region: { status: 400, detail: 'user not in the same region' },
  region_unreachable: {
    status: 503,
    detail: 'This cannot be checked right now. Please try again in a few minutes.',
  },
  country_elsewhere: {
    status: 400,
    detail: 'The data of this country is kept in the other data region. Please sign up there.',
  },
  address_busy: {
    status: 409,
    detail: 'Somebody is signing up with this email address right now. Please try again in a minute.',
  },
  email_same_as_members: { status: 400, detail: "email same as member's" },
  user_already_member: { status: 400, detail: 'user already member' },
  invalid_state: { status: 400, detail: 'Invalid state' },
  already_joined_another_group: { status: 400, detail: 'already joined another group' },
  different_role: { status: 400, detail: 'different role' },
  connection_designated: { status: 403, detail: 'Only support can remove a designated connection.' },
  connection_not_accepted: { status: 409, detail: 'Only an accepted connection can be designated.' },
  lab_exists: { status: 409, detail: 'There already is a lab with this address.' },
  already_in_connections: { status: 400, detail: 'already in connections' },

  // Sheets and lists of the administration
  export_too_large: {
    status: 400,
    detail: 'The list is too long for one file. Narrow the search or the filter.',
  },
  sheet_refused: { status: 400, detail: 'The file cannot be read as a sheet.' },
  ticket_recipient_not_allowed: { status: 400, detail: 'Tickets cannot be sent to this address.' },
  ticket_not_failed: { status: 409, detail: 'The mail of this ticket has not failed.' },
  too_many_exports: { status: 409, detail: 'Too many exports are under way. Wait for one to finish.' },
  export_over: { status: 404, detail: 'The file is no longer kept. Export the list again.' },
  sheet_over: { status: 409, detail: 'The sheet was already undone, or its check has expired.' },
  sheet_not_undoable: { status: 409, detail: 'The sheet can no longer be undone.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** A problem with one field; `code` is a zod issue code or one of ours, `message` is for people. */
export interface FieldIssue {
  field: string;
  code: string;
  message: string;
}

/** An object that somebody changed after it was loaded. */
export interface StaleObject {
  id: number;
  /** Its display name. */
  name: string;
  version: number;
  /** '' if unknown. */
  changed_by: string;
}

/** The body of all refusals. `request_id` finds the log line; internal details are never included. */
export interface ErrorBody {
  code: ErrorCode;
  detail: string;
  request_id: string;
  errors?: FieldIssue[];
  /** Only with `not_activated` after a correct password: the account whose activation mail can be sent again. */
  uid?: string;
  /** Only with `too_many_requests`: seconds until the next attempt is allowed, if known. */
  retry_after?: number;
  /** Only with `draft_incomplete`: what is missing. */
  missing?: string[];
  /** With `order_contradictory` and `draft_incomplete`: all contradictions that the author has not confirmed. */
  problems?: OrderProblem[];
  /** With a 409 caused by another person's change: their name; '' if unknown. */
  changed_by?: string;
  /** With a 409 about several objects: those that were changed in the meantime, in their current state. */
  stale?: StaleObject[];
  /** Only with `file_ends_early`: how many triangles the file has, and how many it declares. */
  triangles?: CutOff;
  /** Only with `sheet_refused`: the reason, and the column it is about or ''. */
  sheet?: { reason: SheetRefusal; column: string };
}

/** Message for text with control characters, such as NUL or a line break within a single line. */
export const CONTROL_CHARACTERS = 'Remove the invisible characters.';
