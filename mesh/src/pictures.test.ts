import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findColourSources } from './colour-sources.ts';
import type { Mesh } from './mesh.ts';
import { parseMesh } from './parse-mesh.ts';
import { parseMtl, picturesOfMtl } from './parse-mtl.ts';
import { colourAt, type Picture, pictureKind } from './picture.ts';
import { bytesOf } from './test-bytes.ts';
import { pictureOf } from './test-pictures.ts';

const [red, green, blue, white] = ['ff0000', '00ff00', '0000ff', 'ffffff'] as const;
/** Red and green in the upper row, blue and white in the lower. */
const four = pictureOf([red, green], [blue, white]);
const fine = pictureOf(...Array.from({ length: 8 }, () => [red, red, red, red, green, green, green, green]));

/** Colours at the corners of each triangle, as `rrggbb`. */
function corners({ indices = new Uint32Array(), colors = new Uint8Array() }: Mesh): string[] {
  const hex = (vertex: number) =>
    [...colors.slice(vertex * 3, vertex * 3 + 3)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [...indices].flatMap((_, i) =>
    i % 3 === 0 ? [[...new Set([...indices.slice(i, i + 3)].map(hex))].join(' ')] : [],
  );
}

describe('a sample of a picture', () => {
  test.each([
    ['lower left', 0, 0, blue],
    ['lower right', 1, 0, white],
    ['upper left', 0, 1, red],
    ['upper right', 1, 1, green],
    ['out of range, where it repeats', 3.01, -0.99, blue],
  ])('%s', (_, u, v, colour) => {
    expect(colourAt(four, u, v).toString(16).padStart(6, '0')).toBe(colour);
  });

  test('a sample of a picture is interpolated from the surrounding pixels', () => {
    expect(colourAt(pictureOf(['000000', '646464']), 0.5, 0.5)).toBe(0x323232);
  });
});

describe('the size of a picture', () => {
  test('the size of a picture is read before decoding, for PNG and JPEG only', () => {
    const png = bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x02');
    expect(pictureKind(png)).toEqual({ type: 'image/png', width: 256, height: 2 });
    const jpeg = bytesOf('\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x03\0\x04\x03');
    expect(pictureKind(jpeg)).toEqual({ type: 'image/jpeg', width: 4, height: 3 });
    expect(pictureKind(bytesOf('GIF89a........................'))).toBeNull();
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void pictureKind(bytes)));
  });
});

describe('the picture of a material', () => {
  const named = (text: string) => [...picturesOfMtl(bytesOf(text))].map((pair) => pair.join(': '));

  test.each([
    ['beside it', 'newmtl jaw\nmap_Kd jaw.png\n', ['jaw: jaw.png']],
    ['in a folder of another computer', 'newmtl a\nmap_Kd C:\\scans\\My Jaw.JPG\r\n', ['a: my jaw.jpg']],
    [
      'behind options',
      'newmtl a\nMAP_KD -s 1 1 1 -o 0.5 0 -blendu on -clamp off 1.png\nmap_Kd b.png',
      ['a: 1.png'],
    ],
    ['in quotes and UTF-8', 'newmtl a\nmap_Kd "pr\xc3\xbc.jpeg"\n', ['a: prü.jpeg']],
    ['of an unsupported type or missing', 'map_Kd x.png\nnewmtl a\nmap_Kd a.exe\nmap_Kd\nmap_Ka b.png\n', []],
    ['of the first of two with one name', 'newmtl a\nmap_Kd 1.png\nnewmtl a\nmap_Kd 2.png\n', ['a: 1.png']],
  ])('%s', (_, text, pairs) => {
    expect(named(text)).toEqual(pairs);
  });
});

