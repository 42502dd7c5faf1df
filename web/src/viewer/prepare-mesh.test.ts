import { MeshError } from '@cusp/contract/mesh/mesh';
import { describe, expect, test } from 'vitest';
import { prepareMesh } from './prepare-mesh.ts';

const text = (value: string) => new TextEncoder().encode(value);

const cup = `v 0 0 0 1 0 0.5
v 1 0 0 1 0 0.5
v 0 1 0 1 0 0.5
f 1 2 3
`;

describe('a mesh made ready to draw', () => {
  test('has unit normals, linear colours and buffers of its own', () => {
    const mesh = prepareMesh(text(cup), 'obj');
    expect([...mesh.normals.slice(0, 3)]).toEqual([0, 0, 1]);
    expect([...(mesh.colors ?? [])].slice(0, 3)).toEqual([65535, 0, 14146]);
    const buffers = [mesh.positions, mesh.normals, mesh.indices, mesh.sample].map(({ buffer }) => buffer);
    expect(new Set(buffers).size).toBe(4);
    structuredClone(mesh, { transfer: buffers });
  });

  test('knows which way it is open', () => {
    expect(prepareMesh(text(cup), 'obj').opening).toEqual([0, 0, 1]);
    const closed = `${cup.replaceAll(' 1 0 0.5', '')}v 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n`.replace(
      'f 1 2 3\n',
      '',
    );
    for (const part of prepareMesh(text(closed), 'obj').opening) expect(part).toBeCloseTo(0, 6);
  });

  test('is refused without a surface', () => {
    expect(() => prepareMesh(text('v 0 0 0\n'), 'obj')).toThrow(new MeshError('no-surface'));
  });
});
