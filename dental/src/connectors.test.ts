import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectorSpans, pairWord } from './connector-words.ts';
import {
  carriedChoices,
  connectorsOf,
  drawnConnectors,
  firstUnfitChoice,
  fittingChoices,
  joinedUnits,
  receivedChoices,
  withChoice,
} from './connectors.ts';
import { LAYERS, type Layer, layerOf } from './layers.ts';
import { typeColour } from './odontogram/restoration-look.ts';
import type { Connector } from './order.ts';
import { mayJoin } from './restoration-choices.ts';
import { RESTORATION_TYPE_CODES } from './restorations.ts';
import { TEETH, toothOf } from './teeth.ts';

const unit = (type: string, ...teeth: number[]) => ({ type, teeth });
const choose = (from: number, to: number, joined: boolean, layer: Layer = 'final') => ({
  teeth: [from, to] as [number, number],
  layer,
  joined,
});
const joined = (lines: ReturnType<typeof unit>[], choices: Connector[] = []) =>
  drawnConnectors(lines, connectorsOf(lines, choices)).map(({ teeth }) => teeth.join('-'));

describe('choices', () => {
  const crowns = [unit('crown', 12, 11, 21)];

  test('crowns are splinted where the person chose so, also across the midline', () => {
    expect(joined(crowns)).toEqual([]);
    expect(joined(crowns, [choose(11, 21, true)])).toEqual(['11-21']);
    expect(joined(crowns, [choose(21, 11, true)])).toEqual(['11-21']);
  });

  test('a bridge with a line for each tooth is one bridge if its abutments are joined', () => {
    const lines = [
      unit('bridge_abutment', 13),
      unit('pontic', 12),
      unit('bridge_abutment', 11),
      unit('bridge_abutment', 21),
      unit('pontic', 22),
      unit('bridge_abutment', 23),
    ];
    expect(joined(lines)).not.toContain('11-21');
    expect(joined(lines, [choose(11, 21, true)])).toEqual(['13-12', '12-11', '11-21', '21-22', '22-23']);
  });

  test('a crown beside a cantilever is joined, and a pontic separated, by a choice about that pair only', () => {
    const lines = [unit('bridge_abutment', 13), unit('pontic', 12), unit('crown', 11)];
    expect(joined(lines)).toEqual(['13-12']);
    expect(joined(lines, [choose(12, 11, true)])).toEqual(['13-12', '12-11']);
    expect(joined(lines, [choose(13, 12, false)])).toEqual([]);
  });

  test('jaws, gaps, veneers and appliances are never joined', () => {
    for (const lines of [
      [unit('crown', 18, 48)],
      [unit('crown', 13, 11)],
      [unit('crown', 12), unit('veneer', 11)],
      [unit('splint'), unit('crown', 11)],
      [unit('crown', 55, 15)],
    ]) {
      const teeth = lines.flatMap((line) => line.teeth);
      const choices = teeth.flatMap((a) => teeth.map((b) => choose(a, b, true)));
      expect(joined(lines, choices)).toEqual([]);
      expect(fittingChoices(lines, choices)).toEqual([]);
      if (choices.length > 0) expect(firstUnfitChoice(lines, choices)).toEqual({ index: 0, part: 'teeth' });
    }
  });

  test('a choice like the proposal is left out, so the pair follows the proposal again', () => {
    const splinted = withChoice(crowns, [], choose(11, 12, true));
    expect(splinted).toEqual([choose(12, 11, true)]);
    expect(withChoice(crowns, splinted, choose(12, 11, false))).toEqual([]);
    expect(withChoice(crowns, splinted, choose(11, 21, true))).toEqual([
      choose(12, 11, true),
      choose(11, 21, true),
    ]);
  });

  test('a pair that is named twice does not fit', () => {
    expect(firstUnfitChoice(crowns, [choose(12, 11, true), choose(11, 21, false)])).toBe(undefined);
    expect(firstUnfitChoice(crowns, [choose(12, 11, true), choose(11, 12, false)])).toEqual({
      index: 1,
      part: 'teeth',
    });
  });

  test('joined teeth are written as spans, and neighbours at the end of a bridge as separate', () => {
    const lines = [unit('bridge_abutment', 13, 11), unit('pontic', 12), unit('crown', 21, 22, 26, 27)];
    const words = (choices: Connector[], system: 'FDI' | 'Universal' = 'FDI') =>
      connectorSpans(connectorsOf(lines, choices), system).map(({ layer, joined: together, separate }) => [
        layer,
        together,
        separate,
      ]);
    expect(words([choose(26, 27, true)])).toEqual([[null, ['11–13', '26–27'], ['11 | 21']]]);
    expect(words([choose(26, 27, true)], 'Universal')).toEqual([[null, ['6–8', '14–15'], ['8 | 9']]]);
    expect(words([])).toEqual([[null, ['11–13'], ['11 | 21']]]);
    const [singles] = connectorSpans(connectorsOf([unit('crown', 11, 21)], []), 'FDI');
    expect(singles).toMatchObject({ joined: [], separate: [] });
    expect(pairWord([11, 21], 'FDI')).toBe('11–21');
  });

  test('whatever is chosen, only neighbours that may be joined are, and each choice decides about its own pair', () => {
    const fdi = fc.constantFrom(...TEETH.map((tooth) => tooth.fdi));
    const lines = fc.array(
      fc.record({
        type: fc.constantFrom(...RESTORATION_TYPE_CODES, 'Vendor thing'),
        teeth: fc.uniqueArray(fdi, { maxLength: 8 }),
      }),
      { maxLength: 6 },
    );
    const choice = fc.record({
      teeth: fc.tuple(fdi, fdi),
      layer: fc.constantFrom(...LAYERS, undefined),
      joined: fc.boolean(),
    });
    const choices = fc.array(choice, { maxLength: 20 });
    fc.assert(
      fc.property(lines, choices, (order, chosen) => {
        const canJoin = (tooth: number) =>
          order.some(({ type, teeth }) => mayJoin(type) && teeth.includes(tooth));
        const connectors = connectorsOf(order, chosen);
        for (const { teeth } of connectors) {
          const [a, b] = [toothOf(teeth[0]), toothOf(teeth[1])];
          expect([a?.jaw, (a?.column ?? 0) + 1]).toEqual([b?.jaw, b?.column]);
          expect(teeth.every(canJoin)).toBe(true);
        }
        const ids = connectors.map(({ teeth, layer }) => `${teeth} ${layer}`);
        expect(new Set(ids).size).toBe(ids.length);
        expect(joinedUnits(order, chosen)).toHaveLength(connectors.filter((each) => each.joined).length);
        const fitting = fittingChoices(order, chosen);
        expect(connectorsOf(order, fitting)).toEqual(connectors);
        expect(firstUnfitChoice(order, fitting)).toBe(undefined);
        const proposal = connectorsOf(order, []);
        for (const [index, each] of connectors.entries()) {
          const own = fitting.find(
            ({ teeth, layer }) => String(teeth) === String(each.teeth) && layer === each.layer,
          );
          expect(each).toEqual(own ?? proposal[index]);
        }
      }),
    );
  });
});

