import { type IndexedMesh, weld } from './weld.ts';

/** A mesh with normals for shading. */
export type ShadedMesh = IndexedMesh & {
  /** Unit vectors, x y z for each vertex. */
  normals: Float32Array;
  /** Sum of all faces' area vectors over their area: about 0 for closed shapes, otherwise points out of the opening. */
  opening: [number, number, number];
  /**
   * Input indices of the vertices that were split because faces meet at a crease there; in coloured meshes, indices of
   * the mesh without colours.
   */
  creases: Uint32Array;
};

/**
 * The mesh with the normals that it has without its colours, so that shading is smooth across the border of two
 * colours. Undefined if no two vertices share a position. `shade` computes the normals of a mesh without colours.
 */
export function overSeams(
  mesh: IndexedMesh,
  shade: (bare: IndexedMesh) => ShadedMesh,
): ShadedMesh | undefined {
  const { triangles, bounds } = mesh;
  // Welding single vertices instead of faces maps each vertex to the index of its position.
  const { positions, indices: spots } = weld({ positions: mesh.positions, triangles, bounds });
  if (positions.length === mesh.positions.length) return undefined;
  const corners = mesh.indices.map((vertex) => spots[vertex]);
  const shaded = shade({ positions, indices: corners, triangles, bounds });
  return { ...coloured(mesh, shaded), opening: shaded.opening, creases: shaded.creases };
}

/** Vertices with one colour and one normal each. */
function coloured(mesh: IndexedMesh, shaded: ShadedMesh): Omit<ShadedMesh, 'opening' | 'creases'> {
  const count = mesh.positions.length / 3;
  const sides = shaded.normals.length / 3;
  const normalOf = new Uint32Array(count);
  const copies = new Map<number, number>();
  const origins: number[] = [];
  const normals: number[] = [];
  const indices = mesh.indices.map((vertex, corner) => {
    const side = shaded.indices[corner] + 1;
    if (normalOf[vertex] === 0) normalOf[vertex] = side;
    if (normalOf[vertex] === side) return vertex;
    const key = vertex * (sides + 1) + side;
    const known = copies.get(key);
    if (known !== undefined) return known;
    copies.set(key, count + origins.length);
    normals.push(side);
    return count + origins.push(vertex) - 1;
  });
  const places = Uint32Array.from({ length: count + origins.length }, (_, i) =>
    i < count ? i : origins[i - count],
  );
  // An unused vertex may have any normal.
  const turns = Uint32Array.from(places, (_, i) =>
    Math.max(0, (i < count ? normalOf[i] : normals[i - count]) - 1),
  );
  return {
    ...mesh,
    positions: picked(mesh.positions, places, new Float32Array(places.length * 3)),
    ...(mesh.colors ? { colors: picked(mesh.colors, places, new Uint8Array(places.length * 3)) } : {}),
    normals: picked(shaded.normals, turns, new Float32Array(places.length * 3)),
    indices,
  };
}

function picked<A extends Float32Array | Uint8Array>(from: A, places: Uint32Array, out: A): A {
  for (let i = 0; i < places.length; i++) {
    for (let axis = 0; axis < 3; axis++) out[i * 3 + axis] = from[places[i] * 3 + axis];
  }
  return out;
}
