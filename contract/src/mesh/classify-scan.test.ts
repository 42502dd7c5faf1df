import { describe, expect, test } from 'vitest';
import { canShow3d, classifyScan, isFdiTooth, jawOfTooth } from './classify-scan.ts';

describe('names as scanners and CAD programs write them', () => {
  test.each([
    ['2024-11-21-UpperJaw.stl', { role: 'jaw', jaw: 'upper' }],
    ['C12-lowerjaw.ply', { role: 'jaw', jaw: 'lower' }],
    ['C12-upperjaw-situ.ply', { role: 'preop', jaw: 'upper' }],
    ['C12-LowerJaw-Situ.stl', { role: 'preop', jaw: 'lower' }],
    ['C12-36-Margin.xyz', { role: 'margin', jaw: 'lower', tooth: 36 }],
    ['11-margin.xyz', { role: 'margin', jaw: 'upper', tooth: 11 }],
    ['C12-36-Copyline.xyz', { role: 'copyline', jaw: 'lower', tooth: 36 }],
    ['2025-01-31-TotalJaw0.stl', { role: 'bite' }],
    ['2025-01-31-TotalJaw1.ply', { role: 'bite' }],
    ['order-14-waxup_molar_cad.stl', { role: 'design', jaw: 'upper', tooth: 14 }],
    ['36-waxup.stl', { role: 'design', jaw: 'lower', tooth: 36 }],
    ['model-lower.stl', { role: 'design', jaw: 'lower' }],
    ['PreparationScan.stl', { role: 'jaw' }],
    ['AntagonistScan.stl', { role: 'jaw' }],
    ['81234567_shell_occlusion_u.stl', { role: 'jaw', jaw: 'upper' }],
    ['81234567_shell_occlusion_l.stl', { role: 'jaw', jaw: 'lower' }],
    ['case occlusion.stl', { role: 'bite' }],
    ['a-bite-scan.stl', { role: 'bite' }],
    ['x-upper-scan-body.stl', { role: 'scanbody', jaw: 'upper' }],
    ['x_LowerJaw_marker.stl', { role: 'scanbody', jaw: 'lower' }],
    ['pre-op maxilla.ply', { role: 'preop', jaw: 'upper' }],
    ['mandible.gingiva.ply', { role: 'gingiva', jaw: 'lower' }],
    ['UNN3 upper.stl', { role: 'jaw', jaw: 'upper', tooth: 16 }],
    ['UNN30.stl', { role: 'jaw', jaw: 'lower', tooth: 46 }],
    ['scan.stl', { role: 'unknown' }],
  ])('%s', (name, expected) => {
    expect(classifyScan(name)).toEqual(expected);
  });

  test('a date is no tooth, and neither is a number that no tooth has', () => {
    expect(classifyScan('2024-11-21-UpperJaw.stl').tooth).toBeUndefined();
    expect(classifyScan('case-19-margin.xyz').tooth).toBeUndefined();
    expect(classifyScan('case-55-margin.xyz').tooth).toBe(55);
  });
});

test('every FDI number stands in one jaw', () => {
  const teeth = Array.from({ length: 100 }, (_, n) => n).filter(isFdiTooth);
  expect(teeth).toHaveLength(32 + 20);
  expect(teeth.filter((tooth) => jawOfTooth(tooth) === 'upper')).toHaveLength(26);
});

describe('what can be looked at in 3D', () => {
  test.each([
    'a-upperjaw.stl',
    'a-x.PLY',
    '81234567_shell_occlusion_u.stl',
    'upper.obj',
    'scan.stl',
    'a-TotalJaw0.ply',
  ])('%s', (name) => {
    expect(canShow3d(name)).toBe(true);
  });

  test.each(['a-bite.stl', 'Bite.ply', 'TotalJaw0.stl', 'a-margin.xyz', 'a-b.pdf', 'a-b.dcm', 'stl', 'a-b'])(
    'not %s',
    (name) => {
      expect(canShow3d(name)).toBe(false);
    },
  );
});
