import { bridgeConnectors } from './bridge-proposal.ts';
import { LAYERS, type Layer, layerOf } from './layers.ts';
import { type GroupColour, typeColour } from './odontogram/restoration-look.ts';
import type { Connector, OrderLine } from './order.ts';
import { mayJoin } from './restoration-choices.ts';
import { inChartOrder, mouthRuns } from './tooth-lists.ts';

type Line = Pick<OrderLine, 'type' | 'teeth'>;

/** Undefined in replies of a server from before orders had choices. */
type Choices = readonly Connector[] | undefined;

/** A connector that names its layer. */
export type LayeredConnector = Connector & { layer: Layer };

/** Two neighbouring units that can be joined. */
interface Joint {
  teeth: [number, number];
  layer: Layer;
  /** The layers of both units; one of them differs from `layer` where a provisional has a pontic, for example. */
  ends: [Layer, Layer];
}

export const pairKey = (teeth: readonly number[]): string => inChartOrder(teeth).join(' ');
const keyOf = ({ teeth, layer }: Pick<Connector, 'teeth' | 'layer'>): string =>
  `${pairKey(teeth)} ${layer ?? ''}`;

/**
 * All units that can be joined: neighbours in the mouth, once for each layer that both teeth have. Neighbours without a
 * common layer are one joint of the more temporary layer, for example the pontic of a provisional bridge, because a
 * pontic belongs to no layer by itself. In chart order, and the further layers of the same teeth after all others, so
 * that readers that know no layers see whole bridges.
 */
function jointsOf(restorations: readonly Line[]): Joint[] {
  const layersOn = new Map<number, Set<Layer>>();
  for (const { type, teeth } of restorations)
    if (mayJoin(type))
      for (const fdi of teeth) layersOn.set(fdi, (layersOn.get(fdi) ?? new Set<Layer>()).add(layerOf(type)));
  const ofPairs = mouthRuns([...layersOn.keys()]).flatMap((run) =>
    run.slice(1).map((fdi, index): Joint[] => {
      const teeth: [number, number] = [run[index] ?? fdi, fdi];
      const [before, after] = teeth.map((tooth) => LAYERS.filter((each) => layersOn.get(tooth)?.has(each)));
      const common = (before ?? []).filter((layer) => after?.includes(layer));
      if (common.length > 0) return common.map((layer) => ({ teeth, layer, ends: [layer, layer] }));
      const ends: [Layer, Layer] = [before?.[0] ?? 'final', after?.[0] ?? 'final'];
      const layer = LAYERS.findLast((each) => ends.includes(each)) ?? 'final';
      return [{ teeth, layer, ends }];
    }),
  );
  return LAYERS.flatMap((_, place) => ofPairs.flatMap((joints) => joints[place] ?? []));
}

/**
 * The pairs that the rule joins. Where final work is ordered too, it decides about the provisional: that is made like the
 * work that it stands in for.
 */
function proposedPairs(restorations: readonly Line[]): Set<string> {
  const isFinal = ({ type }: Line) => mayJoin(type) && layerOf(type) === 'final';
  const final = new Set(restorations.filter(isFinal).flatMap(({ teeth }) => teeth));
  const deciding = restorations.map(({ type, teeth }) => ({
    type,
    teeth: layerOf(type) === 'final' ? teeth : teeth.filter((fdi) => !final.has(fdi)),
  }));
  return new Set(bridgeConnectors(deciding).map(pairKey));
}

/** Reads choices: one without a layer is about all layers of its pair. */
function choiceFrom(choices: Choices = []): (joint: Joint) => boolean | undefined {
  const chosen = new Map(choices.map((each) => [keyOf(each), each.joined]));
  return ({ teeth, layer }) => chosen.get(keyOf({ teeth, layer })) ?? chosen.get(keyOf({ teeth }));
}

/**
 * What holds the units of an order together: each two neighbouring units that can be joined, and whether they are. A choice
 * decides about its own pair and layer; for all others `bridgeConnectors` proposes.
 */
export function connectorsOf(restorations: readonly Line[], choices: Choices): LayeredConnector[] {
  const choiceOf = choiceFrom(choices);
  const proposed = proposedPairs(restorations);
  return jointsOf(restorations).map((joint) => ({
    teeth: joint.teeth,
    layer: joint.layer,
    joined: choiceOf(joint) ?? proposed.has(pairKey(joint.teeth)),
  }));
}

/** A unit as a key: a tooth in a layer. */
export const unitKey = (fdi: number, layer: Layer): string => `${fdi} ${layer}`;

/** The units that are joined, two by two, as keys. */
export function joinedUnits(restorations: readonly Line[], choices: Choices): [string, string][] {
  const connectors = connectorsOf(restorations, choices);
  return jointsOf(restorations).flatMap(({ teeth: [from, to], ends }, index): [string, string][] =>
    connectors[index]?.joined ? [[unitKey(from, ends[0]), unitKey(to, ends[1])]] : [],
  );
}

/** The choices whose units can still be joined, one for each pair and layer; others no longer mean anything. */
export function fittingChoices(restorations: readonly Line[], choices: Choices): LayeredConnector[] {
  const choiceOf = choiceFrom(choices);
  return jointsOf(restorations).flatMap((joint) => {
    const joined = choiceOf(joint);
    return joined === undefined ? [] : [{ teeth: joint.teeth, layer: joint.layer, joined }];
  });
}

/**
 * The choices of an order whose restorations change. A choice without a layer is about the layers that its pair had. Where
 * a pair had one layer and has one now, its choice goes to that: the same units are made as other work.
 */
