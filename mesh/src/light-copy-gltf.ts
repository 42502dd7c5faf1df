import { LIGHT_RECIPE, type LightLevel, type PackedLevel, positionBytes, type Slice } from './light-copy.ts';
import { MeshError } from './mesh.ts';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const FLOAT = 5126;
const MESHOPT = 'EXT_meshopt_compression';
/** Files are in millimetres, glTF in metres. */
const METRES = [0.001, 0.001, 0.001];
/** The header of a copy with three levels has about 4 kB. */
const LARGEST_HEAD = 64 * 1024;

/**
 * Writes levels, coarse to fine, into one binary glTF whose scene shows the finest; the others are attached by
 * `MSFT_lod`. The coarsest comes first, so that the beginning of the file is enough to draw something.
 */
export function writeLightCopy(levels: readonly PackedLevel[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let end = 0;
  let unpacked = 0;
  const views: object[] = [];
  const accessors: object[] = [];

  /** Adds one compressed array and returns the index of its accessor. */
  const add = (
    bytes: Uint8Array,
    of: { count: number; stride: number; mode: string; filter?: string },
    accessor: object,
  ) => {
    const { count, stride, mode, filter } = of;
    views.push({
      buffer: 1,
      byteOffset: unpacked,
      byteLength: count * stride,
      ...(mode === 'ATTRIBUTES' ? { byteStride: stride, target: 34962 } : { target: 34963 }),
      extensions: {
        [MESHOPT]: {
          buffer: 0,
          byteOffset: end,
          byteLength: bytes.length,
          byteStride: stride,
          count,
          mode,
          ...(filter && { filter }),
        },
      },
    });
    parts.push(bytes);
    end += bytes.length;
    unpacked += count * stride;
    for (const padding = new Uint8Array(-end & 3); end & 3; end += padding.length) parts.push(padding);
    accessors.push({ bufferView: views.length - 1, count, ...accessor });
    return accessors.length - 1;
  };

  const meshes = levels.map((level) => {
    const { vertices, triangles, form, min, max } = level;
    const stride = positionBytes(form);
    const filter = form === 'float' ? 'EXPONENTIAL' : undefined;
    const componentType = form === 'float' ? FLOAT : UNSIGNED_SHORT;
    const POSITION = add(
      level.positions,
      { count: vertices, stride, mode: 'ATTRIBUTES', filter },
      { componentType, type: 'VEC3', min, max },
    );
    const indices = add(
      level.indices,
      { count: triangles * 3, stride: 4, mode: 'TRIANGLES' },
      { componentType: UNSIGNED_INT, type: 'SCALAR' },
    );
    const colored = level.colors && {
      COLOR_0: add(
        level.colors,
        { count: vertices, stride: 8, mode: 'ATTRIBUTES' },
        { componentType: UNSIGNED_SHORT, type: 'VEC4', normalized: true },
      ),
    };
    const { creases, beside } = level;
    const extras = { ...(creases && { creases: [...creases] }), ...(beside && { beside }) };
    return {
      primitives: [{ attributes: { POSITION, ...colored }, indices, mode: 4 }],
      ...(creases || beside ? { extras } : {}),
    };
  });
  const finest = levels.length - 1;
  const coarser = Array.from({ length: finest }, (_, i) => finest - 1 - i);
  const nodes: object[] = levels.map(({ offset, step }, mesh) => ({
    mesh,
    translation: offset,
    scale: [step, step, step],
    ...(mesh === finest && finest > 0 ? { extensions: { MSFT_lod: { ids: coarser } } } : {}),
  }));
  nodes.push({ children: [finest], scale: METRES });
  const required = ['KHR_mesh_quantization', MESHOPT];
  return packed(
    {
      asset: { version: '2.0', generator: `Cusp light copy ${LIGHT_RECIPE}` },
      extensionsUsed: finest > 0 ? [...required, 'MSFT_lod'] : required,
      extensionsRequired: required,
      scene: 0,
      scenes: [{ nodes: [levels.length] }],
      nodes,
      meshes,
      accessors,
      bufferViews: views,
      buffers: [{ byteLength: end }, { byteLength: unpacked, extensions: { [MESHOPT]: { fallback: true } } }],
    },
    parts,
    end,
  );
}

function packed(json: object, parts: readonly Uint8Array[], binBytes: number): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonBytes = (text.length + 3) & ~3;
  const out = new Uint8Array(28 + jsonBytes + binBytes);
  const view = new DataView(out.buffer);
  [MAGIC, 2, out.length, jsonBytes, JSON_CHUNK].forEach((word, i) => void view.setUint32(i * 4, word, true));
  out.fill(32, 20, 20 + jsonBytes);
  out.set(text, 20);
  view.setUint32(20 + jsonBytes, binBytes, true);
  view.setUint32(24 + jsonBytes, BIN_CHUNK, true);
  let at = 28 + jsonBytes;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The parts of the header that are read; undefined if another writer left them out. */
interface Head {
  nodes: { mesh?: number; translation?: [number, number, number]; scale?: number[] }[];
  meshes: {
    primitives: { attributes: { POSITION: number; COLOR_0?: number }; indices: number }[];
    extras?: { creases?: number[]; beside?: string[] };
  }[];
  accessors: { bufferView: number; count: number; componentType: number }[];
  bufferViews: { extensions: { [MESHOPT]: { byteOffset: number; byteLength: number } } }[];
}

/**
 * The levels of a light copy, coarse to fine; undefined until enough of its beginning has arrived.
 * @throws MeshError for bytes that {@link writeLightCopy} did not write.
 */
export function lightLevels(bytes: Uint8Array): LightLevel[] | undefined {
  if (bytes.length < 20) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => view.getUint32(at, true);
  const jsonBytes = word(12);
  if (word(0) !== MAGIC || word(4) !== 2 || word(16) !== JSON_CHUNK || jsonBytes > LARGEST_HEAD)
    throw foreign();
  const body = 28 + jsonBytes;
  if (bytes.length < body) return undefined;
  try {
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes))) as Head;
    return head.meshes.map((_, mesh) => checked(levelOf(head, mesh, body), word(8)));
  } catch {
    throw foreign();
  }
}

