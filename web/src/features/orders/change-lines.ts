import type { OrderChange, OrderRestoration } from '@cusp/contract/order-fields';
import { confirmedCodes } from '@cusp/dental/order-rules';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { inOwnOrder } from '@cusp/text/unseen';
import type { TFunction } from 'i18next';

/** The place of a restoration, drawn in the reader's number system. */
export type Place = Pick<OrderRestoration, 'teeth' | 'arch' | 'toothText'>;

/** A value before or after: text, or the place of a restoration. */
export type Value = string | Place;

/** One line of a change. Without `from` it was added, without `to` removed. */
interface ChangeLine {
  key: string;
  label: string;
  /** Shown after the label if the line is about one part of a restoration. */
  place?: Place;
  /** The name of the part that differs. */
  part?: string;
  from: Value | null;
  to: Value | null;
  /** Unusual combinations that the sender confirmed as intended. */
  meant?: string[];
}

interface Words {
  t: TFunction<'orders'>;
  dental: TFunction<'dental'>;
  day(day: string | null): string;
}

const EMPTY = '–';

/** All fields that this page can show; a newer server may know more. */
const KNOWN_FIELDS: Readonly<Record<OrderChange['field'], true>> = {
  firstname: true,
  lastname: true,
  sex: true,
  birthdate: true,
  numberSystem: true,
  restoration: true,
  connector: true,
  noRestorationReason: true,
  scansFollow: true,
  deliveryDate: true,
  appointment: true,
  note: true,
};

/** The changes of an order as lines, each restoration split into the parts that differ. */
export function changeLines(changes: readonly OrderChange[], words: Words): ChangeLine[] {
  return changes.flatMap((change, index): ChangeLine[] => {
    const key = `${index}`;
    if (!Object.hasOwn(KNOWN_FIELDS, change.field))
      return [{ key, label: words.t('fields.unknown'), from: null, to: null }];
    if (change.field === 'restoration') return restorationLines(change, key, words);
    const label = words.t(`fields.${change.field}`);
    if (change.field === 'connector') return [{ key, label, ...connectorLine(change, words) }];
    return [{ key, label, ...valuesOf(change, words) }];
  });
}

/** The pair of neighbours, and whether it is joined before and after. */
function connectorLine(
  { from, to }: Extract<OrderChange, { field: 'connector' }>,
  { dental }: Words,
): Pick<ChangeLine, 'place' | 'part' | 'from' | 'to'> {
  const word = (connector: typeof from) =>
    connector && dental(connector.joined ? 'connectors.isJoined' : 'connectors.isSeparate');
  const teeth = to?.teeth ?? from?.teeth ?? [];
  const layer = to?.layer ?? from?.layer;
  return {
    place: { teeth, arch: null, toothText: '' },
    ...(layer ? { part: dental(`layers.${layer}`) } : {}),
    from: word(from),
    to: word(to),
  };
}

type Simple = Exclude<OrderChange, { field: 'restoration' | 'connector' }>;

function valuesOf(change: Simple, { t, dental, day }: Words): { from: string; to: string } {
  switch (change.field) {
    case 'birthdate':
    case 'deliveryDate':
    case 'appointment':
      return { from: day(change.from) || EMPTY, to: day(change.to) || EMPTY };
    case 'sex': {
      const [from, to] = [change.from, change.to].map((sex) => (sex ? t(`sex.${sex}`) : EMPTY));
      return { from: from ?? EMPTY, to: to ?? EMPTY };
    }
    case 'numberSystem':
      return { from: dental(`systems.${change.from}`), to: dental(`systems.${change.to}`) };
    case 'scansFollow':
      return { from: t(change.from ? 'yes' : 'no'), to: t(change.to ? 'yes' : 'no') };
    default:
      return { from: inOwnOrder(change.from) || EMPTY, to: inOwnOrder(change.to) || EMPTY };
  }
}

const hasPlace = ({ teeth, arch, toothText }: Place) => teeth.length > 0 || arch !== null || toothText !== '';

function restorationLines(
  { from, to }: Extract<OrderChange, { field: 'restoration' }>,
  key: string,
  { t, dental }: Words,
): ChangeLine[] {
  const nameOf = ({ type, displayName }: OrderRestoration) =>
    displayName || (isRestorationType(type) ? dental(`types.${type}`) : type);
  const materialOf = ({ material }: OrderRestoration) =>
    material ? (isMaterial(material) ? dental(`materials.${material}`) : material) : '';
  const whole = (each: OrderRestoration) =>
    [
      nameOf(each),
      materialOf(each),
      each.shade && `${dental('words.shade')} ${each.shade}`,
      each.stumpShade && `${dental('words.stumpShade')} ${each.stumpShade}`,
    ]
      .filter(Boolean)
      .join(' · ');
  const meantOf = ({ meant }: OrderRestoration) =>
    confirmedCodes(meant).map((code) => dental(`meant.${code}`));
  if (!from || !to) {
    const each = from ?? to;
    if (!each) return [];
    const label = t(from ? 'removed' : 'added');
    const meant = to ? meantOf(to) : [];
    return [{ key, label, place: each, from: from && whole(from), to: to && whole(to), meant }];
  }
  const name = nameOf(to);
  const lines: ChangeLine[] = [];
  const isMoved =
    JSON.stringify([from.teeth, from.arch, from.toothText]) !==
    JSON.stringify([to.teeth, to.arch, to.toothText]);
  const differs = (field: string, part: string | undefined, [was, is]: [string, string]) => {
    if (was === is) return;
    const label = field === 'type' ? t('fields.restoration') : name;
    lines.push({ key: `${key}-${field}`, label, place: to, part, from: was || EMPTY, to: is || EMPTY });
  };
  differs('type', undefined, [nameOf(from), name]);
  if (isMoved)
    lines.push({
      key: `${key}-place`,
      label: name,
      from: hasPlace(from) ? from : EMPTY,
      to: hasPlace(to) ? to : EMPTY,
    });
  differs('material', dental('words.material'), [materialOf(from), materialOf(to)]);
  differs('shade', dental('words.shade'), [from.shade, to.shade]);
  differs('stumpShade', dental('words.stumpShade'), [from.stumpShade, to.stumpShade]);
  const meant = meantOf(to);
  const isOld = to.meant.every((mark) => from.meant.includes(mark));
  if (meant.length > 0 && !isOld)
    lines.push({ key: `${key}-meant`, label: name, place: to, from: null, to: null, meant });
  // Words that are hidden from support look alike before and after.
  if (lines.length === 0)
    lines.push({ key, label: t('fields.restoration'), place: to, from: whole(from), to: whole(to) });
  return lines;
}
