import type { PackedColour } from './colour-bytes.ts';
import { keyOfPath, longestLine, nameText } from './file-key.ts';
import { MeshError } from './mesh.ts';
import { pictureExtensions } from './picture.ts';
import { lineRest, lineText, TextCursor } from './text-cursor.ts';

/** Colours of materials by name, one character per byte of the name. */
export type Materials = ReadonlyMap<string, PackedColour>;

const maxMaterials = 10_000;

/** In lower case: the statements of Wavefront, and additions of renderers. Anything with `map_` also counts. */
const statements: ReadonlySet<string> = new Set(
  (
    'newmtl ka kd ks ke km kr kt kf tf tr d ns ni ne illum sharpness bump disp decal refl norm ' +
    'pr pm ps pc pcr aniso anisor xf'
  ).split(' '),
);
const longestWord = 32;

/** Whether bytes are the text of a material file: each line is blank, a comment or begins with a known statement. */
export function isMaterialText(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte < 32 && (byte < 9 || byte > 13)) return false;
  const cursor = new TextCursor(bytes);
  cursor.skipMark();
  while (cursor.toToken()) {
    if (!isStatement(cursor)) return false;
    cursor.skipStatement();
  }
  return true;
}

function isStatement({ bytes, at }: TextCursor): boolean {
  if (bytes[at] === 35) return true;
  const [word = ''] = lineRest(bytes.subarray(at, at + longestWord), 0)
    .toLowerCase()
    .split(/\s/);
  return statements.has(word) || /^map_[a-z]\w*$/.test(word);
}

/**
 * Adds the diffuse colours (`Kd`) of a material file to the known ones; of two with one name the first applies. They
 * are sRGB, as programs that show OBJ files treat them. Malformed lines are skipped.
 */
export function parseMtl(bytes: Uint8Array, known: Materials = new Map()): Materials {
  const found = new Map(known);
  const cursor = new TextCursor(bytes);
  cursor.skipMark();
  let name: string | undefined;
  let colour: PackedColour | undefined;
  let hasPicture = false;
  const keep = () => {
    // White with a picture is only its neutral factor.
    const says = colour !== undefined && !(hasPicture && colour === 0xffffff);
    if (name && says && !found.has(name) && found.size < maxMaterials)
      found.set(name, colour as PackedColour);
  };
  while (cursor.toToken()) {
    if (cursor.takeWord('newmtl')) {
      keep();
      name = lineRest(bytes, cursor.at);
      colour = undefined;
      hasPicture = false;
    } else if (cursor.takeWord('kd')) colour = colourAt(cursor) ?? colour;
    else if (cursor.takeWord('map_kd')) hasPicture = true;
    cursor.skipStatement();
  }
  keep();
  return found;
}

/** One fraction for grey, or red, green and blue; undefined for anything else. */
function colourAt(cursor: TextCursor): PackedColour | undefined {
  const values: number[] = [];
  try {
    while (values.length < 3 && cursor.toValue()) values.push(cursor.number());
  } catch (error) {
    if (error instanceof MeshError) return undefined;
    throw error;
  }
  const [red, green = red, blue = red] = values;
  if (red === undefined || values.length === 2 || !values.every(Number.isFinite)) return undefined;
  return (byteOf(red) << 16) | (byteOf(green) << 8) | byteOf(blue);
}

const byteOf = (fraction: number): number => Math.round(Math.min(1, Math.max(0, fraction)) * 255);

/** A statement's options with their values, before the name of a picture. */
const options = /^(\s*-[a-z]+(\s+(on|off|[rgbmlz]|[-+]?[\d.]+(e[-+]?\d+)?)(?=\s))*\s+)+/i;

/**
 * Adds the pictures (`map_Kd`) of a material file to the known ones: the key of the file by the name of the material.
 * Of two materials with one name the first applies; options are skipped.
 */
export function picturesOfMtl(
  bytes: Uint8Array,
  known: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const found = new Map(known);
  const cursor = new TextCursor(bytes);
  cursor.skipMark();
  let name: string | undefined;
  while (cursor.toToken()) {
    if (cursor.takeWord('newmtl')) name = lineRest(bytes, cursor.at);
    else if (name && cursor.takeWord('map_kd')) {
      const path = nameText(lineText(bytes, cursor.at, longestLine)).replace(options, '');
      const key = keyOfPath(path, pictureExtensions);
      if (key && !found.has(name) && found.size < maxMaterials) found.set(name, key);
    }
    cursor.skipStatement();
  }
  return found;
}
