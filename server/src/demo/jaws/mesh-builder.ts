import { boundsOf, type Mesh } from '@cusp/mesh/mesh';

export type Point = [x: number, y: number, z: number];
export type Colour = [red: number, green: number, blue: number];

/** A point of a surface and its colour. */
export interface Spot {
  at: Point;
  colour: Colour;
}

/** Gathers rectangular patches of surface into one mesh. */
export class MeshBuilder {
  readonly #positions: number[] = [];
  readonly #colors: number[] = [];
  readonly #indices: number[] = [];

  get triangles(): number {
    return this.#indices.length / 3;
  }

  /**
   * Adds a patch of `rows` × `columns` points. `closed` joins the last column to the first, for a
   * tube; `tip` is a single point that closes the last row. Seen from outside, columns run
   * counter-clockwise around a tube whose rows rise.
   */
  patch(
    rows: number,
    columns: number,
    spot: (row: number, column: number) => Spot,
    closed: boolean,
    tip?: Spot,
  ): void {
    const first = this.#positions.length / 3;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) this.#add(spot(row, column));
    const steps = closed ? columns : columns - 1;
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column < steps; column++) {
        const a = first + row * columns + column;
        const b = first + row * columns + ((column + 1) % columns);
        const [c, d] = [a + columns, b + columns];
        // Alternating diagonals leave no grain in the shading.
        if ((row + column) % 2) this.#indices.push(a, b, d, a, d, c);
        else this.#indices.push(a, b, c, b, d, c);
      }
    }
    if (!tip) return;
    const top = this.#add(tip);
    const lastRow = first + (rows - 1) * columns;
    for (let column = 0; column < steps; column++) {
      this.#indices.push(lastRow + column, lastRow + ((column + 1) % columns), top);
    }
  }

  /** The finished mesh; `mirrored` turns every triangle round, for a surface that was mirrored. */
  finish(mirrored: boolean): Mesh & { indices: Uint32Array; colors: Uint8Array } {
    const positions = Float32Array.from(this.#positions);
    const indices = Uint32Array.from(this.#indices);
    if (mirrored) {
      for (let i = 0; i < indices.length; i += 3) {
        const swap = indices[i + 1] as number;
        indices[i + 1] = indices[i + 2] as number;
        indices[i + 2] = swap;
      }
    }
    return {
      positions,
      indices,
      colors: Uint8Array.from(this.#colors),
      triangles: indices.length / 3,
      bounds: boundsOf(positions),
    };
  }

  #add({ at, colour }: Spot): number {
    this.#positions.push(...at);
    this.#colors.push(...colour);
    return this.#positions.length / 3 - 1;
  }
}

/** The mean of two colours, `share` of the second. */
export function blend(a: Colour, b: Colour, share: number): Colour {
  const t = Math.min(1, Math.max(0, share));
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