describe('a provisional and final work on the same teeth', () => {
  const both = [unit('crown', 13, 12, 11), unit('provisional', 13, 12, 11)];
  const bridge: Connector[] = [choose(13, 12, true, 'provisional'), choose(12, 11, true, 'provisional')];
  const pairs = (lines: ReturnType<typeof unit>[], choices: Connector[] = []) =>
    connectorsOf(lines, choices).map(({ teeth, layer, joined: are }) => `${teeth.join('-')} ${layer} ${are}`);

  test('a provisional bridge over single crowns', () => {
    expect(pairs(both, bridge)).toEqual([
      '13-12 final false',
      '12-11 final false',
      '13-12 provisional true',
      '12-11 provisional true',
    ]);
    expect(drawnConnectors(both, connectorsOf(both, bridge))).toEqual([
      { teeth: [13, 12], color: typeColour('provisional'), isPartial: true },
      { teeth: [12, 11], color: typeColour('provisional'), isPartial: true },
    ]);
    const splinted = [choose(13, 12, true), choose(13, 12, true, 'provisional')];
    expect(drawnConnectors(both, connectorsOf(both, splinted))).toEqual([
      { teeth: [13, 12], color: typeColour('crown'), isPartial: false },
    ]);
    expect(connectorSpans(connectorsOf(both, bridge), 'FDI')).toMatchObject([
      { layer: 'final', joined: [], separate: ['12 | 13', '11 | 12'] },
      { layer: 'provisional', joined: ['11–13'], separate: [] },
    ]);
  });

  test('a provisional over two bridges side by side joins neither them nor its own ends between them', () => {
    const bridges = [
      unit('bridge_abutment', 17, 15),
      unit('pontic', 16),
      unit('bridge_abutment', 14, 12),
      unit('pontic', 13),
    ];
    const all = [...bridges, unit('provisional', 17, 16, 15, 14, 13, 12)];
    expect(pairs(bridges).filter((each) => each.endsWith('false'))).toEqual(['15-14 final false']);
    expect(pairs(all).filter((each) => each.endsWith('false'))).toEqual([
      '15-14 final false',
      '15-14 provisional false',
    ]);
  });

  test('a layer that only a newer server knows is listed last, and its units are not left out', () => {
    const layer = 'try_in' as Layer;
    const known = connectorsOf(both, bridge);
    const newer = known.slice(0, 1).map((each) => ({ ...each, layer, joined: true }));
    expect(connectorSpans([...newer, ...known], 'FDI').map((each) => [each.layer, each.joined])).toEqual([
      ['final', []],
      ['provisional', ['11–13']],
      ['try_in', ['12–13']],
    ]);
  });

  test('the provisional is proposed like the final work, and each follows its own choice', () => {
    const lines = [unit('bridge_abutment', 13, 11), unit('pontic', 12), unit('provisional', 13, 12, 11)];
    expect(pairs(lines).filter((each) => each.endsWith('false'))).toEqual([]);
    expect(pairs(lines, [choose(13, 12, false)])).toContain('13-12 provisional true');
    // A crown beside a cantilever stays single, whatever is beside the pontic until then.
    const cantilever = [unit('bridge_abutment', 13), unit('pontic', 12), unit('crown', 11)];
    expect(pairs([...cantilever, unit('provisional', 11)])).toEqual([
      '13-12 final true',
      '12-11 final false',
    ]);
  });

  test('a pontic between provisionals belongs to them, in chart order', () => {
    expect(pairs([unit('provisional', 13, 11), unit('pontic', 12)])).toEqual([
      '13-12 provisional true',
      '12-11 provisional true',
    ]);
    expect(layerOf('Vendor thing')).toBe('final');
  });

  test('a choice without a layer is about all layers of its pair, as when it was made', () => {
    const old: Connector[] = [{ teeth: [12, 11], joined: true }];
    expect(fittingChoices(both, old)).toEqual([choose(12, 11, true), choose(12, 11, true, 'provisional')]);
    expect(firstUnfitChoice(both, [...old, choose(11, 12, false)])).toEqual({ index: 1, part: 'teeth' });
    expect(firstUnfitChoice(both, [choose(11, 12, false), ...old])).toEqual({ index: 1, part: 'teeth' });
    expect(firstUnfitChoice(both, [choose(12, 11, true, 'wax_up')])).toEqual({ index: 0, part: 'layer' });
    expect(firstUnfitChoice(both, bridge)).toBe(undefined);
  });

  test('pressing a pair twice follows the proposal again in that layer only', () => {
    const once = withChoice(both, [choose(12, 11, true)], choose(12, 11, true, 'provisional'));
    expect(once).toEqual([choose(12, 11, true), choose(12, 11, true, 'provisional')]);
    expect(withChoice(both, once, choose(12, 11, false))).toEqual([choose(12, 11, true, 'provisional')]);
  });

  test('a page from before layers keeps them, unless its person changed the pair', () => {
    const shown = { restorations: both, connectorChoices: bridge };
    const sent = (...connectorChoices: Connector[]) =>
      receivedChoices({ restorations: both, connectorChoices }, shown);
    expect(sent({ teeth: [13, 12], joined: true }, { teeth: [12, 11], joined: true })).toEqual(bridge);
    expect(sent({ teeth: [13, 12], joined: false })).toEqual([
      choose(13, 12, false),
      choose(13, 12, false, 'provisional'),
    ]);
    expect(receivedChoices({ restorations: both }, shown)).toEqual(bridge);
    expect(receivedChoices({ restorations: [unit('crown', 13, 12)] }, shown)).toEqual([]);
    // Crowns that are added to a provisional bridge do not take its choices.
    const before = { restorations: [unit('provisional', 13, 12, 11)], connectorChoices: bridge };
    const added = { restorations: both, connectorChoices: [{ teeth: [13, 12], joined: true } as Connector] };
    expect(receivedChoices(added, before)).toEqual([choose(13, 12, true, 'provisional')]);
  });
});

