import type { Order } from '@cusp/contract/orders';
import { editModeOf } from '@cusp/dental/case-status';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { earliestToday } from '../../platform/time/days.ts';
import { calendarFrom, fromDayOn } from '../case-access/work-calendar.sql.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { presentFiles } from '../files/files.present.ts';
import { filesOf } from '../files/files.sql.ts';
import { isUnknown, nameOf } from '../people/person.present.ts';
import { orderOf } from './orders.sql.ts';

/** A sent order with the data of its form, for the side that may edit it. */
export async function readOrder({ db }: Services, actor: Actor, caseId: number): Promise<Order> {
  const row = await caseDetail(db, actor.userId, { id: caseId });
  const mode = editModeOf(row.side, row.status);
  if (!mode) throw new Refusal(row.side === 'OT' ? 'forbidden' : 'case_closed');
  const [order, files] = await Promise.all([orderOf(db, row.id), filesOf(db, actor.userId, row.id)]);
  const { proposal, recipient } = row;
  return {
    id: row.id,
    no: row.no,
    mode,
    ...order,
    proposal: proposal?.state === 'open' ? { id: proposal.id, fields: proposal.fields } : null,
    to: { name: nameOf(recipient), institution: isUnknown(recipient) ? '' : (recipient?.institution ?? '') },
    files: presentFiles(actor.userId, files),
    calendar: fromDayOn(calendarFrom(row.calendar_choice), earliestToday()),
  };
}
