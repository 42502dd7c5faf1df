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
