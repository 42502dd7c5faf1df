import { openActions, STATUS_LABELS } from '@cusp/contract/case-status';
import type { CaseContent, Restoration } from '@cusp/contract/cases';
import { confirmedCodes } from '@cusp/contract/order-rules';
import { isMaterial, isRestorationType, MATERIALS, RESTORATION_TYPES } from '@cusp/contract/restorations';
import { teethToWire } from '@cusp/contract/tooth-lists';
import { isUnknown, nameOf, pictureOf } from '../profile/person.present.ts';
import type { CaseDetailRow, RestorationRow } from './case-detail.sql.ts';
import { mayDelete, refusalToAssign } from './cases.policy.ts';

/** A case as one of its two sides sees it. */
export function presentCase(row: CaseDetailRow): CaseContent {
  const { author, recipient, assignee, side, status } = row;
  const hasDeletedParty = isUnknown(author) || isUnknown(recipient);
  return {
    id: row.id,
    no: row.no,
    status: { code: status, prev: row.prev_status, str: STATUS_LABELS[status] },
    usertype: side,
    actions: [...openActions(side, status, row.prev_status)],
    can_assign: refusalToAssign({ side, status, hasDeletedParty, hasShareGroup: row.has_group }) === null,
    del_enabled: mayDelete(row),
    from_locked_device: row.from_locked_device,
    has_sharegroup: row.has_group,
    published_date: row.published_at.toISOString(),
    updated_date: row.updated_at.toISOString(),
    case_date: row.created_at.toISOString(),
    deliverydt: row.delivery_date,
    note: row.note,
    no_restoration_reason: row.no_restoration_reason,
    scans_follow: row.scans_follow,
    author: {
      username: nameOf(author),
      institution: isUnknown(author) ? '' : (author?.institution ?? ''),
      disp_name: nameOf(author),
      is_deleted: isUnknown(author),
      picture: pictureOf(author),
    },
    to: {
      is: true,
      username: nameOf(recipient),
      institution: isUnknown(recipient) ? '' : (recipient?.institution ?? ''),
      is_deleted: isUnknown(recipient),
      picture: pictureOf(recipient),
    },
    patient: {
      firstname: row.patient_first,
      lastname: row.patient_last,
      sex: row.patient_sex,
      birdt: row.patient_birth,
    },
    assignee: assignee ? { id: assignee.id, name: nameOf(assignee) } : null,
    number_sys: row.number_sys,
    restorations: row.restorations.map((each) => presentRestoration(each, row)),
    orientation: row.orientation,
  };
}

/** Codes of the catalogue get their English name; words of a foreign order stay as they came. */
function presentRestoration(
  row: RestorationRow,
  { number_sys }: Pick<CaseDetailRow, 'number_sys'>,
): Restoration {
  const wire = teethToWire(row.teeth, number_sys);
  const known = isRestorationType(row.type) ? RESTORATION_TYPES[row.type].name : row.type;
  return {
    id: row.id,
    displayName: row.display_name || known,
    type: row.type,
    tooth_no: [wire.tooth_no, row.tooth_text].filter(Boolean).join(','),
    number_sys: wire.number_sys,
    teeth: row.teeth,
    arch: row.arch,
    shade: row.shade,
    stump_shade: row.stump_shade,
    meant: confirmedCodes(row.meant),
    material: {
      code: row.material,
      name: isMaterial(row.material) ? MATERIALS[row.material].name : row.material,
    },
  };
}
