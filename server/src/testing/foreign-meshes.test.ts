import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { unpackFacets } from '@cusp/mesh/hps-facets';
import { MeshError } from '@cusp/mesh/mesh';
import { parseMesh } from '@cusp/mesh/parse-mesh';
import { describe, expect, test } from 'vitest';
import { sharedFolder as shared } from './shared-folder.ts';

interface Row {
  folder: string;
  file: string;
  /** Triangles that an independent reader counted; undefined if it found no surface. */
  triangles?: number;
}

/**
 * Corrections where independent readers are wrong: ASCII mistaken for binary, coordinates that are not numbers, and a
 * skipped face without corners.
 */
const corrected: Record<string, number | 'refused'> = {
  'o3dv--stl--single_triangle_with_comments.stl': 1,
  'assimp--OBJ--box_UTF16BE.obj': 'refused',
  'assimp--invalid--malformed2.obj': 'refused',
  'tinyobj--test-nan.obj': 'refused',
  'tinyobj--issue-140-zero-face-idx.obj': 'refused',
};

function rowsOf(folder: string): Row[] {
  const readme = new URL(`${folder}/README.md`, shared);
  if (!existsSync(readme)) return [];
  const rows = [
    ...readFileSync(readme, 'utf8').matchAll(/^\| (\S+\.(?:stl|ply|obj|dcm)) \|[^|]*\| ([\d,]+|-) \|/gm),
  ];
  return rows.map(([, file = '', count = '']) => ({
    folder,
    file,
    triangles: count === '-' ? undefined : Number(count.replaceAll(',', '')),
  }));
}

describe.each(['mesh-conformance', 'scans'])('%s', (folder) => {
  const rows = rowsOf(folder);

  test.skipIf(rows.length === 0)('every file is in the table', () => {
    const files = readdirSync(new URL(`${folder}/`, shared)).filter((name) =>
      /\.(stl|ply|obj|dcm)$/.test(name),
    );
    expect(rows.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  for (const row of rows) {
    test(row.file, () => {
      const bytes = new Uint8Array(readFileSync(new URL(`${row.folder}/${row.file}`, shared)));
      const expected = corrected[row.file] ?? row.triangles ?? 'refused';
      let found: number | 'refused';
      try {
        found = parseMesh(bytes, row.file.slice(row.file.lastIndexOf('.') + 1)).triangles;
      } catch (error) {
        expect(error).toBeInstanceOf(MeshError);
        found = 'refused';
      }
      expect(found).toBe(expected);
    });
  }
});

/** In an encrypted scan only the vertices are encrypted; its triangles can be read. */
test.skipIf(!existsSync(new URL('scans/3shape-encrypted-scan.dcm', shared)))(
  'the triangles of a real packed scan make one closed surface',
  () => {
    const text = readFileSync(new URL('scans/3shape-encrypted-scan.dcm', shared), 'latin1');
    const [, vertices = '', facets = '', base64 = ''] =
      /vertex_count="(\d+)"[\s\S]*facet_count="(\d+)"[^>]*>([^<]*)</.exec(text) ?? [];
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
    const indices = unpackFacets(bytes, Number(vertices), Number(facets));
    const edges = new Set<number>();
    for (let i = 0; i < indices.length; i += 3) {
      for (let side = 0; side < 3; side++)
        edges.add((indices[i + side] as number) * 1e6 + (indices[i + ((side + 1) % 3)] as number));
    }
    // Each edge occurs once in each direction.
    expect([indices.length, edges.size]).toEqual([303_876, 303_876]);
    const isPaired = (edge: number) => edges.has((edge % 1e6) * 1e6 + Math.floor(edge / 1e6));
    expect([...edges].every(isPaired)).toBe(true);
    expect(new Set(indices).size).toBe(Number(vertices));
  },
);

test.skipIf(!existsSync(new URL('scans/', shared)))('the bounds of a real jaw', () => {
  const bytes = new Uint8Array(readFileSync(new URL('scans/fulljaw26-maxilla-teeth.stl', shared)));
  const { bounds, colors } = parseMesh(bytes, 'stl');
  const rounded = (values: number[]) => values.map((value) => Math.round(value * 10) / 10);
  expect(rounded(bounds.min)).toEqual([24.4, 0, 58.9]);
  expect(rounded(bounds.max)).toEqual([81.7, 51.6, 80.7]);
  expect(colors).toBeUndefined();
});
