import { generateJaw } from '@cusp/fixtures/jaw';
import { randomFrom } from '@cusp/fixtures/random';
import { isHorseshoe } from '@cusp/mesh/arch/horseshoe';
import { patientSides } from '@cusp/mesh/arch/patient-sides';
import { knownPoints } from '@cusp/mesh/arch/same-surface';
import { angleBetween, scale, type Vector } from '@cusp/mesh/arch/vectors';
import { describe, expect, test } from 'vitest';
import {
  anyTurn,
  isRight,
  type KnownScan,
  lookAt,
  partOf,
  realScans,
  TOLERANCE,
  turned,
} from './turned-scans.ts';

const random = randomFrom(26);

function madeJaw(jaw: 'upper' | 'lower', seed: number, teeth: 14 | 16 = 14): KnownScan {
  const { mesh } = generateJaw({ jaw, seed, triangles: 16_000, teeth, prepared: [16, 36] });
  return { name: `${jaw} ${seed}`, jaw, mesh, bite: [0, 0, jaw === 'upper' ? -1 : 1], front: [0, -1, 0] };
}

const headOf = ({ jaw, bite }: KnownScan): Vector => (jaw === 'upper' ? scale(bite, -1) : bite);

/** Whether the scans of one frame get labels; throws if the labels are wrong. */
function labelled(scans: readonly KnownScan[]): boolean {
  const found = patientSides(scans.map(lookAt));
  if (!found || found === 'contradiction') return false;
  for (const scan of scans) {
    expect(angleBetween(found.head, headOf(scan)), `head of ${scan.name}`).toBeLessThanOrEqual(TOLERANCE);
    expect(angleBetween(found.front, scan.front), `front of ${scan.name}`).toBeLessThanOrEqual(TOLERANCE);
  }
  return true;
}

const atOnceTurned = (scans: readonly KnownScan[]) => {
  const turn = anyTurn(random);
  return scans.map((scan) => turned(scan, turn));
};

test('pairs of generated jaws are labelled correctly in any orientation', () => {
  for (let seed = 1; seed <= 4; seed++) {
    const pair = (['upper', 'lower'] as const).map((jaw) => madeJaw(jaw, seed, seed % 2 ? 14 : 16));
    expect(labelled(atOnceTurned(pair)), `pair ${seed}`).toBe(true);
  }
});

test('a single generated jaw is labelled correctly, even with its faces inside out', () => {
  for (const jaw of ['upper', 'lower'] as const) {
    const [scan] = atOnceTurned([madeJaw(jaw, 9)]) as [KnownScan];
    expect(labelled([scan])).toBe(true);
    const indices = scan.mesh.indices.slice().reverse();
    expect(labelled([{ ...scan, mesh: { ...scan.mesh, indices } }])).toBe(true);
  }
});

describe.skipIf(realScans.length === 0)('real scans', () => {
  const scans = realScans.map(({ read }) => read());
  const named = (part: string) => scans.filter(({ name }) => name.startsWith(part));

  test('real scans get no wrong labels, and most of them are labelled without an antagonist', () => {
    const answers = scans.map((scan) => labelled(atOnceTurned([scan])));
    expect(answers.filter(Boolean).length / answers.length).toBeGreaterThanOrEqual(0.7);
  });

  test.for(['smartee0', 'smartee1'])('%s is labelled as a pair, each jaw centred on itself', (name) => {
    expect(labelled(atOnceTurned(named(name)))).toBe(true);
  });

  test.for(['iosseg-001', 'iosseg-012', 'iosseg-037'])(
    '%s is not labelled as a pair, because both jaws bite the same way, but each jaw shown alone is',
    (name) => {
      const pair = atOnceTurned(named(name));
      const looks = pair.map(lookAt);
      expect([undefined, 'contradiction']).toContain(patientSides(looks));
      pair.forEach((scan, shown) => {
        const found = patientSides(looks.map((look, i) => ({ ...look, isShown: i === shown })));
        if (found && found !== 'contradiction')
          expect(
            isRight(
              { bite: scan.jaw === 'upper' ? scale(found.head, -1) : found.head, front: found.front },
              scan,
            ),
          ).toBe(true);
      });
    },
  );

  test('parts of an arch are not labelled', () => {
    for (const scan of [...named('iosseg-001'), ...named('teeth3ds')]) {
      const { bounds } = scan.mesh;
      const middle = bounds.min.map((min, axis) => (min + (bounds.max[axis] as number)) / 2);
      const across = scan.front[0] === 0 ? 0 : 2;
      for (const side of [1, -1]) {
        const half = partOf(scan, (at) => ((at[across] as number) - (middle[across] as number)) * side > 0);
        expect(lookAt(turned(half, anyTurn(random))).arch).toBeUndefined();
        const most = partOf(scan, (at) => {
          const beside = ((at[across] as number) - (middle[across] as number)) * side;
          const before = at.reduce(
            (sum, part, axis) => sum + (part - (middle[axis] as number)) * (scan.front[axis] as number),
            0,
          );
          return beside > 0 || before > 5;
        });
        expect(lookAt(turned(most, anyTurn(random))).arch).toBeUndefined();
      }
    }
  });
});

