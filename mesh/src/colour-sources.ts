import { keyOfPath, nameText } from './file-key.ts';
import { materialFilesOf } from './material-files.ts';
import { MeshError } from './mesh.ts';
import { type ColourSources, formatOf } from './parse-mesh.ts';
import { type Materials, parseMtl, picturesOfMtl } from './parse-mtl.ts';
import { largestPicture, maxPicturePixels, type Picture, pictureExtensions, pictureKind } from './picture.ts';
import { readPlyHeader } from './ply-header.ts';

/** Maximum number of pictures of a scan; further ones are ignored. */
const maxPictures = 16;

/** Extensions of files that can give colours to scans, without the dot. */
export const besideExtensions: readonly string[] = ['mtl', ...pictureExtensions];

/** Access to the files beside a scan. */
export interface Beside {
  /** The bytes of the files with these keys, in the same order; null for missing ones. */
  take(keys: string[]): Promise<(ArrayBuffer | null)[]>;
  /** The pixels of a PNG or JPEG, in the size that its header declares; null if it cannot be decoded. */
  decode(bytes: Uint8Array<ArrayBuffer>, type: 'image/png' | 'image/jpeg'): Promise<Picture | null>;
}

/**
 * Finds the colours of a scan: the material files that an OBJ names and their pictures, and the pictures that a PLY
 * names. `files` are the keys of all requested files, including missing ones. Missing, damaged or too large files are
 * skipped, and the size of a picture is checked before it is decoded.
 */
export async function findColourSources(
  bytes: Uint8Array,
  extension: string,
  beside: Beside,
): Promise<{ colours: ColourSources; files: string[] }> {
  const libraries = materialFilesOf(bytes, extension);
  const given = libraries.length > 0 ? await beside.take(libraries) : [];
  const texts = given.flatMap((file) => (file ? new Uint8Array(file) : []));
  const materials = texts.reduce<Materials>((known, text) => parseMtl(text, known), new Map());
  const named =
    formatOf(bytes, extension) === 'ply'
      ? picturesOfPly(bytes)
      : texts.reduce<ReadonlyMap<string, string>>((known, text) => picturesOfMtl(text, known), new Map());
  const keys = [...new Set(named.values())].slice(0, maxPictures);
  const pictures = await decoded(keys, beside);
  const byName = [...named].flatMap(([name, key]): [string, Picture][] => {
    const picture = pictures.get(key);
    return picture ? [[name, picture]] : [];
  });
  return { colours: { materials, pictures: new Map(byName) }, files: [...libraries, ...keys] };
}

async function decoded(keys: string[], beside: Beside): Promise<Map<string, Picture>> {
  const found = new Map<string, Picture>();
  const files = keys.length > 0 ? await beside.take(keys) : [];
  let room = maxPicturePixels;
  for (const [at, file] of files.entries()) {
    if (!file || file.byteLength > largestPicture) continue;
    const bytes = new Uint8Array(file);
    const kind = pictureKind(bytes);
    const pixels = kind ? kind.width * kind.height : 0;
    if (!kind || pixels === 0 || pixels > room) continue;
    const picture = await beside.decode(bytes, kind.type);
    if (!picture || picture.width !== kind.width || picture.height !== kind.height) continue;
    room -= pixels;
    found.set(keys[at] as string, picture);
  }
  return found;
}

/** Keys of the pictures of a PLY by their index. */
function picturesOfPly(bytes: Uint8Array): ReadonlyMap<string, string> {
  try {
    const named = readPlyHeader(bytes).pictures.flatMap((path, number): [string, string][] => {
      const key = keyOfPath(nameText(path), pictureExtensions);
      return key ? [[String(number), key]] : [];
    });
    return new Map(named);
  } catch (error) {
    // The reader of the scan reports the error.
    if (error instanceof MeshError) return new Map();
    throw error;
  }
}
