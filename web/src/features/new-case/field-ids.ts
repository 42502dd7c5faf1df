import type { Missing } from '@cusp/contract/completeness';

/** Ids of the form's fields, so that what is missing can lead to them. */
export const FIELD = {
  recipient: 'case-recipient',
  firstname: 'case-firstname',
  lastname: 'case-lastname',
  sex: 'case-sex',
  birthdate: 'case-birthdate',
  chart: 'case-chart',
  reason: 'case-reason',
  delivery: 'case-delivery',
  note: 'case-note',
  files: 'case-files',
} as const;

export type RowField = 'edit' | 'type' | 'teeth' | 'arch' | 'material' | 'shade' | 'stump';

export const rowField = (key: string, field: RowField): string => `case-row-${key}-${field}`;

const OF_ROW: Readonly<Partial<Record<Missing['code'], RowField>>> = {
  restoration_type: 'type',
  tooth: 'teeth',
  arch: 'arch',
  material: 'material',
  shade: 'shade',
};

const OF_FORM: Readonly<Partial<Record<Missing['code'], string>>> = {
  recipient: FIELD.recipient,
  patient_name: FIELD.firstname,
  restoration_or_reason: FIELD.chart,
  scans: FIELD.files,
  delivery_date_past: FIELD.delivery,
};

/** The field that what is missing belongs into. */
export function fieldOf(missing: Missing, rows: readonly { key: string }[]): string {
  const field = OF_ROW[missing.code];
  if ('restoration' in missing && field) return rowField(rows[missing.restoration]?.key ?? '', field);
  return OF_FORM[missing.code] ?? FIELD.recipient;
}

/** The chart is entered at its current tooth, not at the switches above it. */
const TOOTH = '[role="gridcell"][tabindex="0"]';
const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [role="button"], [tabindex="0"]';
const TRIES = 30;
const TRY_AGAIN_MS = 10;

/** Brings a field into view and focuses it, as soon as it is on the page. */
export function focusField(id: string, tries = TRIES): void {
  const place = document.getElementById(id);
  if (!place) {
    if (tries > 0) setTimeout(() => focusField(id, tries - 1), TRY_AGAIN_MS);
    return;
  }
  const details = place.closest('details');
  if (details) details.open = true;
  const inside = () => place.querySelector<SVGElement>(TOOTH) ?? place.querySelector<HTMLElement>(FOCUSABLE);
  const field = place.matches(FOCUSABLE) ? place : inside();
  place.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
