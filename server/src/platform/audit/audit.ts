import type { DbOrTx } from '../db/database.ts';
import type { Doer } from '../http/actor.ts';

/** The fixed vocabulary of the audit log, modelled on OWASP's logging vocabulary. */
type AuditAction =
  | 'malware_found'
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_login_elsewhere'
  | 'authn_guest_arrived'
  | 'authn_logout'
  | 'authn_activate'
  | 'authn_password_change'
  | 'authn_password_reset'
  | 'authn_token_reuse'
  | 'authn_session_ended'
  | 'authn_second_step_fail'
  | 'authn_second_step_undone'
  | 'authn_second_step_reset'
  | 'authn_app_added'
  | 'authn_app_removed'
  | 'authn_passkey_added'
  | 'authn_passkey_removed'
  | 'authn_recovery_codes_renewed'
  | 'authn_phone_code'
  | 'authn_phone_verify'
  | 'offline_keys_released'
  | 'authz_fail'
  | 'excess_rate_limit_exceeded'
  | 'input_validation_fail'
  | 'support_grant_given'
  | 'support_grant_revoked'
  | 'support_asked'
  | 'support_approved'
  | 'support_refused'
  | 'support_began'
  | 'support_ended'
  | 'support_call'
  | 'staff_flag_given'
  | 'staff_flag_taken'
  | 'user_created'
  | 'user_changed'
  | 'user_blocked'
  | 'user_unblocked'
  | 'activation_resent'
  | 'email_change_asked'
  | 'email_change_approved'
  | 'email_change_ended'
  | 'email_changed'
  | 'step_reset_asked'
  | 'step_reset_approved'
  | 'step_reset_ended'
  | 'rental_manager_granted'
  | 'rental_manager_withdrawn'
  | 'case_read'
  | 'case_kept'
  | 'cases_listed'
  | 'cases_searched'
  | 'drafts_listed'
  | 'access_log_read'
  | 'access_log_exported'
  | 'breach_reported'
  | 'case_exported'
  | 'case_imported'
  | 'data_exported'
  | 'data_export_fetched'
  | 'data_export_removed'
  | 'case_sent'
  | 'case_changed'
  | 'case_deleted'
  | 'case_restored'
  | 'case_deletion_final'
  | 'case_purged'
  | 'patient_erased'
  | 'account_closing_asked'
  | 'account_kept'
  | 'account_closed'
  | 'agreement_published'
  | 'agreement_accepted'
  | 'retention_changed'
  | 'work_calendar_changed'
  | 'retention_announced'
  | 'case_expired'
  | 'legal_hold_placed'
  | 'legal_hold_lifted'
  | 'comment_added'
  | 'comment_changed'
  | 'comment_deleted'
  | 'comment_restored'
  | 'comment_reacted'
  | 'case_unsent'
  | 'file_uploaded'
  | 'file_read'
  | 'file_downloaded'
  | 'files_downloaded'
  | 'order_form_downloaded'
  | 'file_deleted'
  | 'file_classified'
  | 'file_unit_set'
  | 'front_marked'
  | 'case_shipped'
  | 'shipment_removed'
  | 'step_marked'
  | 'step_unmarked'
  | 'production_changed'
  | 'statement_issued'
  | 'statement_downloaded'
  | 'file_metadata_set'
  | 'case_shared'
  | 'share_revoked'
  | 'share_opened'
  | 'share_file_read'
  | 'share_file_downloaded'
  | 'share_files_downloaded'
  | 'handoff_code_made'
  | 'handoff_opened'
  | 'handoff_ended'
  | 'connection_changed'
  | 'group_changed'
  | 'device_added'
  | 'device_registered'
  | 'device_lock_changed'
  | 'device_blocked'
  | 'device_unblocked'
  | 'device_removed'
  | 'device_registration_reset'
  | 'device_registration_mailed'
  | 'device_registration_discarded'
  | 'device_assigned'
  | 'lab_created'
  | 'lab_changed'
  | 'lab_removed'
  | 'list_exported'
  | 'list_export_fetched'
  | 'sensitive_read'
  | 'ticket_sent'
  | 'sheet_applied'
  | 'sheet_undone'
  | 'region_move_asked'
  | 'region_move_steered'
  | 'region_move_failed'
  | 'region_moved'
  | 'region_arrived'
  | 'region_erased'
  | 'feature_changed'
  | 'features_deleted';

export interface AuditEntry {
  action: AuditAction;
  result?: 'ok' | 'refused';
  caseId?: number;
  object?: { type: string; id: number };
  /** Ids and codes only: no names, texts or tokens. */
  detail?: Record<string, unknown>;
}

/** Appends to the audit log, for reads and refusals. Use cases that write call `work.audit` instead. */
export async function audit(db: DbOrTx, actor: Doer, entry: AuditEntry): Promise<void> {
  await db.insertInto('audit_log').values(auditRow(actor, entry)).execute();
}

export const auditRow = (actor: Doer, entry: AuditEntry) => ({
  action: entry.action,
  result: entry.result ?? 'ok',
  user_id: actor.userId ?? null,
  acting_for: actor.support?.staffId ?? null,
  session_id: actor.sessionId ?? null,
  object_type: entry.object?.type ?? null,
  object_id: entry.object?.id ?? null,
  case_id: entry.caseId ?? null,
  ip: actor.ip,
  request_id: actor.requestId,
  detail: JSON.stringify(entry.detail ?? {}),
});
