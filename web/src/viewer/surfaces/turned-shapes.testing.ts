import { type Surface, surfaceOf } from './surface.ts';

type HeightAt = (x: number, y: number) => number;

/** An open square sheet around the z axis with its faces upwards. */
export function sheet(id: number, half: number, cells: number, height: HeightAt, isFlipped = false): Surface {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = (i: number) => -half + (2 * half * i) / cells;
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) positions.push(at(i), at(j), height(at(i), at(j)));
  }
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const a = j * (cells + 1) + i;
      indices.push(a, a + 1, a + cells + 2, a, a + cells + 2, a + cells + 1);
    }
  }
  return built(id, positions, indices, isFlipped);
}

/**
 * A surface of revolution around the z axis from a profile of (radius, height), top to bottom; closed if it ends on
 * the axis.
 */
export function turned(
  id: number,
  line: readonly (readonly [radius: number, height: number])[],
  segments: number,
  { centre = [0, 0, 0], isFlipped = false }: { centre?: readonly number[]; isFlipped?: boolean } = {},
): Surface {
  const positions: number[] = [];
  const indices: number[] = [];
  const rings = line.map(([radius, height]) => {
    const start = positions.length / 3;
    const count = radius === 0 ? 1 : segments;
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / segments;
      positions.push(
        radius * Math.cos(angle) + centre[0],
        radius * Math.sin(angle) + centre[1],
        height + centre[2],
      );
    }
    return (k: number) => start + (count === 1 ? 0 : k % segments);
  });
  for (let ring = 1; ring < rings.length; ring++) {
    const [upper, lower] = [rings[ring - 1], rings[ring]] as [(k: number) => number, (k: number) => number];
    for (let k = 0; k < segments; k++) {
      const [a, b, c, d] = [upper(k), upper(k + 1), lower(k), lower(k + 1)] as [
        number,
        number,
        number,
        number,
      ];
      if (c !== d) indices.push(a, c, d);
      if (a !== b) indices.push(a, d, b);
    }
  }
  return built(id, positions, indices, isFlipped);
}

export function ball(id: number, radius: number, centre: readonly number[], isFlipped = false): Surface {
  const steps = 32;
  const line = Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (Math.PI * i) / steps;
    return [i === 0 || i === steps ? 0 : radius * Math.sin(angle), radius * Math.cos(angle)] as const;
  });
  return turned(id, line, 64, { centre, isFlipped });
}

function built(id: number, positions: number[], indices: number[], isFlipped: boolean): Surface {
  if (isFlipped) {
    for (let i = 0; i < indices.length; i += 3) {
      [indices[i], indices[i + 1]] = [indices[i + 1], indices[i]];
    }
  }
  return surfaceOf(id, Float32Array.from(positions), Uint32Array.from(indices));
}
