import type { Tables } from './tables.ts';

/** Housekeeping chores that remove rows; each name is a chore of `housekeeping.ts`. */
export type RemovingChore =
  | 'address claims'
  | 'data exports'
  | 'deletions'
  | 'devices'
  | 'download grants'
  | 'handoffs'
  | 'identity'
  | 'inbox'
  | 'invitations'
  | 'list exports'
  | 'phone'
  | 'presence'
  | 'region requests'
  | 'retention'
  | 'sharing'
  | 'sheets'
  | 'statements'
  | 'undo steps'
  | 'uploads';

/**
 * Whose data a row is, which decides erasure and export.
 * - `account`: about a person with an account, or somebody they named; exported to that person, erased with the
 *   account.
 * - `patient`: about patients; exported to the author of the case, erased with the case.
 * - `trace`: who did what, as ids, digests and network addresses; not exported, kept or removed as `retention` says.
 * - `none`: about no person.
 */
type Personal = 'account' | 'patient' | 'trace' | 'none';

/**
 * How long a row stays.
 * - `kept`: until a person removes it in the product.
 * - `stub`: emptied when the case is purged, once no side has a copy; ids, number and dates stay for the audit log.
 * - `purged`: removed when the case that it belongs to is purged, by the column `case_id`.
 * - `with`: as long as the row of the named table that it belongs to; the database cascades the removal.
 * - `chore`: until that chore removes it, at the time that `after` describes.
 * - `derived`: triggers on the named table keep it in step with its source.
 */
type Retention =
  | 'kept'
  | 'stub'
  | 'purged'
  | { with: keyof Tables }
  | { chore: RemovingChore; after: string }
  | { derived: keyof Tables };

/**
 * What happens to a row when people move to another region.
 * - `with-account`: moves with the person. `with-author`: moves with the author of the case it is about.
 * - `rebuilt`: computed in the other region from the data that moved.
 * - `stays`: counters, sign-ins in progress and other rows that mean nothing elsewhere.
 */
type Move = 'with-account' | 'with-author' | 'rebuilt' | 'stays';

interface DataRules {
  personal: Personal;
  retention: Retention;
  move: Move;
}

/**
 * How each table takes part in erasure, retention, export and a region move. A new table does not compile without its
 * entry; `data-register.test.ts` compares the entries with the schema and with what housekeeping removes.
 */
