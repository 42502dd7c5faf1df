import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { activeTracing } from '../tracing/traced.ts';
import { sendByCallback } from './kept-plans.ts';
import { retryConnection } from './retry.ts';
import type {
  AgreementAcceptanceTable,
  AgreementTextTable,
  AgreementVersionTable,
  AgreementWordingTable,
} from './tables/agreements.ts';
import type {
  AppointmentPlanTable,
  CaseDeletionTable,
  CaseMadeTable,
  CaseRetentionTable,
  CaseSearchTable,
  CaseTallyTable,
  CaseViewTable,
  CaseVisitTable,
  DentalCaseTable,
  LegalHoldTable,
  MadeTallyTable,
  RestorationTable,
  RetentionWalkTable,
  UndoStepTable,
} from './tables/cases.ts';
import type {
  CaseCommentTable,
  CommentMentionTable,
  CommentReactionTable,
  UnreadCommentTable,
} from './tables/comments.ts';
import type { DataExportTable } from './tables/data-exports.ts';
import type {
  DeviceLockTable,
  DeviceRegistrationTable,
  DeviceTable,
  DeviceTallyTable,
} from './tables/devices.ts';
import type {
  CaseFileTable,
  CaseOrientationTable,
  DownloadGrantTable,
  LightCopyTable,
  ScanChoiceTable,
  ScanUnitTable,
  ServedCopyTable,
  UploadPartTable,
  UploadTable,
} from './tables/files.ts';
import type { CaseHandoffTable } from './tables/handoff.ts';
import type {
  AccountLogTable,
  AddressClaimTable,
  AppUserTable,
  ArrivalCodeTable,
  EmailChangeTable,
  LoginFailureTable,
  MailRequestTable,
  MailTokenTable,
  PhoneCodeTable,
  RegionRequestTable,
  SessionTable,
  SocialFlowTable,
  SocialIdentityTable,
  SpentRefreshTable,
  UsedHumanCheckTable,
} from './tables/identity.ts';
import type { InboxItemTable, PushSubscriptionTable, VapidKeyTable } from './tables/inbox.ts';
import type { AuditLogTable, DeploymentTable, EventTable } from './tables/log.ts';
import type { MalwareScanTable } from './tables/malware.ts';
import type {
  MovedAccountTable,
  MovedCaseTable,
  MovedLogTable,
  MovingPersonTable,
  RegionImportFileTable,
  RegionImportTable,
  RegionMoveTable,
} from './tables/moves.ts';
import type { OrderChangeTable, OrderTemplateTable } from './tables/orders.ts';
import type {
  ConnectionTable,
  GroupMemberTable,
  InvitationMailTable,
  LabTable,
  ShareGroupTable,
} from './tables/partners.ts';
import type { CaseShipmentTable, CaseStepTable, ProductionPlanTable } from './tables/production.ts';
import type {
  AuthenticatorAppTable,
  KnownDeviceTable,
  PasskeyChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  SignInStepTable,
  StepResetTable,
} from './tables/second-steps.ts';
import type { ShareLinkTable, ShareUseTable } from './tables/sharing.ts';
import type { PartnerFeatureTable, SheetBatchTable } from './tables/sheets.ts';
import type {
  ListExportTable,
  ListedPersonTable,
  ListTallyTable,
  RentalTallyTable,
  StatDayTable,
  TicketTable,
  UserPlaceTallyTable,
} from './tables/staff-work.ts';
import type { DeviceStatementTable } from './tables/statements.ts';
import type { SupportGrantTable, SupportSessionTable } from './tables/support.ts';

