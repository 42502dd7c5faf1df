import { groupColour, type OdontogramGroup } from '../../../ui/odontogram/odontogram.types.ts';
import type { Row } from '../form-fields.ts';

const LOOKS: Readonly<Record<string, OdontogramGroup['look']>> = {
  pontic: 'pontic',
  implant_abutment: 'implant',
  implant_crown: 'implant',
  screw_retained: 'implant',
};

/** Number and colour of the n-th restoration, on the chart and in the list. */
export const markOf = (index: number) => ({ mark: String(index + 1), color: groupColour(index) });

/** What the chart draws for each restoration. */
export function chartGroups(rows: readonly Row[], nameOf: (type: string) => string): OdontogramGroup[] {
  return rows.map((row, index) => ({
    key: row.key,
    ...markOf(index),
    name: nameOf(row.type),
    teeth: row.teeth,
    arch: row.arch,
    look: LOOKS[row.type] ?? 'solid',
  }));
}