export const DATA_REGISTER: Record<keyof Tables, DataRules> = {
  deployment: { personal: 'none', retention: 'kept', move: 'stays' },
  vapid_key: { personal: 'none', retention: 'kept', move: 'stays' },

  app_user: { personal: 'account', retention: 'kept', move: 'with-account' },
  account_log: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  authenticator_app: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  recovery_code: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  email_change: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  step_reset: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  passkey: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  social_identity: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  known_device: {
    personal: 'trace',
    retention: { chore: 'identity', after: '400 days unseen' },
    move: 'stays',
  },
  session: {
    personal: 'trace',
    retention: { chore: 'identity', after: '30 days past its end' },
    move: 'stays',
  },
  push_subscription: { personal: 'trace', retention: { with: 'session' }, move: 'stays' },
  spent_refresh: { personal: 'trace', retention: { with: 'session' }, move: 'stays' },
  mail_token: {
    personal: 'trace',
    retention: { chore: 'identity', after: '1 day past its end' },
    move: 'with-account',
  },
  mail_request: { personal: 'trace', retention: { chore: 'identity', after: '1 hour' }, move: 'stays' },
  region_request: {
    personal: 'none',
    retention: { chore: 'region requests', after: 'its end' },
    move: 'stays',
  },
  address_claim: {
    personal: 'trace',
    retention: { chore: 'address claims', after: '10 minutes' },
    move: 'stays',
  },
  login_failure: { personal: 'trace', retention: { chore: 'identity', after: '2 days' }, move: 'stays' },
  used_human_check: { personal: 'none', retention: { chore: 'identity', after: 'its end' }, move: 'stays' },
  sign_in_step: { personal: 'trace', retention: { chore: 'identity', after: 'its end' }, move: 'stays' },
  arrival_code: { personal: 'trace', retention: { chore: 'identity', after: 'its end' }, move: 'stays' },
  passkey_challenge: { personal: 'trace', retention: { chore: 'identity', after: 'its end' }, move: 'stays' },
  social_flow: { personal: 'account', retention: { chore: 'identity', after: 'its end' }, move: 'stays' },
  phone_code: { personal: 'trace', retention: { chore: 'phone', after: '25 hours' }, move: 'stays' },

  support_grant: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  support_session: { personal: 'account', retention: 'kept', move: 'with-account' },

  agreement_version: { personal: 'none', retention: 'kept', move: 'stays' },
  agreement_wording: { personal: 'none', retention: { with: 'agreement_version' }, move: 'stays' },
  agreement_text: { personal: 'none', retention: 'kept', move: 'with-account' },
  // Evidence of agreements even after an account is closed: it has the number of the account and no name.
  agreement_acceptance: { personal: 'trace', retention: 'kept', move: 'with-account' },

  share_group: { personal: 'account', retention: 'kept', move: 'with-account' },
  group_member: { personal: 'account', retention: { with: 'share_group' }, move: 'with-account' },
  case_view: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  order_template: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  production_plan: { personal: 'account', retention: { with: 'app_user' }, move: 'with-account' },
  inbox_item: {
    personal: 'trace',
    retention: { chore: 'inbox', after: '90 days' },
    move: 'stays',
  },
  connection: { personal: 'account', retention: 'kept', move: 'with-account' },
  invitation_mail: {
    personal: 'trace',
    retention: { chore: 'invitations', after: '24 hours' },
    move: 'stays',
  },
  lab: { personal: 'account', retention: 'kept', move: 'with-account' },

  device: { personal: 'account', retention: 'kept', move: 'with-account' },
  device_registration: {
    personal: 'account',
    retention: { chore: 'devices', after: '14 days unconfirmed' },
    move: 'with-account',
  },
  device_lock: { personal: 'trace', retention: { with: 'device_registration' }, move: 'with-account' },

  dental_case: { personal: 'patient', retention: 'stub', move: 'with-author' },
  restoration: { personal: 'patient', retention: { with: 'dental_case' }, move: 'with-author' },
  order_change: { personal: 'patient', retention: { with: 'dental_case' }, move: 'with-author' },
  case_orientation: { personal: 'patient', retention: { with: 'dental_case' }, move: 'with-author' },
  scan_choice: { personal: 'patient', retention: { with: 'dental_case' }, move: 'with-author' },
  legal_hold: { personal: 'account', retention: { with: 'dental_case' }, move: 'with-author' },
  case_retention: {
    personal: 'trace',
    retention: { chore: 'retention', after: 'the practice has no copy any more' },
    move: 'with-author',
  },
  appointment_plan: { personal: 'patient', retention: { with: 'dental_case' }, move: 'rebuilt' },
  retention_walk: { personal: 'none', retention: 'kept', move: 'stays' },
  // Required by law whatever happens to the case: MDR Annex XIII, section 4. It does not contain the patient's name. A
  // maker who lives in the other region has a copy without the case there.
  device_statement: {
    personal: 'account',
    retention: { chore: 'statements', after: '10 years, of implantable devices 15 years' },
    move: 'with-author',
  },
  case_shipment: { personal: 'trace', retention: { with: 'dental_case' }, move: 'with-author' },
  case_step: { personal: 'trace', retention: { with: 'dental_case' }, move: 'with-author' },
  case_file: { personal: 'patient', retention: 'purged', move: 'with-author' },
  scan_unit: { personal: 'trace', retention: { with: 'case_file' }, move: 'with-author' },
  malware_scan: { personal: 'none', retention: { with: 'case_file' }, move: 'with-author' },
  light_copy: { personal: 'patient', retention: { with: 'case_file' }, move: 'rebuilt' },
  served_copy: { personal: 'patient', retention: { with: 'case_file' }, move: 'rebuilt' },
  upload: { personal: 'patient', retention: { chore: 'uploads', after: 'its end' }, move: 'stays' },
  upload_part: { personal: 'patient', retention: { with: 'upload' }, move: 'stays' },
  download_grant: {
    personal: 'trace',
    retention: { chore: 'download grants', after: 'its end' },
    move: 'stays',
  },
  case_comment: { personal: 'patient', retention: 'purged', move: 'with-author' },
  comment_mention: { personal: 'trace', retention: { with: 'case_comment' }, move: 'with-author' },
  comment_reaction: { personal: 'trace', retention: { with: 'case_comment' }, move: 'with-author' },
  unread_comment: { personal: 'trace', retention: { with: 'case_comment' }, move: 'with-author' },
  share_link: { personal: 'account', retention: { with: 'dental_case' }, move: 'with-author' },
  share_use: { personal: 'trace', retention: { chore: 'sharing', after: '2 hours' }, move: 'stays' },
  case_handoff: {
    personal: 'trace',
    retention: { chore: 'handoffs', after: '1 day past its end' },
    move: 'stays',
  },
  case_visit: { personal: 'trace', retention: { chore: 'presence', after: '25 seconds' }, move: 'stays' },
  case_deletion: {
    personal: 'trace',
    retention: { chore: 'deletions', after: '1 day past its end' },
    move: 'stays',
  },
  // Keeps the proposed order that closing a case has ended.
  undo_step: { personal: 'patient', retention: { chore: 'undo steps', after: 'its end' }, move: 'stays' },

  case_search: { personal: 'patient', retention: { derived: 'dental_case' }, move: 'rebuilt' },
  case_made: { personal: 'trace', retention: { derived: 'restoration' }, move: 'rebuilt' },
  device_tally: { personal: 'none', retention: { derived: 'device' }, move: 'rebuilt' },
  case_tally: { personal: 'trace', retention: { derived: 'dental_case' }, move: 'rebuilt' },
  made_tally: { personal: 'trace', retention: { derived: 'case_made' }, move: 'rebuilt' },

  list_tally: { personal: 'none', retention: { derived: 'partner_feature' }, move: 'rebuilt' },
  stat_day: { personal: 'none', retention: 'kept', move: 'stays' },
  user_place_tally: { personal: 'none', retention: { derived: 'app_user' }, move: 'rebuilt' },
  listed_person: { personal: 'account', retention: { derived: 'app_user' }, move: 'rebuilt' },
  rental_tally: { personal: 'trace', retention: { derived: 'device' }, move: 'rebuilt' },

  ticket: { personal: 'account', retention: 'kept', move: 'stays' },
  list_export: {
    personal: 'trace',
    retention: { chore: 'list exports', after: '1 hour after the file is ready' },
    move: 'stays',
  },
  data_export: {
    personal: 'trace',
    retention: { chore: 'data exports', after: '3 days after the file is ready' },
    move: 'stays',
  },
  sheet_batch: {
    personal: 'trace',
    retention: { chore: 'sheets', after: '24 hours, applied ones 30 days' },
    move: 'stays',
  },
  partner_feature: { personal: 'trace', retention: 'kept', move: 'stays' },

  region_move: { personal: 'trace', retention: 'kept', move: 'stays' },
  moving_person: { personal: 'trace', retention: { with: 'region_move' }, move: 'stays' },
  region_import: { personal: 'trace', retention: 'kept', move: 'stays' },
  region_import_file: { personal: 'none', retention: { with: 'region_import' }, move: 'stays' },
  moved_case: { personal: 'trace', retention: 'kept', move: 'stays' },
  moved_account: { personal: 'account', retention: 'kept', move: 'stays' },
  moved_log: { personal: 'trace', retention: 'kept', move: 'stays' },

  event: { personal: 'trace', retention: 'kept', move: 'with-author' },
  audit_log: { personal: 'trace', retention: 'kept', move: 'with-author' },
};

/** Tables whose rows with the `case_id` of a purged case are removed; others follow these by foreign keys. */
export const PURGED_TABLES: readonly (keyof Tables)[] = (
  Object.keys(DATA_REGISTER) as (keyof Tables)[]
).filter((table) => {
  const { retention } = DATA_REGISTER[table];
  return (
    retention === 'purged' ||
    (typeof retention === 'object' && 'with' in retention && retention.with === 'dental_case')
  );
});
