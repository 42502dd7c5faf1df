import { isCrowded } from '@cusp/mesh/level-vertices';
import type { PackedLevel } from '@cusp/mesh/light-copy';
import { lightLevels, writeLightCopy } from '@cusp/mesh/light-copy-gltf';
import { MeshError } from '@cusp/mesh/mesh';
import { type ColourSources, parseMesh } from '@cusp/mesh/parse-mesh';
import { type ScanShape, shapeOf } from '@cusp/mesh/scan-shape';
import { withNormals } from '@cusp/mesh/smooth-normals';
import { unpackLevel } from '@cusp/mesh/unpack-light-copy';
import { type IndexedMesh, weld } from '@cusp/mesh/weld';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { packLevel } from './pack-level.ts';

/** More than any scan within the upload limit has. */
const MAX_TRIANGLES = 5_000_000;
/** Triangles of the coarser levels and their grid resolution: 12 bits are 16 µm of a jaw. */
const COARSER = [
  { triangles: 60_000, bits: 12 },
  { triangles: 8_000, bits: 12 },
] as const;
const FULL_BITS = 16;
/** Limit of crease vertices listed in the header of a copy; designs have more. */
const MAX_CREASES = 2000;
/** Minimum saving for a level to be worth its bytes. */
const WORTH = 0.6;

/**
 * Builds the light copy of a mesh file: welded, quantised, compressed, with up to two coarser levels before the full
 * one. `colours` gives colours, from the `files` with these keys. Throws `MeshError` for files that cannot be shown.
 */
export async function buildLightCopy(
  bytes: Uint8Array,
  extension: string,
  { colours, files }: { colours?: ColourSources; files?: readonly string[] } = {},
): Promise<{ glb: Uint8Array; triangles: number; shape: ScanShape }> {
  const parsed = parseMesh(bytes, extension, colours);
  if (parsed.triangles === 0) throw new MeshError('no-surface');
  if (parsed.triangles > MAX_TRIANGLES) throw new MeshError('too-large', `${parsed.triangles} triangles`);
  const mesh = weld(parsed);
  await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready]);
  const levels = [packLevel(mesh, mesh.indices, FULL_BITS)];
  let finer = mesh.indices;
  // Simplification needs vertex adjacency; without it only the full level is sent.
  for (const { triangles, bits } of isCrowded(mesh, finer) ? [] : COARSER) {
    const coarse = simplified(mesh, finer, triangles * 3);
    if (coarse.length === 0 || coarse.length > finer.length * WORTH) continue;
    levels.unshift(packLevel(mesh, coarse, bits));
    finer = coarse;
  }
  await addCreases(levels);
  const full = levels.at(-1);
  if (full && files) full.beside = files;
  return { glb: writeLightCopy(levels), triangles: mesh.triangles, shape: shapeWithoutSeams(mesh, finer) };
}

/** Welds by position, because vertices are duplicated at colour borders and edges would seem open. */
function shapeWithoutSeams(mesh: IndexedMesh, indices: Uint32Array): ScanShape {
  const bare = mesh.colors ? weld({ ...mesh, colors: undefined, indices }) : { ...mesh, indices };
  return shapeOf(bare, bare.indices);
}

/** Listed so that the viewer need not search the full level for creases, its slowest step. */
async function addCreases(levels: PackedLevel[]): Promise<void> {
  await MeshoptDecoder.ready;
  const full = levels.at(-1);
  const glb = writeLightCopy(full ? [full] : []);
  const [level] = lightLevels(glb) ?? [];
  if (!full || !level) return;
  // Uses the quantised positions, because half a step can create a crease.
  const { creases } = withNormals(unpackLevel(glb, level, MeshoptDecoder.decodeGltfBuffer));
  if (creases.length <= MAX_CREASES) full.creases = creases;
}

/** Corners of about this many triangles of the simplified shape. */
function simplified({ positions }: IndexedMesh, corners: Uint32Array, target: number): Uint32Array {
  if (corners.length <= target) return corners;
  const [kept] = MeshoptSimplifier.simplify(corners, positions, 3, target, 1, ['Prune']);
  if (kept.length > 0 && kept.length <= target * 2) return kept;
  // A mesh of loose triangles keeps all its edges; a coarse level may drop them.
  const [sketch] = MeshoptSimplifier.simplifySloppy(corners, positions, 3, null, target, 1);
  return sketch;
}
