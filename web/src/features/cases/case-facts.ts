import type { CaseListItem } from '@cusp/contract/case-list';
import type { CaseContent, StatusCode, UserType } from '@cusp/contract/cases';
import { isAtRisk } from '@cusp/dental/appointments';
import { FINISHED, SOON_DAYS } from '@cusp/dental/due';
import { monthsAfter } from '@cusp/text/dates';
import { dayOfDate } from '../../client/local-time.ts';

/** Reads `/cases/{caseNo}`: with a dash it is a case number, otherwise a case id; null if it is neither. */
export function caseKeyOf(caseNo: string): { no: string } | { id: number } | null {
  if (caseNo.includes('-')) return { no: caseNo };
  const id = Number(caseNo);
  return /^\d+$/.test(caseNo) && Number.isSafeInteger(id) && id > 0 ? { id } : null;
}

/** Whether the reader's side sent the case, alone or with their group. */
export const isSender = (side: UserType): boolean => side !== 'OT';

interface Party {
  /** '' without one and for a deleted account. */
  institution: string;
  /** '' for a deleted account. */
  username: string;
  picture: string | null;
}

/** The person shown next to a case in the list: the recipient for AU and SG, else the author. */
export function counterpartOf(item: Pick<CaseListItem, 'usertype' | 'author' | 'to'>): Party {
  if (!isSender(item.usertype)) return item.author;
  const { username, institution, picture, is_unknown } = item.to;
  return { username: is_unknown ? '' : username, institution, picture };
}

/** The dental clinic in the detail: the institution for AU and SG, else the author's display name. */
export function clinicOf(content: Pick<CaseContent, 'usertype' | 'author'>): string {
  const { institution, disp_name } = content.author;
  return isSender(content.usertype) ? institution || disp_name : disp_name;
}

/** A birth date `YYYY-MM-DD`; null if the wire has null or 0001-01-01. */
export function birthDateOf(patient: Pick<CaseContent['patient'], 'birdt'>): string | null {
  const day = patient.birdt?.slice(0, 10) ?? '';
  return day === '' || day === '0001-01-01' ? null : day;
}

const EXPIRY_MONTHS = 3;

/** The displayed expiry date of a case: three calendar months after its last update. */
export const expiryOf = ({ updated_date }: Pick<CaseContent, 'updated_date'>): string =>
  monthsAfter(dayOfDate(new Date(updated_date)), EXPIRY_MONTHS);

/** Calendar days between two dates `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000);
}

/** The appointment of a case for which the lab's usual time no longer suffices; otherwise null. */
export function appointmentAtRisk(
  { appointment, status }: Pick<CaseListItem, 'appointment'> & { status: { code: StatusCode } },
  now: Date,
): string | null {
  if (!appointment?.plan) return null;
  const { day, plan } = appointment;
  return isAtRisk({ status: status.code, ...plan }, { appointment: day, ...plan }, now) ? day : null;
}

type DeliveryMark = 'overdue' | 'today' | 'soon' | null;

/** The mark of a near or missed delivery date; finished cases have no mark. */
export function deliveryMark(
  item: Pick<CaseListItem, 'deliverydt'> & { status: { code: StatusCode } },
  today: string,
): DeliveryMark {
  const finished = FINISHED.some((code) => code === item.status.code);
  if (!item.deliverydt || finished) return null;
  const days = daysBetween(today, item.deliverydt);
  if (days < 0) return 'overdue';
  if (days === 0) return 'today';
  return days <= SOON_DAYS ? 'soon' : null;
}
