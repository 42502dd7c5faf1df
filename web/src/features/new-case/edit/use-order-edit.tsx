import type { OrderFields } from '@cusp/contract/order-fields';
import type { Order } from '@cusp/contract/orders';
import { editOrder, getOrder } from '@cusp/contract/orders.routes';
import { PAGES } from '@cusp/contract/pages';
import { missingForEdit } from '@cusp/dental/completeness';
import { carriedOver, orderChanges } from '@cusp/dental/order-changes';
import { scannedJaw } from '@cusp/mesh/classify-scan';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { generatePath, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { refreshAfter } from '../../../client/live/refresh-after.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { endUndoOf, pauseUndoOf } from '../../../ui/undo-offers.ts';
import { useUnsavedWarning } from '../../../ui/use-unsaved-warning.ts';
import { ChangeList } from '../../orders/orders.offers.tsx';
import { type Edit, formOfOrder, orderOf } from '../form-fields.ts';
import { ownToday } from '../missing-items.ts';

/** The initial values: of the pending proposal, which a new edit replaces, else of the order. */
const startOf = (order: Order): OrderFields => order.proposal?.fields ?? order.fields;

/** The state of an edit: its values, its changes, and saving it. */
export function useOrderEdit(order: Order) {
  const { t } = useTranslation('orders');
  const { t: errors } = useTranslation('errors');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const confirm = useConfirm();
  const [base, setBase] = useState(order);
  const [fields, setFields] = useState(() => formOfOrder(startOf(order)));
  const [notice, setNotice] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const once = useSingleFlight();
  const edit = useCallback<Edit>((change) => setFields(change), []);

  const typed = useMemo(() => orderOf(fields), [fields]);
  const changes = useMemo(() => orderChanges(base.fields, typed), [base, typed]);
  const missing = useMemo(
    () => missingForEdit(base.fields, { ...typed, files: base.files }, scannedJaw, ownToday()),
    [base, typed],
  );
  const isTouched = orderChanges(startOf(base), typed).length > 0;
  // After the work was taken back, an untouched proposal can be applied as it is.
  const isNew = isTouched || base.mode === 'change';
  useEffect(() => () => endUndoOf(edit), [edit]);
  useUnsavedWarning(isTouched && !isDone);

  const toCase = { pathname: generatePath(PAGES.casesOne, { caseNo: order.no }), search };

  function done(as: Order['mode']): void {
    endUndoOf(edit);
    refreshAfter(queries, editOrder);
    toastDone(t(`done.${as}`));
    // Removes the warning about unsaved changes before navigating away.
    flushSync(() => setDone(true));
    void navigate(toCase, { replace: true });
  }

  const ask = (mode: Order['mode']) =>
    confirm({
      title: t(`ask.${mode}`),
      content: <ChangeList changes={changes} system={fields.numberSystem} />,
      ok: t(`save.${mode}`),
    });

  async function send(now: Order, wish: OrderFields): Promise<void> {
    try {
      const { as } = await call(editOrder, {
        params: { id: now.id },
        body: { version: now.version, proposal: now.proposal?.id ?? null, as: now.mode, fields: wish },
      });
      done(as);
    } catch (error) {
      if (!(error instanceof ApiError) || !['order_changed', 'order_mode_moved'].includes(error.code))
        return toastError(errorText(errors, error));
      await carryOver(now, wish, error);
    }
  }

  /**
   * Another user was faster: edited fields stay, untouched fields take the new values, and the person reviews the
   * result.
   */
  async function carryOver(before: Order, wish: OrderFields, error: ApiError): Promise<void> {
    const now = await call(getOrder, { params: { id: before.id } }).catch((failure: unknown) => {
      toastError(errorText(errors, failure));
      return null;
    });
    if (!now) return;
    // The response to an earlier attempt was lost: the order, or its proposal, already has these values.
    if (orderChanges(startOf(now), wish).length === 0) return done(now.proposal ? 'proposal' : 'change');
    const carried = carriedOver(wish, startOf(before), startOf(now));
    setBase(now);
    setFields(formOfOrder(carried));
    // An undo would bring back a restoration of the former order.
    endUndoOf(edit);
    const name = error.changedBy || t('somebody');
    const moved = t(now.mode === 'proposal' ? 'moved.toProposal' : 'moved.toChange', { name });
    const isMoved = now.mode !== before.mode;
    setNotice(isMoved ? moved : t('conflict', { name }));
    window.scrollTo({ top: 0 });
  }

  async function save(): Promise<void> {
    if (changes.length === 0) return;
    let resumeUndo = () => {};
    try {
      if (!(await ask(base.mode))) return;
      setSaving(true);
      // The form takes no changes during the request.
      resumeUndo = pauseUndoOf(edit);
      setNotice(null);
      await send(base, typed);
    } finally {
      resumeUndo();
      setSaving(false);
    }
  }

  // The form of a saved order stays locked until the page of the case takes its place.
  const isLocked = isSaving || isDone;
  return { base, fields, edit, changes, missing, notice, isLocked, isNew, save: () => once(save), toCase };
}
