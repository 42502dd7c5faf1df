import { describe, expect, test } from 'vitest';
import {
  canShow3d,
  choiceFits,
  classifyScan,
  isFdiTooth,
  jawOfTooth,
  rolesFor,
  scannedJaw,
} from './classify-scan.ts';
import { roleRules } from './scan-names.ts';
import { lineRoles, scanRoles } from './scan-roles.ts';

describe('names as scanners and CAD programs write them', () => {
  test.each([
    // Medit, exocad style
    ['C12-upperjaw.ply', { role: 'jaw', jaw: 'upper' }],
    ['C12-lowerjaw.ply', { role: 'jaw', jaw: 'lower' }],
    ['C12-upperjaw-situ.ply', { role: 'preop', jaw: 'upper' }],
    ['C12-LowerJaw-Situ.stl', { role: 'preop', jaw: 'lower' }],
    ['C12-36-Margin.xyz', { role: 'margin', jaw: 'lower', tooth: 36 }],
    ['C12-36-Copyline.xyz', { role: 'copyline', jaw: 'lower', tooth: 36 }],
    // Shining 3D for exocad
    ['2024-11-21-UpperJaw.stl', { role: 'jaw', jaw: 'upper' }],
    ['2024-11-21-LowerJaw.ply', { role: 'jaw', jaw: 'lower' }],
    ['2025-01-31-TotalJaw0.stl', { role: 'bite' }],
    ['2025-01-31-TotalJaw1.ply', { role: 'bite' }],
    // exocad
    ['order-14-waxup_molar_cad.stl', { role: 'design', jaw: 'upper', tooth: 14 }],
    ['order-model.stl', { role: 'design' }],
    ['model-lower.stl', { role: 'design', jaw: 'lower' }],
    ['11-margin.xyz', { role: 'margin', jaw: 'upper', tooth: 11 }],
    ['36-waxup.stl', { role: 'waxup', jaw: 'lower', tooth: 36 }],
    ['upperjaw.ply', { role: 'jaw', jaw: 'upper' }],
    // 3Shape
    ['PreparationScan.stl', { role: 'jaw' }],
    ['AntagonistScan.stl', { role: 'antagonist' }],
    ['PrePreparationScan.stl', { role: 'preop' }],
    ['UpperJawScan.stl', { role: 'jaw', jaw: 'upper' }],
    ['LowerJawScan.stl', { role: 'jaw', jaw: 'lower' }],
    ['BiteScan.stl', { role: 'bite' }],
    ['UNN3 upper.stl', { role: 'jaw', jaw: 'upper', tooth: 16 }],
    ['UNN30.stl', { role: 'jaw', jaw: 'lower', tooth: 46 }],
    // iTero
    ['81234567_shell_occlusion_u.stl', { role: 'jaw', jaw: 'upper' }],
    ['81234567_shell_occlusion_l.stl', { role: 'jaw', jaw: 'lower' }],
    // Variants
    ['case occlusion.stl', { role: 'bite' }],
    ['a-bite-scan.stl', { role: 'bite' }],
    ['x-upper-scan-body.stl', { role: 'scanbody', jaw: 'upper' }],
    ['x-UpperScanBody.stl', { role: 'scanbody', jaw: 'upper' }],
    ['x_LowerJaw_marker.stl', { role: 'scanbody', jaw: 'lower' }],
    ['pre-op maxilla.ply', { role: 'preop', jaw: 'upper' }],
    ['PreOp_Mandible.ply', { role: 'preop', jaw: 'lower' }],
    ['mandible.gingiva.ply', { role: 'gingiva', jaw: 'lower' }],
    ['lower antagonist.stl', { role: 'antagonist', jaw: 'lower' }],
    ['crown design 2.stl', { role: 'design' }],
    ['Müller_Oberkiefer.stl', { role: 'jaw', jaw: 'upper' }],
    ['scan.stl', { role: 'unknown' }],
  ])('%s', (name, expected) => {
    expect(classifyScan(name)).toEqual(expected);
  });

  test('dates and numbers that are not FDI teeth are ignored', () => {
    expect(classifyScan('2024-11-21-UpperJaw.stl').tooth).toBeUndefined();
    expect(classifyScan('case-19-margin.xyz').tooth).toBeUndefined();
    expect(classifyScan('case-55-margin.xyz').tooth).toBe(55);
  });
});

