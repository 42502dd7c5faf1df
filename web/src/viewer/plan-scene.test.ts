import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasScene, planScene, type ViewerFile } from './plan-scene.ts';

/** Files in the given order, each newer than the one before. */
function files(...names: string[]): ViewerFile[] {
  return names.map((filename, i) => ({
    id: i + 1,
    filename,
    size: 1,
    updatedAt: `2026-01-01T00:00:${10 + i}Z`,
  }));
}

const namesOf = (planned: { file: ViewerFile }[]) => planned.map(({ file }) => file.filename);

test('the newest material file and picture of each name are included, in any letter case', () => {
  const some = files('a-upper.obj', 'A.mtl', 'a.MTL', 'b.mtl', 'a.PNG', 'a.pdf', 'a.jpeg');
  const names = planScene(some).beside.map(({ filename }) => filename);
  expect(names).toEqual(['a.MTL', 'b.mtl', 'a.PNG', 'a.jpeg']);
});

describe('packed scans of other makers', () => {
  test('a packed scan that the server has converted is a scan like others', () => {
    const [packed] = files('b-lower.dcm') as [ViewerFile];
    const read: ViewerFile = { ...packed, scan: { role: 'jaw', jaw: 'lower', by: 'name' } };
    expect(hasScene([read])).toBe(true);
    expect(planScene([...files('a-upper.stl'), { ...read, id: 7 }]).meshes.map(({ layer }) => layer)).toEqual(
      ['upper-jaw', 'lower-jaw'],
    );
  });

  test('unconverted packed scans accompany other scans, but make no scene alone', () => {
    const both = planScene(files('a-upper.stl', 'b-lower.dcm'));
    expect(both.meshes.map(({ file }) => file.filename)).toEqual(['a-upper.stl', 'b-lower.dcm']);
    expect(planScene(files('b-lower.dcm')).meshes).toEqual([]);
    expect(hasScene(files('b-lower.dcm'))).toBe(false);
  });
});

describe('the files that are loaded', () => {
  test('the scene loads nothing without a mesh', () => {
    const none = files('a-order.pdf', 'Preview3D.png', 'a-11-margin.xyz', 'a-bite.stl');
    expect(hasScene(none)).toBe(false);
    expect(planScene(none).meshes).toEqual([]);
  });

  test('each jaw loads all meshes of its newest format, and the margin lines', () => {
    const plan = planScene(
      files(
        'a-upperjaw.stl',
        'a-lowerjaw.stl',
        'a-upperjaw.ply',
        'a-lowerjaw.ply',
        'a-11-margin.xyz',
        'a-11-copyline.xyz',
      ),
    );
    expect(namesOf(plan.meshes)).toEqual(['a-upperjaw.ply', 'a-lowerjaw.ply']);
    expect(namesOf(plan.margins)).toEqual(['a-11-margin.xyz']);
    expect(plan.leftOut.map(({ file, reason, shown }) => [file.filename, reason, shown])).toEqual([
      ['a-upperjaw.stl', 'newer-format', 'a-upperjaw.ply'],
      ['a-lowerjaw.stl', 'newer-format', 'a-lowerjaw.ply'],
    ]);
  });

  test('both jaws are loaded in any format, with scans of no jaw beside them', () => {
    const plan = planScene(files('a-upper.ply', 'scan-1.obj', '36-crown.ply', 'a-lower.stl', 'scan-2.stl'));
    expect(namesOf(plan.meshes)).toEqual([
      'a-upper.ply',
      'scan-1.obj',
      '36-crown.ply',
      'a-lower.stl',
      'scan-2.stl',
    ]);
    expect(plan.leftOut).toEqual([]);
  });

  test('a scan of no known jaw in two formats is loaded once', () => {
    const plan = planScene(files('scan-1.stl', 'SCAN-1.ply', 'scan-2.stl'));
    expect(namesOf(plan.meshes)).toEqual(['SCAN-1.ply', 'scan-2.stl']);
    expect(plan.leftOut.map(({ shown }) => shown)).toEqual(['SCAN-1.ply']);
  });

  test('every scan is either loaded or listed as left out', () => {
    const names = ['a-upper', 'A-upper', 'b-upper-preop', 'a-lower', 'c-crown', 'scan', 'a-bite'];
    const name = fc.tuple(fc.constantFrom(...names), fc.constantFrom('stl', 'ply', 'obj'));
    fc.assert(
      fc.property(fc.uniqueArray(name, { selector: (parts) => parts.join('.'), minLength: 1 }), (some) => {
        const all = files(...some.map((parts) => parts.join('.')));
        const { meshes, leftOut } = planScene(all);
        const planned = [...meshes, ...leftOut].map(({ file }) => file.id).toSorted((a, b) => a - b);
        expect(planned).toEqual(hasScene(all) ? all.map(({ id }) => id) : []);
        for (const jaw of ['upper', 'lower'] as const) {
          const isThere = all.some(({ filename }) => filename.toLowerCase().includes(jaw));
          expect(meshes.some(({ kind }) => kind.jaw === jaw)).toBe(isThere);
        }
      }),
    );
  });

  test('the newest file is the one with the latest time, then the highest id', () => {
    const [ply, stl] = files('a-upperjaw.ply', 'a-upperjaw.stl') as [ViewerFile, ViewerFile];
    expect(namesOf(planScene([{ ...ply, updatedAt: '2027-01-01T00:00:00Z' }, stl]).meshes)).toEqual([
      'a-upperjaw.ply',
    ]);
    expect(namesOf(planScene([{ ...ply, updatedAt: stl.updatedAt }, stl]).meshes)).toEqual([
      'a-upperjaw.stl',
    ]);
  });

  test('of two files with one name the newer one is loaded', () => {
    const { meshes, leftOut } = planScene(files('a-upperjaw.stl', 'A-UpperJaw.stl'));
    expect(meshes.map(({ file }) => file.id)).toEqual([2]);
    expect(leftOut.map(({ file, reason }) => [file.id, reason])).toEqual([[1, 'same-name']]);
  });

  test('a bite scan is loaded only without other scans', () => {
    expect(namesOf(planScene(files('a-upperjaw.stl', 'a-totaljaw0.stl')).meshes)).toEqual(['a-upperjaw.stl']);
    expect(planScene(files('a-upperjaw.stl', 'a-totaljaw0.stl')).leftOut).toMatchObject([{ reason: 'bite' }]);
    expect(namesOf(planScene(files('a-totaljaw0.stl')).meshes)).toEqual(['a-totaljaw0.stl']);
  });
});

