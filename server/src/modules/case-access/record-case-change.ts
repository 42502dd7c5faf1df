import type { AuditEntry } from '../../platform/audit/audit.ts';
import type { NewEvent } from '../../platform/events/write-event.ts';
import type { Work } from '../../platform/work.ts';
import { audienceOf } from './visible-cases.sql.ts';

export interface CaseChange {
  event: Omit<NewEvent, 'caseId' | 'audience'>;
  audit: Omit<AuditEntry, 'caseId'>;
}

/**
 * Records a change of a case in the audit log and as an event for everybody who sees the case now. Returns their ids.
 */
export async function recordCaseChange(
  work: Work,
  caseId: number,
  { event, audit }: CaseChange,
): Promise<number[]> {
  const audience = await audienceOf(work.tx, { id: caseId });
  await work.record({ ...event, caseId, audience });
  await work.audit({ ...audit, caseId });
  return audience;
}