describe('other work on the same teeth', () => {
  test('a provisional bridge beyond the final work is one span in chart order', () => {
    const lines = [unit('crown', 13, 12, 11), unit('provisional', 14, 13, 12, 11, 21)];
    const pairs: [number, number][] = [
      [14, 13],
      [13, 12],
      [12, 11],
      [11, 21],
    ];
    const choices = pairs.map(([from, to]) => choose(from, to, true, 'provisional'));
    const spans = connectorSpans(connectorsOf(lines, choices), 'FDI');
    expect(spans.map(({ layer, joined }) => [layer, joined])).toEqual([
      ['final', []],
      ['provisional', ['14–21']],
    ]);
    expect(spans[1]?.connectors.map(({ teeth }) => teeth)).toEqual(pairs);
  });

  test('a choice stays with units that become work of another layer', () => {
    const crowns = [unit('crown', 11, 21)];
    const provisional = [unit('provisional', 11, 21)];
    const splinted = [choose(11, 21, true)];
    expect(carriedChoices(crowns, splinted, provisional)).toEqual([choose(11, 21, true, 'provisional')]);
    const shown = { restorations: crowns, connectorChoices: splinted };
    const expected = [choose(11, 21, true, 'provisional')];
    expect(receivedChoices({ restorations: provisional }, shown)).toEqual(expected);
    const sent = [{ teeth: [11, 21] as [number, number], joined: true }];
    expect(receivedChoices({ restorations: provisional, connectorChoices: sent }, shown)).toEqual(expected);
  });

  test('a pair that was separated stays separate when its layer changes with another unit', () => {
    const before = [unit('provisional', 13, 11), unit('pontic', 12)];
    const after = [...before, unit('crown', 13)];
    expect(carriedChoices(before, [choose(13, 12, false, 'provisional')], after)).toEqual([
      choose(13, 12, false),
    ]);
    expect(carriedChoices(before, undefined, after)).toEqual([]);
  });
});