test('a class set by a person overrides the name', () => {
  const [upper, other] = files('a-upperjaw.stl', 'a-lowerjaw.stl') as [ViewerFile, ViewerFile];
  const said = (file: ViewerFile, role: 'preop' | 'bite'): ViewerFile => ({
    ...file,
    scan: { role, jaw: 'lower', by: 'person' },
  });
  const plan = planScene([said(upper, 'preop'), other]);
  expect(plan.meshes.map(({ layer }) => layer)).toEqual(['lower-preop', 'lower-jaw']);
  expect(namesOf(planScene([said(upper, 'bite'), other]).meshes)).toEqual(['a-lowerjaw.stl']);
  expect(hasScene([said(upper, 'bite')])).toBe(false);
});

test('unrelated changes of a file leave the plan equal', () => {
  const [file] = files('a-upperjaw.stl') as [ViewerFile];
  const withRole = (is_editable: boolean): ViewerFile => ({
    ...file,
    scan: { role: 'jaw', jaw: 'upper', by: 'name', is_editable },
  });
  expect(JSON.stringify(planScene([withRole(true)]))).toBe(JSON.stringify(planScene([withRole(false)])));
});

test.each([
  ['a-upperjaw.stl', 'upper-jaw'],
  ['a-lowerjaw-situ.stl', 'lower-preop'],
  ['a-upper-scanbody.stl', 'upper-scanbody'],
  ['lower-gingiva.stl', 'lower-jaw'],
  ['PreparationScan.stl', 'other'],
  ['36-waxup.stl', 'other'],
  ['AntagonistScan.stl', 'other'],
  ['antagonist-upper.stl', 'upper-jaw'],
  ['8123_shell_occlusion_l.stl', 'lower-jaw'],
])('%s is in layer %s', (name, layer) => {
  expect(planScene(files(name)).meshes[0]?.layer).toBe(layer);
});

test('the unit of a scan is part of the plan, also for the margin lines of its jaw', () => {
  const [upper, lower, margin, other] = files(
    'a-upper.stl',
    'a-lower.stl',
    'a-16-margin.xyz',
    'a-36-margin.xyz',
  ) as [ViewerFile, ViewerFile, ViewerFile, ViewerFile];
  const scan = { role: 'jaw', jaw: 'upper', by: 'name', unit: 'inch' } as const;
  const plan = planScene([{ ...upper, scan }, lower, margin, other]);
  expect(plan.meshes.map(({ file }) => file.unit)).toEqual(['inch', undefined]);
  expect(plan.margins.map(({ file }) => file.unit)).toEqual(['inch', undefined]);
});