const foreign = () => new MeshError('header', 'no light copy');

function levelOf(head: Head, mesh: number, body: number): LightLevel {
  const accessorOf = (id: number) => head.accessors[id] as Head['accessors'][number];
  const sliceOf = (id: number): Slice => {
    const view = head.bufferViews[accessorOf(id).bufferView] as Head['bufferViews'][number];
    const { byteOffset, byteLength } = view.extensions[MESHOPT];
    return { start: body + byteOffset, length: byteLength };
  };
  const node = head.nodes.find((each) => each.mesh === mesh);
  const primitive = head.meshes[mesh]?.primitives[0];
  const { creases, beside } = head.meshes[mesh]?.extras ?? {};
  if (!node?.translation || !primitive) throw foreign();
  const { POSITION, COLOR_0 } = primitive.attributes;
  const slices = [POSITION, primitive.indices, ...(COLOR_0 === undefined ? [] : [COLOR_0])].map(sliceOf);
  const [positions, indices, colors] = slices as [Slice, Slice, Slice?];
  return {
    triangles: accessorOf(primitive.indices).count / 3,
    vertices: accessorOf(POSITION).count,
    offset: node.translation,
    step: node.scale?.[0] as number,
    form: accessorOf(POSITION).componentType === FLOAT ? 'float' : 'grid',
    positions,
    indices,
    ...(colors && { colors }),
    ...(creases && { creases: checkedCreases(creases, accessorOf(POSITION).count) }),
    ...(beside && { beside: beside.map(String) }),
    end: Math.max(...slices.map(({ start, length }) => start + length)),
  };
}

function checkedCreases(creases: readonly number[], vertices: number): Uint32Array {
  if (!creases.every((vertex) => Number.isInteger(vertex) && vertex >= 0 && vertex < vertices))
    throw foreign();
  return Uint32Array.from(creases);
}

/** Limits allocation to what the file size allows: a triangle takes at least one byte. */
function checked(level: LightLevel, fileBytes: number): LightLevel {
  const { triangles, vertices, offset, step, end } = level;
  const isSound =
    [triangles, vertices, end].every((count) => Number.isSafeInteger(count) && count > 0) &&
    [...offset, step].every(Number.isFinite) &&
    triangles < end &&
    vertices <= triangles * 3 &&
    end <= fileBytes;
  if (!isSound) throw foreign();
  return level;
}