/** All tables; `data-register.ts` says how each takes part in erasure, retention, export and a region move. */
export interface Tables {
  deployment: DeploymentTable;
  account_log: AccountLogTable;
  app_user: AppUserTable;
  mail_request: MailRequestTable;
  mail_token: MailTokenTable;
  session: SessionTable;
  spent_refresh: SpentRefreshTable;
  arrival_code: ArrivalCodeTable;
  region_request: RegionRequestTable;
  address_claim: AddressClaimTable;
  login_failure: LoginFailureTable;
  used_human_check: UsedHumanCheckTable;
  authenticator_app: AuthenticatorAppTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  sign_in_step: SignInStepTable;
  step_reset: StepResetTable;
  email_change: EmailChangeTable;
  known_device: KnownDeviceTable;
  phone_code: PhoneCodeTable;
  social_identity: SocialIdentityTable;
  social_flow: SocialFlowTable;
  share_group: ShareGroupTable;
  group_member: GroupMemberTable;
  connection: ConnectionTable;
  invitation_mail: InvitationMailTable;
  lab: LabTable;
  device: DeviceTable;
  device_registration: DeviceRegistrationTable;
  device_lock: DeviceLockTable;
  device_tally: DeviceTallyTable;
  dental_case: DentalCaseTable;
  legal_hold: LegalHoldTable;
  case_retention: CaseRetentionTable;
  retention_walk: RetentionWalkTable;
  appointment_plan: AppointmentPlanTable;
  restoration: RestorationTable;
  order_change: OrderChangeTable;
  case_file: CaseFileTable;
  upload: UploadTable;
  upload_part: UploadPartTable;
  download_grant: DownloadGrantTable;
  light_copy: LightCopyTable;
  malware_scan: MalwareScanTable;
  served_copy: ServedCopyTable;
  scan_choice: ScanChoiceTable;
  scan_unit: ScanUnitTable;
  case_orientation: CaseOrientationTable;
  case_comment: CaseCommentTable;
  unread_comment: UnreadCommentTable;
  comment_mention: CommentMentionTable;
  comment_reaction: CommentReactionTable;
  case_deletion: CaseDeletionTable;
  undo_step: UndoStepTable;
  case_tally: CaseTallyTable;
  case_search: CaseSearchTable;
  case_made: CaseMadeTable;
  made_tally: MadeTallyTable;
  case_visit: CaseVisitTable;
  case_handoff: CaseHandoffTable;
  event: EventTable;
  audit_log: AuditLogTable;
  share_link: ShareLinkTable;
  share_use: ShareUseTable;
  list_tally: ListTallyTable;
  listed_person: ListedPersonTable;
  stat_day: StatDayTable;
  user_place_tally: UserPlaceTallyTable;
  rental_tally: RentalTallyTable;
  ticket: TicketTable;
  list_export: ListExportTable;
  data_export: DataExportTable;
  device_statement: DeviceStatementTable;
  production_plan: ProductionPlanTable;
  case_step: CaseStepTable;
  case_shipment: CaseShipmentTable;
  agreement_version: AgreementVersionTable;
  agreement_text: AgreementTextTable;
  agreement_wording: AgreementWordingTable;
  agreement_acceptance: AgreementAcceptanceTable;
  sheet_batch: SheetBatchTable;
  case_view: CaseViewTable;
  order_template: OrderTemplateTable;
  inbox_item: InboxItemTable;
  push_subscription: PushSubscriptionTable;
  vapid_key: VapidKeyTable;
  support_grant: SupportGrantTable;
  support_session: SupportSessionTable;
  partner_feature: PartnerFeatureTable;
  region_move: RegionMoveTable;
  moving_person: MovingPersonTable;
  region_import: RegionImportTable;
  region_import_file: RegionImportFileTable;
  moved_case: MovedCaseTable;
  moved_account: MovedAccountTable;
  moved_log: MovedLogTable;
}

export type Db = Kysely<Tables>;
/** A running transaction. Every write takes one, so that nothing is written outside a use case. */
export type Tx = Transaction<Tables>;
/** For reads that are used both inside and outside a transaction. */
export type DbOrTx = Db | Tx;

// Ids stay below 2^53, so int8 fits a number. Dates stay text, because a Date would shift them by the machine's zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const INT8_ARRAY = 1016;
pg.types.setTypeParser(INT8_ARRAY as number as typeof pg.types.builtins.INT8, (text) =>
  text === '{}' ? [] : (text.slice(1, -1).split(',').map(Number) as unknown as number),
);

export interface Pool {
  db: Db;
  pool: pg.Pool;
}

interface PoolOptions {
  onError?: (error: Error) => void;
  /** Whether connections keep the plans of frequent statements; a pooler may not let them. */
  keepsPlans?: boolean;
  /** For work at start: how long in total, in milliseconds, to wait for a connection and retry. */
  retryMs?: number;
}

/** Opens a pool. A broken idle connection is dropped and replaced and does not end the process. */
export function connect(url: string, size: number, options: PoolOptions = {}): Pool {
  const { onError = () => {}, keepsPlans = true, retryMs } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', onError);
  // A connection that breaks between two statements of a transaction emits an error event: without a listener it
  // would end the process. The next statement reports the failure.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    sendByCallback(client, keepsPlans);
  });
  const patient = {
    options: pool.options,
    connect: () => retryConnection(() => pool.connect(), retryMs),
    end: () => pool.end(),
  };
  const dialect = new PostgresDialect({ pool: retryMs === undefined ? pool : patient });
  const tracing = activeTracing();
  if (!tracing) return { pool, db: new Kysely<Tables>({ dialect }) };
  const log = ({ query, queryDurationMillis, level }: LogEvent) => {
    // What a statement does, not its text.
    const name = query.query.kind.replace(/(Query)?Node$/, '').toLowerCase();
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name };
    tracing.ended({ name: `db ${name}`, kind: 'client', attributes }, queryDurationMillis, level === 'error');
  };
  return { pool, db: new Kysely<Tables>({ dialect, log }) };
}
