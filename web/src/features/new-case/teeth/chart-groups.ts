import { groupColour, lookOf } from '@cusp/contract/odontogram/restoration-look';
import type { OdontogramGroup } from '../../../ui/odontogram/odontogram.types.ts';
import type { Row } from '../form-fields.ts';

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
    look: lookOf(row.type),
  }));
}
