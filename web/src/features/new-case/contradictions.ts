import type { Missing } from '@cusp/dental/completeness';
import { carriedChoices } from '@cusp/dental/connectors';
import type { Connector } from '@cusp/dental/order';
import {
  type OrderProblem,
  openProblems,
  orderProblems,
  type RuledOrder,
  withCurrentMarks,
} from '@cusp/dental/order-rules';
import { openProblemsOfEdit } from '@cusp/dental/problems-of-edit';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { formatToothList } from '@cusp/dental/tooth-lists';
import type { TFunction } from 'i18next';
import { spokenSystem } from '../../dental-ui/odontogram/tooth-name.ts';
import { today } from '../../ui/days/days.ts';
import type { FormFields, Row } from './form-fields.ts';

/** A typed date that cannot be parsed: the value is empty, but the field is not. */
export interface UnreadDay {
  code: 'birthdate_unread' | 'appointment_unread' | 'delivery_unread';
  text: string;
}

/** A note beyond its limit, which is not saved. */
export interface LongNote {
  code: 'note_long';
  /** Number of characters beyond the limit. */
  over: number;
}

/** Anything that prevents sending the case. */
export type Obstacle = Missing | OrderProblem | UnreadDay | LongNote;

/** The contradictions of the form on the person's local day, including confirmed ones. */
export const contradictionsIn = (fields: FormFields): OrderProblem[] => orderProblems(fields, today());

/** The contradictions that prevent sending the form, or saving it as an edit of the order `sent`. */
export const openContradictionsIn = (fields: FormFields, sent: RuledOrder | null): OrderProblem[] =>
  sent ? openProblemsOfEdit(sent, fields, today()) : openProblems(fields, today());

/** The text of a contradiction, with the restorations and teeth it concerns. */
export function problemText(
  { code, lines, teeth }: OrderProblem,
  { restorations, numberSystem }: Pick<FormFields, 'restorations' | 'numberSystem'>,
  t: TFunction<'dental'>,
): string {
  // The text of this problem itself names the denture.
  const isNamed = ({ type }: Row) => code === 'denture_and_teeth' && type === 'complete_denture';
  const rows = lines.flatMap((line) => restorations[line] ?? []).filter((row) => !isNamed(row));
  const places = [
    formatToothList(teeth, spokenSystem(numberSystem)),
    ...new Set(rows.map(({ arch }) => arch && t(`chart.${arch}`))),
  ].filter(Boolean);
  const names = rows.map(({ type }) => (isRestorationType(type) ? t(`types.${type}`) : type));
  const shade = rows.map((row) => (code === 'shade_unusual' ? row.shade : row.stumpShade)).join('');
  const isAboutShade = code === 'shade_unusual' || code === 'stump_shade_unusual';
  const materials = rows.flatMap(({ material }) =>
    material !== null && isMaterial(material) ? t(`materials.${material}`) : [],
  );
  const subjects = code === 'materials_differ' ? materials : names;
  const what = isAboutShade
    ? shade
    : [[...new Set(subjects)].join(' + '), places.join(', ')].filter(Boolean).join(', ');
  return t(`problems.${code}`, { what });
}

/** Rows after an edit: a row's confirmation ends when the row changes or the contradiction no longer applies. */
function afterEdit(before: readonly Row[], after: readonly Row[], choices: readonly Connector[]): Row[] {
  const known = new Map(before.map((row) => [row.key, contentOf(row)]));
  return withCurrentMarks(
    after.map((row) =>
      row.meant.length > 0 && known.has(row.key) && known.get(row.key) !== contentOf(row)
        ? { ...row, meant: [] }
        : row,
    ),
    choices,
  );
}

/** The form with other rows or connectors: choices about units that can no longer be joined are dropped. */
export function withRows(
  fields: FormFields,
  rows: readonly Row[],
  choices: readonly Connector[] = fields.connectorChoices,
): FormFields {
  const connectorChoices = carriedChoices(fields.restorations, choices, rows);
  return {
    ...fields,
    restorations: afterEdit(fields.restorations, rows, connectorChoices),
    connectorChoices,
  };
}

const contentOf = ({ type, teeth, arch, material, shade, stumpShade }: Row): string =>
  JSON.stringify([type, teeth, arch, material, shade, stumpShade]);

/** Rows after the author confirms a contradiction as intended, or withdraws that; all rows concerned record it. */
export function withConfirmed(rows: readonly Row[], { lines, mark }: OrderProblem, isMeant: boolean): Row[] {
  return rows.map((row, index) => {
    if (!lines.includes(index)) return row;
    const others = row.meant.filter((each) => each !== mark);
    return { ...row, meant: isMeant ? [...others, mark] : others };
  });
}