describe('a surface without an arch has no sides', () => {
  const grid = (at: (u: number, v: number) => Vector, n = 60): KnownScan => {
    const positions = new Float32Array((n + 1) ** 2 * 3);
    const indices: number[] = [];
    for (let i = 0; i <= n; i++)
      for (let j = 0; j <= n; j++) positions.set(at(i / n, j / n), (i * (n + 1) + j) * 3);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = i * (n + 1) + j;
        indices.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
      }
    }
    const mesh = {
      positions,
      indices: Uint32Array.from(indices),
      triangles: indices.length / 3,
      bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    } as KnownScan['mesh'];
    return { name: 'grid', jaw: 'lower', bite: [0, 0, 1], front: [0, -1, 0], mesh };
  };
  const ball = (radius: number) =>
    grid((u, v) => {
      const [around, down] = [u * 2 * Math.PI, v * Math.PI];
      return [
        radius * Math.sin(down) * Math.cos(around),
        radius * Math.sin(down) * Math.sin(around),
        radius * Math.cos(down),
      ];
    });
  /** A bent band as flat as a bite plate. */
  const band = grid((u, v) => {
    const angle = (u - 0.5) * 4.2;
    return [(24 + v * 9) * Math.sin(angle), -(24 + v * 9) * Math.cos(angle), 0];
  });
  /** A jaw reduced to its back teeth, and to one crown. */
  const jaw = madeJaw('lower', 5);

  test.each<[string, KnownScan]>([
    ['a crown', partOf(jaw, ([x, y, z]) => z > -6 && x > 18 && y > 0 && y < 9)],
    ['front teeth', partOf(jaw, ([, y]) => y < -6)],
    ['a quadrant', partOf(jaw, ([x]) => x > 0)],
    ['a sphere of the size of a tooth', ball(5)],
    ['a sphere of the size of a jaw', ball(32)],
    ['a flat plate', grid((u, v) => [u * 60, v * 50, 0])],
    ['a plate with bumps', grid((u, v) => [u * 60, v * 50, 2 * Math.sin(u * 40) * Math.cos(v * 40)])],
    ['a bent band', band],
    [
      'a jaw in centimetres',
      { ...jaw, mesh: { ...jaw.mesh, positions: jaw.mesh.positions.map((part) => part / 10) } },
    ],
  ])('%s', (_name, scan) => {
    const { arch, ...rest } = lookAt(turned(scan, anyTurn(random)));
    expect(patientSides([{ ...rest, arch }])).toBeUndefined();
  });
});

test('an arch that is shallow for its width, like half of a crowded one seen obliquely, is not a complete one', () => {
  const whole = {
    front: 0,
    gap: 80,
    nextGap: 10,
    gapOff: 5,
    asymmetry: 0.3,
    nextAsymmetry: 1.2,
    taper: 1.7,
    taperOff: 15,
    depth: 42,
    width: 63,
    legs: 1,
  };
  expect(isHorseshoe(whole)).toBe(true);
  expect(isHorseshoe({ ...whole, depth: 30.3 })).toBe(false);
});

