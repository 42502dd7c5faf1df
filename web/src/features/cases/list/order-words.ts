import type { CaseListItem, ListedRestoration } from '@cusp/contract/case-list';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { toothListInText } from '@cusp/dental/tooth-lists';
import type { TFunction } from 'i18next';
import { foreignWordsOf } from '../../../dental-ui/order-words.ts';

/** The same value for all, or '' if they differ. */
const shared = (values: readonly string[]): string =>
  values.every((value) => value === values[0]) ? (values[0] ?? '') : '';

/**
 * The ordered work in a few words: `Crown 16 · Zirconia A2`, `Crown 16, 26, Splint Lower jaw +2`. Material and shade
 * are left out unless all restorations have the same. '' for an order without restorations.
 */
export function orderWords(
  { restorations, restoration_count: count, number_sys: system }: OrderedItem,
  dental: TFunction<'dental'>,
): string {
  const places = new Map<string, string[]>();
  const teeth = new Map<string, number[]>();
  const words = new Map<string, string[]>();
  const nameOf = ({ type, name }: ListedRestoration) =>
    isRestorationType(type) ? dental(`types.${type}`) : name || type;
  for (const made of restorations) {
    const name = nameOf(made);
    teeth.set(name, [...(teeth.get(name) ?? []), ...made.teeth]);
    places.set(name, [...(places.get(name) ?? []), ...(made.arch ? [dental(`chart.${made.arch}`)] : [])]);
    words.set(name, [
      ...(words.get(name) ?? []),
      ...foreignWordsOf({ tooth_no: made.tooth_text ?? '', teeth: made.teeth }, dental),
    ]);
  }
  const what = [...teeth].map(([name, fdis]) =>
    [
      name,
      [...(places.get(name) ?? []), toothListInText(fdis, system), ...(words.get(name) ?? [])]
        .filter(Boolean)
        .join(', '),
    ]
      .filter(Boolean)
      .join(' '),
  );
  const more = count - restorations.length;
  const material = shared(restorations.map((made) => made.material));
  const details = [
    isMaterial(material) ? dental(`materials.${material}`) : material,
    shared(restorations.map(({ shade }) => shade)),
  ];
  return [
    [what.join(', '), more > 0 && `+${more}`].filter(Boolean).join(' '),
    more === 0 && details.filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(' · ');
}

type OrderedItem = Pick<CaseListItem, 'restorations' | 'restoration_count' | 'number_sys'>;
