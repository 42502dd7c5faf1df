import { connectorsOf, type LayeredConnector } from './connectors.ts';
import type { Connector, OrderChange, SentLine, SentOrder } from './order.ts';
import { inChartOrder } from './tooth-lists.ts';

type Same = (a: unknown, b: unknown) => boolean;
const same: Same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The content of a restoration in normal form: empty equals missing material, and the order of teeth is ignored. */
const made = ({ teeth, material, ...rest }: SentLine) => [
  inChartOrder(teeth),
  material || null,
  rest.type,
  rest.arch,
  rest.shade,
  rest.stumpShade,
  rest.displayName,
  rest.toothText,
];

const isMadeAlike = (a: SentLine, b: SentLine) => same(made(a), made(b));

/** A newly confirmed contradiction is a change too: removing an abutment can leave an untouched pontic alone. */
const isSame = (before: SentLine, after: SentLine) =>
  isMadeAlike(before, after) && after.meant.every((mark) => before.meant.includes(mark));

/** Whether two restorations share a tooth or a jaw. */
const meet = (a: SentLine, b: SentLine) =>
  a.teeth.some((fdi) => b.teeth.includes(fdi)) || (a.arch !== null && a.arch === b.arch);

/** How likely one restoration became the other; 0 if they have neither type nor place in common. */
function likeness(a: SentLine, b: SentLine): number {
  const [kind, place] = [a.type === b.type && a.displayName === b.displayName, meet(a, b)];
  if (!kind && !place) return 0;
  return (kind ? 4 : 0) + (place ? 3 : 0) + Number(a.material === b.material) + Number(a.shade === b.shade);
}

/** Pairs restorations before and after, most similar first; the rest was removed or added. */
function restorationChanges(before: readonly SentLine[], after: readonly SentLine[]): OrderChange[] {
  const removed = [...before];
  const added = after.filter((each) => {
    const at = removed.findIndex((other) => isSame(other, each));
    if (at >= 0) removed.splice(at, 1);
    return at < 0;
  });
  const pairs = removed
    .flatMap((from) => added.map((to) => ({ from, to, score: likeness(from, to) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const becomes = new Map<SentLine, SentLine>();
  const taken = new Set<SentLine>();
  for (const { from, to } of pairs) {
    if (becomes.has(from) || taken.has(to)) continue;
    becomes.set(from, to);
    taken.add(to);
  }
  return [
    ...removed.map((from) => ({ field: 'restoration' as const, from, to: becomes.get(from) ?? null })),
    ...added.filter((to) => !taken.has(to)).map((to) => ({ field: 'restoration' as const, from: null, to })),
  ];
}

/**
 * Neighbours that are joined now and were separate before, or the other way round. New neighbours are listed only if they
 * differ from the proposal, because their restorations are listed already. The layer is named only if
 * the pair has several; the only layer before and the only one now are of the same units.
 */
function connectorChanges(before: SentOrder, after: SentOrder): OrderChange[] {
  const known = connectorsOf(before.restorations, before.connectorChoices);
  const proposed = connectorsOf(after.restorations, []);
  const now = connectorsOf(after.restorations, after.connectorChoices);
  const ofPair = (list: readonly LayeredConnector[], { teeth }: LayeredConnector) =>
    list.filter((each) => same(each.teeth, teeth));
  const ofUnits = (list: readonly LayeredConnector[], { teeth, layer }: LayeredConnector) =>
    list.find((each) => each.layer === layer && same(each.teeth, teeth));
  return now.flatMap((to): OrderChange[] => {
    const [was, is] = [ofPair(known, to), ofPair(now, to)];
    const sameUnits = was.length === 1 && is.length === 1 ? was[0] : undefined;
    const from = ofUnits(known, to) ?? sameUnits ?? null;
    const expected = from ?? ofUnits(proposed, to);
    if (expected?.joined === to.joined) return [];
    const hasLayers = is.length > 1 || was.length > 1;
    const named = ({ teeth, layer, joined }: LayeredConnector): Connector => ({
      teeth,
      ...(hasLayers ? { layer } : {}),
      joined,
    });
    return [{ field: 'connector', from: from && named(from), to: named(to) }];
  });
}

/** All differences between two states of an order, field by field, in the order of the form. */
export function orderChanges(before: SentOrder, after: SentOrder): OrderChange[] {
  const fields = [
    { field: 'firstname', from: before.patient.firstname, to: after.patient.firstname },
    { field: 'lastname', from: before.patient.lastname, to: after.patient.lastname },
    { field: 'sex', from: before.patient.sex, to: after.patient.sex },
    { field: 'birthdate', from: before.patient.birthdate, to: after.patient.birthdate },
    { field: 'numberSystem', from: before.numberSystem, to: after.numberSystem },
    ...restorationChanges(before.restorations, after.restorations),
    ...connectorChanges(before, after),
    { field: 'noRestorationReason', from: before.noRestorationReason, to: after.noRestorationReason },
    { field: 'scansFollow', from: before.scansFollow, to: after.scansFollow },
    { field: 'deliveryDate', from: before.deliveryDate, to: after.deliveryDate },
    { field: 'appointment', from: before.appointment, to: after.appointment },
    { field: 'note', from: before.note, to: after.note },
  ] satisfies OrderChange[];
  return fields.filter(({ from, to }) => !same(from, to));
}

/**
 * FDI numbers of the teeth that changes affect: those added or removed, or all of a restoration that changed otherwise,
 * and neighbours whose connector changed.
 */
export function changedTeeth(changes: readonly OrderChange[]): number[] {
  const teeth = changes.flatMap((change) => {
    if (change.field === 'connector') return change.to?.teeth ?? [];
    if (change.field !== 'restoration') return [];
    const [was, is] = [change.from?.teeth ?? [], change.to?.teeth ?? []];
    const moved = [...was.filter((fdi) => !is.includes(fdi)), ...is.filter((fdi) => !was.includes(fdi))];
    const { from, to } = change;
    const isOnlyMoved = from !== null && to !== null && isMadeAlike({ ...from, teeth: to.teeth }, to);
    return isOnlyMoved ? moved : [...was, ...is];
  });
  return inChartOrder(teeth);
}

/**
 * Rebases edits made on `base` onto the current order `now`: untouched fields follow the changes of others, edited
 * fields stay as typed. The restorations and what joins them count as one field.
 */
export function carriedOver<F extends SentOrder>(typed: F, base: SentOrder, now: F): F {
  const pick = <K extends keyof F & keyof SentOrder>(key: K): F[K] =>
    same(typed[key], base[key]) ? now[key] : typed[key];
  const patientPart = <K extends keyof SentOrder['patient']>(key: K) =>
    same(typed.patient[key], base.patient[key]) ? now.patient[key] : typed.patient[key];
  const changesTeeth =
    restorationChanges(base.restorations, typed.restorations).length > 0 ||
    connectorChanges(base, typed).length > 0;
  const { restorations, connectorChoices } = changesTeeth ? typed : now;
  return {
    ...typed,
    patient: {
      firstname: patientPart('firstname'),
      lastname: patientPart('lastname'),
      sex: patientPart('sex'),
      birthdate: patientPart('birthdate'),
    },
    numberSystem: pick('numberSystem'),
    restorations,
    connectorChoices,
    noRestorationReason: pick('noRestorationReason'),
    deliveryDate: pick('deliveryDate'),
    appointment: pick('appointment'),
    note: pick('note'),
    scansFollow: pick('scansFollow'),
  };
}