test('each FDI number belongs to one jaw', () => {
  const teeth = Array.from({ length: 100 }, (_, n) => n).filter(isFdiTooth);
  expect(teeth).toHaveLength(32 + 20);
  expect(teeth.filter((tooth) => jawOfTooth(tooth) === 'upper')).toHaveLength(26);
});

test('every role except the fallback has a rule', () => {
  const assigned = new Set(roleRules.map(({ answer }) => answer));
  expect(scanRoles.filter((role) => !assigned.has(role))).toEqual(['unknown']);
});

describe('valid choices', () => {
  const says = (filename: string, choice: Partial<Parameters<typeof choiceFits>[1]>) =>
    choiceFits(filename, { role: 'jaw', jaw: null, tooth: null, ...choice });

  test('a line cannot be a surface, and a document can be neither', () => {
    expect(rolesFor('a.xyz')).toEqual(lineRoles);
    expect(new Set([...rolesFor('a.STL'), ...lineRoles])).toEqual(new Set(scanRoles));
    expect(rolesFor('a.pdf')).toEqual([]);
    expect([says('a.stl', { role: 'margin' }), says('a.xyz', {}), says('a.pdf', {})]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('a tooth must be in its jaw, and needs a role of a single tooth', () => {
    expect(says('a.xyz', { role: 'margin', jaw: 'lower', tooth: 36 })).toBe(true);
    expect(says('a.xyz', { role: 'margin', jaw: 'upper', tooth: 36 })).toBe(false);
    expect(says('a.xyz', { role: 'margin', tooth: 19 })).toBe(false);
    expect(says('a.stl', { role: 'waxup', tooth: 55 })).toBe(true);
    expect(says('a.stl', { role: 'jaw', tooth: 36 })).toBe(false);
  });
});

describe('a choice by a person', () => {
  const said = (filename: string, role: 'jaw' | 'bite' | 'antagonist', jaw?: 'upper') => ({
    filename,
    scan: { role, jaw, by: 'person' as const },
  });

  test('overrides the name in the rule for 3D', () => {
    expect(canShow3d(said('a-bite.stl', 'jaw'))).toBe(true);
    expect(canShow3d(said('a-upperjaw.stl', 'bite'))).toBe(false);
    expect(canShow3d(said('a-order.pdf', 'jaw'))).toBe(false);
  });

  test('a choice by a person makes the scans of a jaw complete', () => {
    expect(scannedJaw(said('scan.stl', 'antagonist', 'upper'))).toBe('upper');
    expect(scannedJaw(said('a-upperjaw.stl', 'bite'))).toBeNull();
  });
});

describe('files that can be shown in 3D', () => {
  test.each([
    'a-upperjaw.stl',
    'a-x.PLY',
    '81234567_shell_occlusion_u.stl',
    'upper.obj',
    'scan.stl',
    'a-TotalJaw0.ply',
  ])('%s', (filename) => {
    expect(canShow3d({ filename })).toBe(true);
  });

  test('include a packed scan once the server has read it', () => {
    const scan = { role: 'jaw', jaw: 'upper', by: 'name' } as const;
    expect([
      canShow3d({ filename: 'a-upper.dcm', scan }),
      scannedJaw({ filename: 'a-upper.dcm', scan }),
    ]).toEqual([true, 'upper']);
    expect([canShow3d({ filename: 'a-upper.dcm' }), scannedJaw({ filename: 'a-upper.dcm' })]).toEqual([
      false,
      null,
    ]);
  });

  test.each(['a-bite.stl', 'Bite.ply', 'TotalJaw0.stl', 'a-margin.xyz', 'a-b.pdf', 'a-b.dcm', 'stl', 'a-b'])(
    'exclude %s',
    (filename) => {
      expect(canShow3d({ filename })).toBe(false);
    },
  );
});
