import { MeshError } from '@cusp/mesh/mesh';
import { describe, expect, test } from 'vitest';
import { buffersOf, prepareMesh, withShape } from './prepare-mesh.ts';

const text = (value: string) => new TextEncoder().encode(value);

const cup = `v 0 0 0 1 0 0.5
v 1 0 0 1 0 0.5
v 0 1 0 1 0 0.5
f 1 2 3
`;

describe('prepareMesh', () => {
  test('a prepared mesh has unit normals, linear colours and its own buffers', () => {
    const mesh = withShape(prepareMesh(text(cup), 'obj'));
    expect([...mesh.normals.slice(0, 3)]).toEqual([0, 0, 1]);
    expect([...(mesh.colors ?? [])].slice(0, 3)).toEqual([65535, 0, 14146]);
    const buffers = buffersOf(mesh);
    expect(new Set(buffers).size).toBe(5);
    structuredClone(mesh, { transfer: buffers });
  });

  test('a mesh without a surface is refused', () => {
    expect(() => prepareMesh(text('v 0 0 0\n'), 'obj')).toThrow(new MeshError('no-surface'));
  });
});
