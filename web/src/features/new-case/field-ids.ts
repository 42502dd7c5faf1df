import type { Obstacle } from './contradictions.ts';

/** Ids of the form's fields, so that obstacles can link to them. */
export const FIELD = {
  recipient: 'case-recipient',
  firstname: 'case-firstname',
  lastname: 'case-lastname',
  sex: 'case-sex',
  birthdate: 'case-birthdate',
  chart: 'case-chart',
  reason: 'case-reason',
  appointment: 'case-appointment',
  delivery: 'case-delivery',
  note: 'case-note',
  files: 'case-files',
  scanner: 'case-scanner',
} as const;

export type RowField = 'edit' | 'type' | 'teeth' | 'arch' | 'material' | 'shade' | 'stump';

export const rowField = (key: string, field: RowField): string => `case-row-${key}-${field}`;

const OF_ROW: Readonly<Partial<Record<Obstacle['code'], RowField>>> = {
  restoration_type: 'type',
  tooth: 'teeth',
  arch: 'arch',
  material: 'material',
  shade: 'shade',
  shade_unusual: 'shade',
  stump_shade_unusual: 'stump',
  denture_and_teeth: 'type',
  same_twice: 'type',
  types_conflict: 'type',
  tooth_twice: 'type',
  both_dentitions: 'teeth',
  not_on_primary: 'teeth',
  other_jaw: 'teeth',
  pontic_alone: 'teeth',
  materials_differ: 'material',
};

const OF_FORM: Readonly<Partial<Record<Obstacle['code'], string>>> = {
  recipient: FIELD.recipient,
  patient_name: FIELD.firstname,
  restoration_or_reason: FIELD.chart,
  scans: FIELD.files,
  appointment_past: FIELD.appointment,
  appointment_far: FIELD.appointment,
  appointment_unread: FIELD.appointment,
  delivery_date_past: FIELD.delivery,
  delivery_date_far: FIELD.delivery,
  delivery_unread: FIELD.delivery,
  birthdate_future: FIELD.birthdate,
  birthdate_too_early: FIELD.birthdate,
  birthdate_unread: FIELD.birthdate,
  note_long: FIELD.note,
};

/** The restorations that an obstacle concerns, by index. */
export function linesOf(obstacle: Obstacle): readonly number[] {
  if ('lines' in obstacle) return obstacle.lines;
  return 'restoration' in obstacle ? [obstacle.restoration] : [];
}

/** The restoration to open for an obstacle: the last one concerned. */
export const lineToOpen = (obstacle: Obstacle): number | undefined => linesOf(obstacle).at(-1);

/** The field in which an obstacle is fixed. */
export function fieldOf(obstacle: Obstacle, rows: readonly { key: string }[]): string {
  const field = OF_ROW[obstacle.code];
  const line = lineToOpen(obstacle);
  if (line !== undefined && field) return rowField(rows[line]?.key ?? '', field);
  return OF_FORM[obstacle.code] ?? FIELD.recipient;
}

/** The chart is focused at its current tooth, not at its toolbar. */
const TOOTH = '[role="gridcell"][tabindex="0"]';
const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [role="button"], [tabindex="0"]';
const TRIES = 30;
const TRY_AGAIN_MS = 10;

/** Scrolls to a field and focuses it as soon as it is rendered. */
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
