import type { EditMode, OrderFields, SavedOrder } from '@cusp/contract/order-fields';
import { editModeOf } from '@cusp/dental/case-status';
import { missingForEdit } from '@cusp/dental/completeness';
import { receivedChoices } from '@cusp/dental/connectors';
import { orderChanges } from '@cusp/dental/order-changes';
import { withCurrentMarks } from '@cusp/dental/order-rules';
import { openProblemsOfEdit } from '@cusp/dental/problems-of-edit';
import { isRestorationType } from '@cusp/dental/restorations';
import { scannedJaw } from '@cusp/mesh/classify-scan';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { latestToday, todayAnywhere } from '../../platform/time/days.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { endOpenProposal, lastToEdit, openProposal } from '../cases/proposals.sql.ts';
import { lastToChange } from '../cases/who-changed.sql.ts';
import { checkFields, refuseUnfitChoices } from '../drafts/check-fields.ts';
import { wordOf } from '../drafts/send-draft.ts';
import { filesOf } from '../files/files.sql.ts';
import { scanOfFile } from '../files/scan-of-file.ts';
import { nameOf } from '../people/person.present.ts';
import { notifyOrder } from './notify-order.ts';
import { orderOf, writeOrder } from './orders.sql.ts';

interface Edit {
  caseId: number;
  /** The state that the person saw: the version of the order and the open proposal. */
  version: number;
  proposal: number | null;
  /** How the form announced that the edit would apply. */
  as: EditMode;
  fields: SavedOrder;
}

/**
 * Edits a sent order: directly until work begins, afterwards as a proposal. The status of the locked row decides, and
 * an edit of another kind than announced is refused. A new edit replaces the proposal that the author saw. A repeated
 * identical edit of the same person gets the same reply, because the first may have been lost.
 */
export async function editOrder(services: Services, actor: Actor, input: Edit) {
  return inTransaction(services, actor, async (work) => {
    const dentalCase = await lockCase(work.tx, actor.userId, input.caseId);
    const mode = editModeOf(dentalCase.side, dentalCase.status);
    if (!mode) throw new Refusal(dentalCase.side === 'OT' ? 'forbidden' : 'case_closed');
    const order = await orderOf(work.tx, dentalCase.id);
    const open = await openProposal(work.tx, dentalCase.id);
    if (order.version !== input.version || (open?.id ?? null) !== input.proposal) {
      const repeated = await repeatedEdit(work, { input, order, open });
      if (repeated) return repeated;
      throw new Refusal('order_changed', { changed_by: nameOf(await lastToEdit(work.tx, dentalCase.id)) });
    }
    if (mode !== input.as) {
      const changed_by = await lastToChange(work.tx, dentalCase.id, 'STATUS_CHANGE');
      throw new Refusal('order_mode_moved', { changed_by });
    }
    refuseUnfitChoices(input.fields);
    // The waiting change as the form showed it; one from before a field existed lacks that field too.
    const { appointment = open?.fields?.appointment } = input.fields;
    const shown = open?.fields ?? order.fields;
    const edited = {
      ...input.fields,
      appointment: appointment === undefined ? order.fields.appointment : appointment,
      connectorChoices: receivedChoices(input.fields, shown),
    };
    const fields = withKnownWords(edited, [order.fields, open?.fields]);
    await checkOrder(work, { caseId: dentalCase.id, before: order.fields, after: fields });
    const changes = orderChanges(order.fields, fields);
    const isProposed = mode === 'proposal' && open?.fields && orderChanges(open.fields, fields).length === 0;
    if (changes.length === 0 || isProposed) throw new Refusal('order_unchanged');

    await endOpenProposal(work.tx, dentalCase.id, { state: 'replaced', endedBy: actor.userId });
    // The content of a declined proposal is no longer needed.
    await work.tx
      .updateTable('order_change')
      .set({ fields: null })
      .where('case_id', '=', dentalCase.id)
      .execute();
    const applies = mode === 'change';
    const version = applies ? order.version + 1 : order.version;
    const { id } = await work.tx
      .insertInto('order_change')
      .values({
        case_id: dentalCase.id,
        state: applies ? 'applied' : 'open',
        base_version: order.version,
        version: applies ? version : null,
        changes: JSON.stringify(changes),
        fields: applies ? null : JSON.stringify(fields),
        waits_for: applies ? null : dentalCase.recipient_id,
        made_by: actor.userId,
        ended_by: null,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (applies) await writeOrder(work.tx, dentalCase.id, { version, fields });
    await notifyOrder(work, {
      dentalCase,
      change: id,
      name: applies ? 'post_modified' : 'change_proposed',
    });
    return { as: mode, version, proposal: applies ? null : id };
  });
}

interface Now {
  input: Edit;
  order: Awaited<ReturnType<typeof orderOf>>;
  open: Awaited<ReturnType<typeof openProposal>>;
}

/** The reply to an identical earlier edit of the person, if it is still the latest. */
async function repeatedEdit(work: Work, { input, order, open }: Now) {
  const { caseId, version, proposal, as, fields } = input;
  const newest = await work.tx
    .selectFrom('order_change')
    .select(['id', 'state', 'base_version', 'made_by'])
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.made_by !== work.actor.userId || newest.base_version !== version || newest.id === proposal)
    return undefined;
  const made = newest.state === 'open' ? open?.fields : newest.state === 'applied' ? order.fields : null;
  if (!made || as !== (newest.state === 'open' ? 'proposal' : 'change')) return undefined;
  const known = {
    ...fields,
    appointment: fields.appointment === undefined ? made.appointment : fields.appointment,
    connectorChoices: receivedChoices(fields, made),
  };
  if (orderChanges(made, withKnownWords(known, [made])).length > 0) return undefined;
  return { as, version: order.version, proposal: open?.id ?? null };
}

/**
 * The fields without outdated confirmations and free texts. Only restorations that came with their own name or tooth
 * text keep it, otherwise the page could say "Veneer" where a crown is ordered.
 */
function withKnownWords(
  fields: OrderFields,
  known: readonly (OrderFields | null | undefined)[],
): OrderFields {
  const old = known.flatMap((each) => each?.restorations ?? []);
  const restorations = fields.restorations.map((each) => {
    const hasName = old.some(
      ({ type, displayName }) => type === each.type && displayName === each.displayName,
    );
    const hasWords = old.some(({ toothText }) => toothText === each.toothText);
    return {
      ...each,
      displayName: hasName || !isRestorationType(each.type) ? each.displayName : '',
      toothText: hasWords ? each.toothText : '',
    };
  });
  return { ...fields, restorations: withCurrentMarks(restorations, fields.connectorChoices) };
}

interface Checked {
  caseId: number;
  before: OrderFields;
  after: OrderFields;
}

/** Throws if the order could not have been sent like this, except for what it already was when it was sent. */
async function checkOrder(work: Work, { caseId, before, after }: Checked): Promise<void> {
  await checkFields(work.tx, work.actor.userId, after, null);
  const files = (await filesOf(work.tx, work.actor.userId, caseId)).map((file) => ({
    filename: file.filename,
    scan: scanOfFile(file),
  }));
  const missing = missingForEdit(before, { ...after, files }, scannedJaw, todayAnywhere());
  const problems = openProblemsOfEdit(before, after, latestToday());
  if (missing.length > 0) throw new Refusal('draft_incomplete', { missing: missing.map(wordOf), problems });
  if (problems.length > 0) throw new Refusal('order_contradictory', { problems });
}
