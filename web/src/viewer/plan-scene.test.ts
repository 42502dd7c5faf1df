import { describe, expect, test } from 'vitest';
import { hasScene, planScene, type ViewerFile } from './plan-scene.ts';

/** Files in the order given, each newer than the one before. */
function files(...names: string[]): ViewerFile[] {
  return names.map((filename, i) => ({
    id: i + 1,
    filename,
    size: 1,
    updatedAt: `2026-01-01T00:00:${10 + i}Z`,
  }));
}

const namesOf = (planned: { file: ViewerFile }[]) => planned.map(({ file }) => file.filename);

test('material files and pictures come along, the newest of each name, whatever its letters', () => {
  const some = files('a-upper.obj', 'A.mtl', 'a.MTL', 'b.mtl', 'a.PNG', 'a.pdf', 'a.jpeg');
  const names = planScene(some).beside.map(({ filename }) => filename);
  expect(names).toEqual(['a.MTL', 'b.mtl', 'a.PNG', 'a.jpeg']);
});

describe('packed scans', () => {
  test('come along with those that are shown, and alone are no scene', () => {
    const both = planScene(files('a-upper.stl', 'b-lower.dcm'));
    expect(both.meshes.map(({ file }) => file.filename)).toEqual(['a-upper.stl', 'b-lower.dcm']);
    expect(planScene(files('b-lower.dcm')).meshes).toEqual([]);
    expect(hasScene(files('b-lower.dcm'))).toBe(false);
  });
});

describe('what is loaded', () => {
  test('nothing without a mesh', () => {
    const none = files('a-order.pdf', 'Preview3D.png', 'a-11-margin.xyz', 'a-bite.stl');
    expect(hasScene(none)).toBe(false);
    expect(planScene(none).meshes).toEqual([]);
  });

  test('all meshes of the format of the newest, and the margin lines', () => {
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
  });

  test('the newest is found by its time, with its id where the times are equal', () => {
    const [ply, stl] = files('a-upperjaw.ply', 'a-upperjaw.stl') as [ViewerFile, ViewerFile];
    expect(namesOf(planScene([{ ...ply, updatedAt: '2027-01-01T00:00:00Z' }, stl]).meshes)).toEqual([
      'a-upperjaw.ply',
    ]);
    expect(namesOf(planScene([{ ...ply, updatedAt: stl.updatedAt }, stl]).meshes)).toEqual([
      'a-upperjaw.stl',
    ]);
  });

  test('of two files with one name the newer', () => {
    expect(planScene(files('a-upperjaw.stl', 'A-UpperJaw.stl')).meshes.map(({ file }) => file.id)).toEqual([
      2,
    ]);
  });

  test('a bite scan only when there is nothing else', () => {
    expect(namesOf(planScene(files('a-upperjaw.stl', 'a-totaljaw0.stl')).meshes)).toEqual(['a-upperjaw.stl']);
    expect(namesOf(planScene(files('a-totaljaw0.stl')).meshes)).toEqual(['a-totaljaw0.stl']);
  });
});

test('what somebody said outweighs the name, for the slider and for what is loaded', () => {
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

test('a change of what is told besides leaves the plan as it is', () => {
  const [file] = files('a-upperjaw.stl') as [ViewerFile];
  const told = (is_editable: boolean): ViewerFile => ({
    ...file,
    scan: { role: 'jaw', jaw: 'upper', by: 'name', is_editable },
  });
  expect(JSON.stringify(planScene([told(true)]))).toBe(JSON.stringify(planScene([told(false)])));
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
])('%s stands under the slider %s', (name, layer) => {
  expect(planScene(files(name)).meshes[0]?.layer).toBe(layer);
});
