import type { NumberSystem } from '@cusp/contract/cases';
import type { LastUsed } from '@cusp/contract/drafts';
import { DRAFT_LIMITS } from '@cusp/contract/limits';
import { fittingChoices, type LayeredConnector, withChoice } from '@cusp/dental/connectors';
import type { Connector } from '@cusp/dental/order';
import type { OrderProblem } from '@cusp/dental/order-rules';
import { restorationFacts } from '@cusp/dental/restorations';
import type { ToothId } from '@cusp/dental/teeth';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { keepNumberSystem } from '../../../client/number-system.ts';
import { primaryPositions } from '../../../dental-ui/odontogram/chart-selection.ts';
import { toastError } from '../../../ui/toast.ts';
import { undoToast } from '../../../ui/UndoToast.tsx';
import { withConfirmed, withRows } from '../contradictions.ts';
import { FIELD, focusField, type RowField, rowField } from '../field-ids.ts';
import type { Edit, FormFields, Row } from '../form-fields.ts';
import {
  bridgeRows,
  copyOf,
  insertRows,
  newRow,
  replaceRow,
  withMake,
  withTeeth,
  withType,
} from './restoration-rows.ts';

/** Additions by the buttons next to the chart. */
export type Adding = { type: string } | 'bridge';

/**
 * Chart and list share one selection of teeth: those of the open restoration, else those for the next one. `used` is
 * the latest order to the recipient.
 */
export function useRestorations(fields: FormFields, edit: Edit, used: readonly LastUsed[] = []) {
  const { t } = useTranslation('new-case');
  const [open, setOpen] = useState<string | null>(null);
  const [picked, setPicked] = useState<number[]>([]);
  const [primary, setPrimary] = useState<Set<ToothId>>(() =>
    primaryPositions(fields.restorations.flatMap(({ teeth }) => teeth)),
  );
  const openRow = fields.restorations.find(({ key }) => key === open) ?? null;
  const changeRows = (change: (rows: Row[]) => Row[]) =>
    edit((now) => withRows(now, change(now.restorations)));
  /**
   * Adds rows, or reports that an order cannot have so many. Returns whether they were added. `choices` are earlier ones
   * about their connectors.
   */
  const addRows = (change: (rows: Row[]) => Row[], choices: readonly Connector[] = []): boolean => {
    let hasRoom = true;
    const changeIfRoom = (now: FormFields) => {
      const next = change(now.restorations);
      hasRoom = next.length <= DRAFT_LIMITS.restorations;
      return hasRoom ? withRows(now, next, [...choices, ...now.connectorChoices]) : now;
    };
    // Immediate, because an undo counts the current rows, not those of the render that offered it.
    flushSync(() => edit(changeIfRoom));
    if (!hasRoom) toastError(t('restoration.full', { most: DRAFT_LIMITS.restorations }));
    return hasRoom;
  };

  const takesTeeth =
    openRow !== null && (openRow.type === '' || restorationFacts(openRow.type).scope !== 'arch');
  const select = (teeth: number[]) => {
    if (openRow && takesTeeth) return changeRows((rows) => replaceRow(rows, withTeeth(openRow, teeth)));
    setOpen(null);
    setPicked(teeth);
  };
  const show = (row: Row | undefined) => {
    if (!row) return;
    setPicked([]);
    setOpen(row.key);
    focusField(rowField(row.key, firstToFill(row)));
  };

  return {
    openRow,
    /** The latest order of this type to the recipient. */
    lastUsed: (type: string) => used.find((each) => each.type === type),
    primary,
    setPrimary,
    selected: useMemo(
      () => (openRow && takesTeeth ? openRow.teeth : openRow ? [] : picked),
      [openRow, takesTeeth, picked],
    ),
    select,
    changeSystem(numberSystem: NumberSystem) {
      keepNumberSystem(numberSystem);
      edit((now) => ({ ...now, numberSystem }));
    },
    add(what: Adding) {
      const rows = what === 'bridge' ? bridgeRows(picked) : [newRow(what.type, picked)];
      if (addRows((now) => insertRows(now, rows))) show(rows[0]);
    },
    show,
    focusChart: () => focusField(FIELD.chart),
    close(row: Row) {
      setOpen(null);
      focusField(rowField(row.key, 'edit'));
    },
    /** Closes the open restoration and returns to the chart. */
    finish() {
      setOpen(null);
      focusField(FIELD.chart);
    },
    confirm: (problem: OrderProblem, isMeant: boolean) =>
      edit((now) => ({ ...now, restorations: withConfirmed(now.restorations, problem, isMeant) })),
    setType: (row: Row, type: string) => changeRows((rows) => replaceRow(rows, withType(row, type))),
    setArch: (row: Row, arch: Row['arch']) => changeRows((rows) => replaceRow(rows, { ...row, arch })),
    /** Removes the tooth words of a foreign order, for example after its teeth were chosen on the chart. */
    removeToothWords(row: Row, name: string) {
      changeRows((rows) => replaceRow(rows, { ...row, toothText: '' }));
      focusField(FIELD.chart);
      undoToast({
        text: t('restoration.removed', { name }),
        of: edit,
        async onUndo() {
          changeRows((rows) =>
            rows.map((each) => (each.key === row.key ? { ...each, toothText: row.toothText } : each)),
          );
          return false;
        },
      });
    },
    setMake: (row: Row, make: Parameters<typeof withMake>[2]) =>
      edit((now) => withRows(now, withMake(now, row.key, make))),
    setConnector: (connector: LayeredConnector) =>
      edit((now) =>
        withRows(now, now.restorations, withChoice(now.restorations, now.connectorChoices, connector)),
      ),
    duplicate(row: Row) {
      const copy = copyOf(row);
      if (addRows((rows) => insertRows(rows, [copy], row.key))) show(copy);
    },
    remove(row: Row, name: string) {
      const at = fields.restorations.findIndex(({ key }) => key === row.key);
      const before = fields.restorations[at - 1]?.key;
      const others = fields.restorations.filter(({ key }) => key !== row.key);
      const isLost = (choice: Connector) => fittingChoices(others, [choice]).length === 0;
      const choices = fittingChoices(fields.restorations, fields.connectorChoices).filter(isLost);
      const next = fields.restorations[at + 1]?.key ?? before;
      changeRows((rows) => rows.filter(({ key }) => key !== row.key));
      if (open === row.key) setOpen(null);
      focusField(next && next !== open ? rowField(next, 'edit') : FIELD.chart);
      undoToast({
        text: t('restoration.removed', { name }),
        of: edit,
        onUndo: async () =>
          !addRows((rows) => (before ? insertRows(rows, [row], before) : [row, ...rows]), choices),
      });
    },
  };
}

function firstToFill(row: Row): RowField {
  if (row.type === '') return 'type';
  if (restorationFacts(row.type).scope === 'arch' && row.arch === null) return 'arch';
  return 'material';
}

export type Restorations = ReturnType<typeof useRestorations>;
