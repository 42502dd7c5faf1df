import type { CaseContent, Restoration } from '@cusp/contract/cases';
import type { Proposal } from '@cusp/contract/order-fields';
import { allowedActions, editModeOf, STATUS_LABELS } from '@cusp/dental/case-status';
import { connectorsOf, fittingChoices } from '@cusp/dental/connectors';
import { confirmedCodes } from '@cusp/dental/order-rules';
import { isMaterial, isRestorationType, MATERIALS, RESTORATION_TYPES } from '@cusp/dental/restorations';
import { teethToWire } from '@cusp/dental/tooth-lists';
import { mayDelete, refusalToAssign } from '../case-access/case-access.policy.ts';
import { isUnknown, nameOf, pictureOf } from '../people/person.present.ts';
import type { CaseDetailRow, RestorationRow } from './case-detail.sql.ts';
import type { ProposalRow } from './proposals.sql.ts';

/** A case as one of its two sides sees it. */
export function presentCase(row: CaseDetailRow): CaseContent {
  const { author, recipient, assignee, side, status } = row;
  const hasDeletedParty = isUnknown(author) || isUnknown(recipient);
  return {
    id: row.id,
    no: row.no,
    status: { code: status, prev: row.prev_status, str: STATUS_LABELS[status] },
    usertype: side,
    actions: allowedActions(side, status, row.prev_status, row.proposal?.state === 'open'),
    can_assign: refusalToAssign({ side, status, hasDeletedParty, hasShareGroup: row.has_group }) === null,
    edit_order: editModeOf(side, status),
    order_version: row.order_version,
    proposal: status === 'CLSD' || !row.proposal ? null : presentProposal(row.proposal),
    del_enabled: mayDelete(row),
    other_side_deleted: row.other_side_deleted,
    from_locked_device: row.from_locked_device,
    has_sharegroup: row.has_group,
    published_date: row.published_at.toISOString(),
    updated_date: row.updated_at.toISOString(),
    case_date: row.created_at.toISOString(),
    deliverydt: row.delivery_date,
    appointment: row.appointment,
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
    connectors: connectorsOf(row.restorations, row.connector_choices),
    orientation: row.orientation,
  };
}

/** A proposed change, the same for both sides. */
const presentProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  state: row.state,
  version: row.base_version,
  by: nameOf(row.maker),
  at: new Date(row.made_at).toISOString(),
  changes: row.changes,
  fields: row.fields && {
    ...row.fields,
    connectorChoices: fittingChoices(row.fields.restorations, row.fields.connectorChoices),
  },
  answered_by: nameOf(row.answerer),
  reason: row.reason,
});

/** Catalogue codes get their English name; words of orders from elsewhere are kept unchanged. */
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
