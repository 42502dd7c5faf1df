import { describe, expect, test } from 'vitest';
import { parseMesh } from './parse-mesh.ts';
import { parseXyz } from './parse-xyz.ts';
import { sniffMesh } from './sniff-mesh.ts';
import { binaryStl, bytesOf, refusalOf } from './test-bytes.ts';

const triangle = [0, 0, 0, 1, 0, 0, 0, 2, 0];
const dicom = `${'\0'.repeat(128)}DICM`;

test.each([
  ['stl', binaryStl([triangle])],
  ['stl', binaryStl([triangle], 'solid jaw')],
  ['stl', bytesOf('\n# by hand\nsolid jaw\nfacet')],
  ['ply', bytesOf('ply\r\nformat ascii 1.0\r\n')],
  ['obj', bytesOf(`o jaw\n${'vn 0 0 1\n'.repeat(9000)}v 0 0 0\n`)],
  ['obj', bytesOf('# v\nmtllib a.mtl\no jaw\nv 0.1 -2e3 3\n')],
  ['xyz', bytesOf('1.5 2 3\n4 5 6\n')],
  ['xyz', bytesOf('1.5,2,3\n')],
  ['hps', bytesOf('<?xml version="1.0"?>\n<HPS version="1.1"><Packed_geometry>')],
  ['dicom', bytesOf(dicom)],
  ['unknown', bytesOf('<html>')],
  ['unknown', bytesOf('%PDF-1.7\nv')],
  ['unknown', new Uint8Array()],
])('%s is detected by its content', (content, bytes) => {
  expect(sniffMesh(bytes, bytes.length, '.stl')).toMatchObject({ content, agrees: content === 'stl' });
});

test('UTF-16 is detected and reported, and a scan that begins similarly is read', () => {
  for (const mark of ['\xff\xfe', '\xfe\xff']) {
    const wide = bytesOf(
      `${mark}${[...'v 0 0 0\nv 1 0 0\n'].map((c) => (mark === '\xff\xfe' ? `${c}\0` : `\0${c}`)).join('')}`,
    );
    expect(sniffMesh(wide, wide.length, 'obj')).toEqual({ content: 'obj', isWide: true, agrees: true });
    expect(refusalOf(() => parseMesh(wide, 'obj'))).toBe('encoding');
    expect(refusalOf(() => parseXyz(wide))).toBe('encoding');
    expect(parseMesh(binaryStl([triangle], mark), 'stl').triangles).toBe(1);
  }
});

test('the size formula uses the size of the whole file, not of the passed bytes', () => {
  const bytes = binaryStl(Array.from({ length: 2000 }, () => triangle));
  expect(sniffMesh(bytes.subarray(0, 65536), bytes.length, 'STL').agrees).toBe(true);
  expect(sniffMesh(bytes.subarray(0, 65536), bytes.length - 50, 'stl').agrees).toBe(false);
});

describe('reading', () => {
  test('trusts the content over the extension', () => {
    expect(parseMesh(binaryStl([triangle]), 'ply').triangles).toBe(1);
  });

  test('reading reports what is not a surface', () => {
    expect(refusalOf(() => parseMesh(bytesOf('<HPS version="1.1">'), 'stl'))).toBe('hps-schema');
    expect(refusalOf(() => parseMesh(bytesOf(dicom), 'stl'))).toBe('dicom');
    expect(refusalOf(() => parseMesh(bytesOf('1 2 3\n4 5 6\n'), 'png'))).toBe('unknown-format');
  });
});