describe('an OBJ', () => {
  const square =
    'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0.1 0.1\nvt 0.4 0.1\nvt 0.4 0.9\nvt 0.9 0.9\nvt 0.9 0.1\n';
  const pictures = new Map([['skin', fine]]);
  const read = (faces: string, mtl = '') =>
    parseMesh(bytesOf(square + faces), 'obj', { pictures, materials: parseMtl(bytesOf(mtl)) });

  test('an OBJ has the colours of the picture at its corners', () => {
    expect(corners(read('usemtl skin\nf 1/1 2/2 3/3\nf 1/4/1 3/5/1 4/4/1\n'))).toEqual([red, green]);
    expect(corners(read('usemtl skin\nf -4/-5 -3/-4 -2/-3\n'))).toEqual([red]);
  });

  test('an OBJ shares vertices where the texture is continuous, and duplicates them where it is not', () => {
    expect(read('usemtl skin\nf 1/1 2/2 3/3\nf 1/1 3/3 4/2\n').positions).toHaveLength(4 * 3);
    expect(read('usemtl skin\nf 1/1 2/2 3/3\nf 1/5 3/4 4/4\n').positions).toHaveLength(6 * 3);
  });

  test('an OBJ of polygons, including concave ones, has the colours of its picture', () => {
    const arrow = 'v 0 0 0\nv 2 0 0\nv 0.2 0.2 0\nv 0 2 0\n';
    const mesh = read(`${arrow}usemtl skin\nf 5/1 6/2 7/3 8/1\n`);
    expect([mesh.triangles, ...corners(mesh)]).toEqual([2, red, red]);
    expect(mesh.bounds.max).toEqual([2, 2, 0]);
  });

  test.each([
    ['no place', 'f 1 2 3', white],
    ['a missing texture coordinate', 'f 1/1 2/2 3/99', white],
    ['an invalid index', 'f 1/x 2/2 3/3', white],
    ['place 0', 'f 1/0 2/2 3/3', white],
  ])('an OBJ keeps faces with %s plain', (_, face, colour) => {
    expect(corners(read(`usemtl skin\nf 1/1 2/2 3/3\n${face}\n`))).toEqual([red, colour]);
  });

  test('an OBJ gives other faces exactly the colour of their material', () => {
    const mtl = 'newmtl gum\nKd 1 0.1 0\nnewmtl skin\nKd 1 1 1\nmap_Kd a.png\n';
    expect(corners(read('usemtl skin\nf 1/1 2/2 3/3\nusemtl gum\nf 1/1 2/2 3/3\n', mtl))).toEqual([
      red,
      'ff1a00',
    ]);
  });

  test('an OBJ with invalid texture coordinates is read without them', () => {
    expect(corners(read('vt nan x\nusemtl skin\nf 1/6 2/6 3/6\nf 1/1 2/2 3/3\n'))).toEqual([white, red]);
  });

  test('the picture takes precedence over the colour of a vertex', () => {
    const own = 'v 0 0 1 0 0 1\nv 1 0 1 0 0 1\nv 1 1 1 0 0 1\n';
    expect(corners(read(`${own}usemtl skin\nf 5/1 6/2 7/3\nf 5 6 7\n`))).toEqual([red, blue]);
  });
});

describe('a PLY', () => {
  const read = (vertex: string, face: string, body: string, pictures = new Map([['0', fine]])) =>
    parseMesh(
      bytesOf(
        `ply\nformat ascii 1.0\ncomment TextureFile a.png\nelement vertex 4\nproperty float x\nproperty float y\n` +
          `property float z\n${vertex}element face 2\nproperty list uchar int vertex_indices\n${face}end_header\n${body}`,
      ),
      'ply',
      { pictures },
    );
  const plain = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';

  test.each([
    ['s', 't'],
    ['u', 'v'],
    ['texture_u', 'texture_v'],
  ])('a PLY with texture coordinates named %s and %s', (u, v) => {
    const body = '0 0 0 .1 .1\n1 0 0 .4 .1\n1 1 0 .4 .9\n0 1 0 .1 .9\n3 0 1 2\n3 0 2 3\n';
    expect(corners(read(`property float ${u}\nproperty float ${v}\n`, '', body))).toEqual([red, red]);
  });

  test('a PLY can list texture coordinates per face, before or after the vertices', () => {
    const list = 'property list uchar float texcoord\n';
    const body = `${plain}3 0 1 2 6 .1 .1 .4 .1 .4 .9\n3 0 2 3 6 .6 .1 .9 .1 .9 .9\n`;
    expect(corners(read('', list, body))).toEqual([red, green]);
    const short = `${plain}3 0 1 2 6 .1 .1 .4 .1 .4 .9\n3 0 2 3 2 .6 .1\n`;
    expect(corners(read('', list, short))).toEqual([red, white]);
  });

  test('a PLY can have several pictures', () => {
    const lists = 'property list uchar float texcoord\nproperty int texnumber\n';
    const body = `${plain}3 0 1 2 6 .1 .1 .4 .1 .4 .9 1\n3 0 2 3 6 .1 .1 .4 .1 .4 .9 -1\n`;
    const pictures = new Map([['1', pictureOf([blue])]]);
    expect(corners(read('', lists, body, pictures))).toEqual([blue, white]);
  });

  test('a PLY with a quadrangle has the colours of its picture', () => {
    const body = `${plain}4 0 1 2 3 8 .1 .1 .4 .1 .4 .9 .1 .9\n3 0 1 2 0\n`;
    expect(corners(read('', 'property list uchar float texcoord\n', body))).toEqual([red, red, white]);
  });
});

