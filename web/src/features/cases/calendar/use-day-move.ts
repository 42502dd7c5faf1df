import type { CaseListItem } from '@cusp/contract/case-list';
import { editOrder, getOrder } from '@cusp/contract/orders.routes';
import { lastOrderDay } from '@cusp/dental/completeness';
import { fullName } from '@cusp/text/names';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, isTemporary } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { refreshAfter } from '../../../client/live/refresh-after.ts';
import { dayOfDate } from '../../../client/local-time.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { undoToast } from '../../../ui/UndoToast.tsx';

/** The day of the person's clock now, also after midnight on a page that stayed open. */
const today = () => dayOfDate(new Date());

/**
 * Changes the delivery date of an order by editing the order, and offers to undo that. Refused if another user has
 * changed the date since it was shown.
 */
export function useDayMove() {
  const { t } = useTranslation('cases');
  const { t: errors } = useTranslation('errors');
  const format = useFormat();
  const queries = useQueryClient();

  const write = async (id: number, from: string | null, to: string | null): Promise<boolean> => {
    const params = { id };
    const { version, proposal, fields, mode } = await call(getOrder, { params });
    // An earlier attempt succeeded, but its reply was lost.
    if (fields.deliveryDate === to) return true;
    if (fields.deliveryDate !== from || mode !== 'change') return false;
    await call(editOrder, {
      params,
      body: {
        version,
        proposal: proposal?.id ?? null,
        as: 'change',
        fields: { ...fields, deliveryDate: to },
      },
    });
    return true;
  };
  const explain = (error: unknown): void => {
    const name = error instanceof ApiError ? error.changedBy : '';
    toastError(name ? t('bulk.why.changedBy', { name }) : errorText(errors, error));
  };
  return async (item: CaseListItem, day: string): Promise<void> => {
    const { id, deliverydt: before } = item;
    try {
      if (!(await write(id, before, day))) return toastError(t('bulk.why.changed'));
      const name = fullName(item.case.pat_firstname, item.case.pat_lastname) || t('list.noPatient');
      const text = t('calendar.moved', { name, date: format.day(day) });
      // The server refuses such a date.
      if (before === null || before < today() || before > lastOrderDay(today())) return toastDone(text);
      undoToast({
        text,
        async onUndo() {
          try {
            if (await write(id, day, before)) toastDone(t('undo.done'));
            else toastError(t('bulk.why.changed'));
            return false;
          } catch (error) {
            explain(error);
            return isTemporary(error);
          } finally {
            refreshAfter(queries, editOrder);
          }
        },
      });
    } catch (error) {
      explain(error);
    } finally {
      refreshAfter(queries, editOrder);
    }
  };
}
