import { expect, test } from 'vitest';
import { deviation } from './deviation.ts';
import { distances } from './distances.ts';
import { section } from './section.ts';
import { kept, neverYields } from './shapes.testing.ts';
import { snap } from './snap.ts';
import { type Surface, surfaceOf } from './surface.ts';
import { ball } from './turned-shapes.testing.ts';
import { undercut } from './undercut.ts';

/** The scan with each face repeated, with the same or the opposite winding, between separate vertices. */
function doubled({ geometry }: Surface, isReversed: boolean): Surface {
  const positions = geometry.getAttribute('position').array as Float32Array;
  const indices = geometry.index?.array as Uint32Array;
  const again = Uint32Array.from(
    isReversed ? indices.toReversed() : indices,
    (v) => v + positions.length / 3,
  );
  return surfaceOf(
    1,
    Float32Array.from([...positions, ...positions]),
    Uint32Array.from([...indices, ...again]),
  );
}

/** Results of the tools for a scan beside a larger ball. */
async function said(scan: Surface) {
  const both = kept(scan, ball(2, 5.3, [0, 0, 0]));
  const toOther = { to: [2], reach: 2, isBite: false };
  const { values } = await distances(both, { scan: 1, ...toOther }, neverYields);
  const { values: back } = await distances(both, { scan: 2, to: [1], reach: 2, isBite: false }, neverYields);
  const plane = { origin: [0, 0.013, 0], right: [1, 0, 0], up: [0, 0, 1] } as const;
  const spot = { scan: 1, point: [0, 0, 5], normal: [0, 0, 1] } as const;
  return {
    undercut: (await undercut(both, { scan: 1, path: [0, 0, -1], deepest: 2 }, neverYields)).area,
    mean: deviation(both, { scan: 1, values }).mean,
    back: [Math.min(...back), Math.max(...back)],
    outlines: section(both, { plane, scans: [1] }).starts.length - 1,
    snapped: snap(both, { spot, to: 'edge', reach: 1 }).point,
  };
}

test.each([false, true])('faces that are written twice count once, reversed: %s', async (isReversed) => {
  const once = ball(1, 5, [0, 0, 0]);
  const wanted = await said(once);
  expect(wanted.outlines).toBe(1);
  expect(await said(doubled(once, isReversed))).toEqual(wanted);
});