describe('the files beside a scan', () => {
  const png = (width: number, height: number) => {
    const bytes = new Uint8Array(40);
    bytes.set(bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'));
    new DataView(bytes.buffer).setUint32(16, width);
    new DataView(bytes.buffer).setUint32(20, height);
    return bytes;
  };
  async function beside(text: string, extension: string, files: Record<string, Uint8Array>) {
    const decoded: number[] = [];
    const found = await findColourSources(bytesOf(text), extension, {
      take: async (keys) => keys.map((key) => (files[key] ? Uint8Array.from(files[key]).buffer : null)),
      decode: async (bytes): Promise<Picture> => {
        const { width = 0, height = 0 } = pictureKind(bytes) ?? {};
        decoded.push(width);
        return { width, height, pixels: new Uint8Array(4) };
      },
    });
    return { asked: found.files, named: [...(found.colours.pictures?.keys() ?? [])], decoded };
  }
  const obj = 'mtllib A.mtl\nv 0 0 0\n';
  const ply = (name: string) =>
    `ply\nformat ascii 1.0\ncomment TextureFile ${name}\nelement vertex 0\nproperty float x\nend_header\n`;

  test('the files beside a scan of an OBJ are its material files and their pictures', async () => {
    const files = {
      'a.mtl': bytesOf('newmtl one\nmap_Kd 1.png\nnewmtl two\nmap_Kd 2.png\n'),
      '1.png': png(4, 4),
    };
    const found = await beside(obj, 'obj', files);
    expect(found).toEqual({ asked: ['a.mtl', '1.png', '2.png'], named: ['one'], decoded: [4] });
    expect((await beside(obj, 'obj', {})).asked).toEqual(['a.mtl']);
  });

  test('the files beside a scan of a PLY are its pictures, and of an STL nothing', async () => {
    const found = await beside(ply('..\\scan\\Jaw 1.PNG'), 'ply', { 'jaw 1.png': png(2, 2) });
    expect(found).toMatchObject({ asked: ['jaw 1.png'], named: ['0'] });
    expect((await beside('solid a\nmtllib a.mtl\n', 'stl', {})).asked).toEqual([]);
    expect((await beside(ply('/etc/passwd'), 'ply', {})).asked).toEqual([]);
    expect((await beside('ply\nrubbish', 'ply', {})).asked).toEqual([]);
  });

  test('the files beside a scan that declare more pixels than allowed are not decoded', async () => {
    for (const size of [png(100_000, 100_000), png(0, 4), png(4096, 4097), bytesOf('GIF89a')]) {
      const found = await beside(ply('a.png'), 'ply', { 'a.png': size });
      expect(found).toEqual({ asked: ['a.png'], named: [], decoded: [] });
    }
    const two = { 'a.mtl': bytesOf('newmtl a\nmap_Kd a.png\nnewmtl b\nmap_Kd b.png\n') };
    const found = await beside(obj, 'obj', { ...two, 'a.png': png(4096, 3000), 'b.png': png(4096, 3000) });
    expect(found).toMatchObject({ named: ['a'], decoded: [4096] });
  });
});