describe('a mark by a person', () => {
  const jaw = madeJaw('lower', 3);
  const look = lookAt(jaw);
  const mark = { head: [0, 0, 1], front: [1, 0, 0], scans: [knownPoints(look.sample)] } satisfies Parameters<
    typeof patientSides
  >[1];
  const markOn = (scan: KnownScan) => patientSides([lookAt(scan)], mark);

  test('a mark by a person overrides the shape', () => {
    expect(patientSides([look], mark)).toEqual({ head: mark.head, front: mark.front, isMarked: true });
  });

  test('a mark by a person is valid for a later version in the same frame with a prepared tooth or a trimmed edge', () => {
    const { mesh } = generateJaw({ jaw: 'lower', seed: 3, triangles: 9_000, teeth: 14, prepared: [45, 46] });
    expect(markOn({ ...jaw, mesh })).toMatchObject({ isMarked: true });
    expect(markOn(partOf(jaw, ([, y]) => y < 12))).toMatchObject({ isMarked: true });
  });

  test('a mark by a person is not valid for a scan of another frame', () => {
    for (let i = 0; i < 3; i++)
      expect(markOn(turned(jaw, anyTurn(random)))).not.toMatchObject({ isMarked: true });
    expect(markOn(turned(jaw, (at) => at, [0, 0, 12]))).not.toMatchObject({ isMarked: true });
    expect(markOn(turned(jaw, ([x, y, z]) => [-x, y, -z]))).not.toMatchObject({ isMarked: true });
  });

  test('a mark on one jaw does not apply to another one with a different orientation', () => {
    const upper = lookAt(madeJaw('upper', 3));
    expect(patientSides([look, upper], mark)).toBe('contradiction');
    expect(patientSides([look, { ...upper, isShown: false }], mark)).toMatchObject({ isMarked: true });
  });
});

describe('a jaw without a complete arch', () => {
  const [upper, lower] = (['upper', 'lower'] as const).map((jaw) => madeJaw(jaw, 4)) as [
    KnownScan,
    KnownScan,
  ];
  const sure = lookAt(lower);
  const half = lookAt(partOf(upper, ([x]) => x > 0));

  test('a jaw without a complete arch is labelled together with an antagonist whose teeth meet it, and with another scan of the same jaw', () => {
    expect(patientSides([half, sure])).toMatchObject({ isMarked: false });
    expect(patientSides([lookAt(partOf(lower, ([x]) => x > 0)), sure])).toMatchObject({ isMarked: false });
  });

  test('a jaw without a complete arch gets no labels if its orientation may differ, unless it is hidden', () => {
    const turns = [
      turned(upper, ([x, y, z]) => [x, -y, -z], [0, 0, -10]),
      turned(upper, (at) => at, [0, 0, -14]),
    ];
    for (const scan of turns) {
      const other = { ...lookAt(scan), arch: undefined };
      expect(patientSides([other, sure])).toBeUndefined();
      expect(patientSides([{ ...other, isShown: false }, sure])).toMatchObject({ isMarked: false });
    }
  });

  test('a jaw without a complete arch with an arch that bites the wrong way is a contradiction', () => {
    const arch = { bite: [0, 0, 1], front: [0, -1, 0], isBiteSure: false } as const;
    const both = (isEitherWay: boolean) => [{ ...lookAt(upper), arch: { ...arch, isEitherWay } }, sure];
    expect(patientSides(both(false))).toBe('contradiction');
    expect(patientSides(both(true))).toMatchObject({ isMarked: false });
  });
});

test('a jaw of unknown side has no sides itself, but does not prevent labels of another one that it agrees with', () => {
  const [upper, lower] = (['upper', 'lower'] as const).map((jaw) => lookAt(madeJaw(jaw, 4)));
  if (!upper || !lower) throw new Error('no jaws');
  const unknown = { ...upper, jaw: undefined };
  expect(patientSides([unknown])).toBeUndefined();
  expect(patientSides([unknown, lower])).toMatchObject({ isMarked: false });
  const across = { ...unknown, arch: upper.arch && { ...upper.arch, front: [1, 0, 0] as const } };
  expect(patientSides([across, lower])).toBe('contradiction');
});