export function carriedChoices(
  before: readonly Line[],
  choices: Choices,
  after: readonly Line[],
): LayeredConnector[] {
  const [was, is] = [onlyLayers(before), onlyLayers(after)];
  const layered = (choices ?? []).flatMap((each) => (each.layer ? each : fittingChoices(before, [each])));
  const carried = layered.map((each) => {
    const pair = pairKey(each.teeth);
    const layer = was.get(pair) === each.layer ? is.get(pair) : undefined;
    return layer ? { ...each, layer } : each;
  });
  return fittingChoices(after, carried);
}

/** The layer of each pair that has only one. */
function onlyLayers(restorations: readonly Line[]): Map<string, Layer> {
  const ofPairs = Map.groupBy(jointsOf(restorations), ({ teeth }) => pairKey(teeth));
  return new Map(
    [...ofPairs].flatMap(([pair, [joint, ...more]]) =>
      joint && more.length === 0 ? [[pair, joint.layer] as const] : [],
    ),
  );
}

/** The choices with one more. A choice that equals the proposal is left out, so that the pair follows the proposal again. */
export function withChoice(
  restorations: readonly Line[],
  choices: readonly Connector[],
  choice: LayeredConnector,
): LayeredConnector[] {
  const isAbout = (each: Connector) => keyOf(each) === keyOf(choice);
  const others = fittingChoices(restorations, choices).filter((each) => !isAbout(each));
  const proposal = connectorsOf(restorations, []).find(isAbout);
  const isProposed = proposal?.joined === choice.joined;
  return fittingChoices(restorations, isProposed ? others : [...others, choice]);
}

interface Chosen {
  restorations: readonly Line[];
  connectorChoices?: Choices;
}

/**
 * The choices of a request, each with its layer. A page from before layers sends one choice for a pair, and read the last
 * of the pair's. If it sends that back, the layers stay as they were; otherwise its choice is about all of them. A
 * request without choices keeps those that were `shown`, as far as they fit.
 */
export function receivedChoices(
  { restorations, connectorChoices: sent }: Chosen,
  shown: Chosen,
): LayeredConnector[] {
  const known = fittingChoices(shown.restorations, shown.connectorChoices);
  const kept = carriedChoices(shown.restorations, known, restorations);
  const read = new Map(known.map(({ teeth, joined }) => [pairKey(teeth), joined]));
  const choices = sent?.flatMap((each): Connector[] => {
    const pair = pairKey(each.teeth);
    const isUntouched = each.layer === undefined && read.get(pair) === each.joined;
    const ofPair = isUntouched ? kept.filter(({ teeth }) => pairKey(teeth) === pair) : [];
    return ofPair.length > 0 ? ofPair : [each];
  });
  return fittingChoices(restorations, choices ?? kept);
}

/** A choice that an order cannot have, and the part of it that is wrong. */
interface Unfit {
  index: number;
  part: 'teeth' | 'layer';
}

/**
 * The first choice that an order cannot have: no neighbours that can be joined, no such layer on both teeth, or a pair and
 * layer that came before. A choice without a layer is about all layers of its pair.
 */
export function firstUnfitChoice(
  restorations: readonly Line[],
  choices: readonly Connector[],
): Unfit | undefined {
  const joints = jointsOf(restorations);
  const [pairs, layered] = [new Set(joints.map(({ teeth }) => pairKey(teeth))), new Set(joints.map(keyOf))];
  const [seenPairs, seen] = [new Set<string>(), new Set<string>()];
  for (const [index, each] of choices.entries()) {
    const [pair, key] = [pairKey(each.teeth), keyOf(each)];
    const isRepeated = each.layer === undefined ? seenPairs.has(pair) : seen.has(key) || seen.has(`${pair} `);
    if (!pairs.has(pair) || isRepeated) return { index, part: 'teeth' };
    if (each.layer !== undefined && !layered.has(key)) return { index, part: 'layer' };
    seenPairs.add(pair);
    seen.add(key);
  }
  return undefined;
}

/** Two joined neighbours on a chart. */
export interface DrawnConnector {
  teeth: [number, number];
  /** The colour of the work that is joined; of the first layer if several are. */
  color: GroupColour;
  /** Whether the same neighbours are separate in another layer. */
  isPartial: boolean;
}

/** The neighbours that are joined in any layer, each once. */
export function drawnConnectors(
  restorations: readonly Line[],
  connectors: readonly Connector[],
): DrawnConnector[] {
  const separate = new Set(connectors.filter(({ joined }) => !joined).map(({ teeth }) => pairKey(teeth)));
  const drawn = new Map<string, DrawnConnector>();
  for (const { teeth, layer = 'final', joined } of connectors) {
    const pair = pairKey(teeth);
    if (joined && !drawn.has(pair))
      drawn.set(pair, { teeth, color: colourOn(restorations, teeth, layer), isPartial: separate.has(pair) });
  }
  return [...drawn.values()];
}

/** The colour of the units of a layer on two teeth. A pontic between provisionals has the colour of its neighbours. */
function colourOn(restorations: readonly Line[], pair: readonly number[], layer: Layer): GroupColour {
  const units = pair.flatMap((fdi) =>
    restorations.filter(({ type, teeth }) => mayJoin(type) && teeth.includes(fdi)),
  );
  const unit = units.find(({ type }) => layerOf(type) === layer) ?? units[0];
  return typeColour(unit?.type ?? 'other');
}
