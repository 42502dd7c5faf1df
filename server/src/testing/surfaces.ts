import type { IndexedMesh } from '@cusp/mesh/weld';

const corner = (mesh: IndexedMesh, at: number) => {
  const vertex = (mesh.indices[at] as number) * 3;
  return [0, 1, 2].map((axis) => mesh.positions[vertex + axis] as number) as [number, number, number];
};

/** Largest distance from a vertex of one mesh to the nearest of the other, searched in cells of 0.1 mm. */
export function farthest(from: IndexedMesh, to: IndexedMesh): number {
  const cell = Math.max(
    0.1,
    ...from.bounds.max.map((max, i) => (max - (from.bounds.min[i] as number)) / 500),
  );
  const cells = new Map<string, number[]>();
  const key = (x: number, y: number, z: number) => `${x} ${y} ${z}`;
  const { positions } = to;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => Math.floor((positions[i + axis] as number) / cell)) as [
      number,
      number,
      number,
    ];
    const list = cells.get(key(x, y, z));
    if (list) list.push(i);
    else cells.set(key(x, y, z), [i]);
  }
  let most = 0;
  const used = new Set(from.indices);
  for (const vertex of used) {
    const [x, y, z] = [0, 1, 2].map((axis) => from.positions[vertex * 3 + axis] as number) as [
      number,
      number,
      number,
    ];
    let nearest = Number.POSITIVE_INFINITY;
    // The nearest vertex may be just across the border of a cell.
    const reach = (value: number) =>
      new Set([Math.floor((value - 0.01) / cell), Math.floor((value + 0.01) / cell)]);
    for (const a of reach(x))
      for (const b of reach(y))
        for (const c of reach(z))
          for (const i of cells.get(key(a, b, c)) ?? [])
            nearest = Math.min(
              nearest,
              Math.hypot(
                x - (positions[i] as number),
                y - (positions[i + 1] as number),
                z - (positions[i + 2] as number),
              ),
            );
    most = Math.max(most, nearest);
  }
  return most;
}

/** Total area of the triangles, in square millimetres. */
export const area = (mesh: IndexedMesh): number => {
  let sum = 0;
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const [a, b, c] = [corner(mesh, i), corner(mesh, i + 1), corner(mesh, i + 2)];
    const u = b.map((value, axis) => value - (a[axis] as number)) as [number, number, number];
    const v = c.map((value, axis) => value - (a[axis] as number)) as [number, number, number];
    sum += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return sum;
};
