import { pairKey } from './connectors.ts';
import { LAYERS, type Layer } from './layers.ts';
import type { Connector } from './order.ts';
import type { NumberSystem } from './teeth.ts';
import { displayLabel } from './tooth-labels.ts';
import { endsOf, inChartOrder } from './tooth-lists.ts';

/** Spans of teeth in words. `layer` is null where it goes without saying: no teeth have units of several layers. */
export interface LayerSpans<Of extends Connector = Connector> {
  layer: Layer | null;
  connectors: Of[];
  /** Teeth that are joined to each other, for example `11–13`, `21–22`. */
  joined: string[];
  /** Neighbours that are separate, for example `11 | 21`. */
  separate: string[];
}

/**
 * The connectors in words, layer by layer. Neighbours are listed as separate if one of them is joined to another unit,
 * which is where a bridge ends, or if they are joined in another layer. Other single units side by side are not listed.
 */
export function connectorSpans<Of extends Connector>(
  connectors: readonly Of[],
  system: NumberSystem,
): LayerSpans<Of>[] {
  const joinedSomewhere = new Set(
    connectors.filter(({ joined }) => joined).map(({ teeth }) => pairKey(teeth)),
  );
  return byLayer(connectors).map(({ layer, connectors: those }) => {
    const inBridge = new Set(those.flatMap(({ teeth, joined }) => (joined ? teeth : [])));
    const isEnd = ({ teeth }: Of) =>
      teeth.some((fdi) => inBridge.has(fdi)) || joinedSomewhere.has(pairKey(teeth));
    return {
      layer,
      connectors: those,
      joined: joinedRuns(those).map((run) => spanOf(run, system, '–')),
      separate: those
        .filter((each) => !each.joined && isEnd(each))
        .map(({ teeth }) => spanOf(teeth, system, ' | ')),
    };
  });
}

/**
 * The connectors of each layer in chart order; all together if no two neighbours have several. Layers that only a newer
 * server knows are last.
 */
function byLayer<Of extends Connector>(
  connectors: readonly Of[],
): { layer: Layer | null; connectors: Of[] }[] {
  if (!hasLayers(connectors)) return [{ layer: null, connectors: [...connectors] }];
  const layers = new Set([...LAYERS, ...connectors.flatMap(({ layer }) => layer ?? [])]);
  return [...layers].flatMap((layer) => {
    const those = connectors.filter((each) => each.layer === layer);
    const places = inChartOrder(those.map(({ teeth: [first] }) => first));
    const sorted = those.toSorted((a, b) => places.indexOf(a.teeth[0]) - places.indexOf(b.teeth[0]));
    return sorted.length > 0 ? [{ layer, connectors: sorted }] : [];
  });
}

const hasLayers = (connectors: readonly Connector[]): boolean =>
  new Set(connectors.map(({ teeth }) => pairKey(teeth))).size < connectors.length;

function joinedRuns(connectors: readonly Connector[]): number[][] {
  const runs: number[][] = [];
  for (const { teeth, joined } of connectors) {
    if (!joined) continue;
    const [from, to] = teeth;
    const run = runs.at(-1);
    if (run?.at(-1) === from) run.push(to);
    else runs.push([from, to]);
  }
  return runs;
}

/** Two neighbours as a word, for example `11–21`. */
export const pairWord = (teeth: readonly number[], system: NumberSystem): string =>
  spanOf(teeth, system, '–');

const spanOf = (run: readonly number[], system: NumberSystem, between: string): string =>
  endsOf(run, system)
    .map((fdi) => displayLabel(fdi, system))
    .join(between);
