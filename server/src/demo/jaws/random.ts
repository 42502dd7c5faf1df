/** Numbers that look random and are the same for the same seed on every machine. */
export interface Random {
  /** Between 0 and 1. */
  next(): number;
  /** Between -1 and 1. */
  signed(): number;
}

/** Mulberry32: 32 bits of state are plenty for the shape of a jaw. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { next, signed: () => next() * 2 - 1 };
}

/** Smooth noise along one line, between -1 and 1, with bumps about one unit apart. */
export function noise1(x: number, seed: number): number {
  const cell = Math.floor(x);
  const f = x - cell;
  const ease = f * f * (3 - 2 * f);
  return lattice(cell, 0, 0, seed) * (1 - ease) + lattice(cell + 1, 0, 0, seed) * ease;
}

/** Smooth noise in space, between -1 and 1, with bumps about one unit apart. */
export function noise3(x: number, y: number, z: number, seed: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const u = ease(x - i);
  const v = ease(y - j);
  const w = ease(z - k);
  const low = face(i, j, k, u, v, seed);
  return low + (face(i, j, k + 1, u, v, seed) - low) * w;
}

/** The noise on one side of a cell. */
function face(i: number, j: number, k: number, u: number, v: number, seed: number): number {
  const near = lattice(i, j, k, seed) * (1 - u) + lattice(i + 1, j, k, seed) * u;
  const far = lattice(i, j + 1, k, seed) * (1 - u) + lattice(i + 1, j + 1, k, seed) * u;
  return near + (far - near) * v;
}

function ease(f: number): number {
  return f * f * (3 - 2 * f);
}

function lattice(i: number, j: number, k: number, seed: number): number {
  let h =
    Math.imul(i, 374761393) ^ Math.imul(j, 668265263) ^ Math.imul(k, 1274126177) ^ Math.imul(seed, 974711);
  h = Math.imul(h ^ (h >>> 13), 1103515245);
  return ((h ^ (h >>> 16)) & 0xffff) / 32767.5 - 1;
}
