import fc from 'fast-check';
import { Quaternion, Sphere, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { CameraRig, type Projection } from './camera-rig.ts';
import { type Viewpoint, viewpointBetween } from './viewpoint.ts';

const part = fc.double({ min: -1, max: 1, noNaN: true });
const orientation = fc
  .tuple(part, part, part, part)
  .filter((parts) => Math.hypot(...parts) > 0.1)
  .map((parts) => new Quaternion(...parts).normalize().toArray());
const place = fc.double({ min: -30, max: 30, noNaN: true });
const viewpoint: fc.Arbitrary<Viewpoint> = fc.record({
  orientation,
  target: fc.tuple(place, place, place),
  span: fc.double({ min: 60, max: 100, noNaN: true }),
});

const isSame = (one: Viewpoint, other: Viewpoint) => {
  const turn = new Quaternion(...one.orientation).angleTo(new Quaternion(...other.orientation));
  expect(turn).toBeLessThan(1e-5);
  expect(new Vector3(...one.target).distanceTo(new Vector3(...other.target))).toBeLessThan(1e-6);
  expect(one.span / other.span).toBeCloseTo(1, 6);
};

describe('viewpointBetween', () => {
  test('a flight starts at the first viewpoint and ends at the second', () => {
    fc.assert(
      fc.property(viewpoint, viewpoint, (from, to) => {
        isSame(viewpointBetween(from, to, 0), from);
        isSame(viewpointBetween(from, to, 1), to);
      }),
    );
  });

  test('a flight never leaves the limits of the camera', () => {
    fc.assert(
      fc.property(viewpoint, viewpoint, part, (from, to, share) => {
        const between = viewpointBetween(from, to, Math.abs(share));
        expect(Math.hypot(...between.orientation)).toBeCloseTo(1, 6);
        expect(between.span).toBeGreaterThanOrEqual(59.999);
        expect(between.span).toBeLessThanOrEqual(100.001);
      }),
    );
  });
});

describe('the viewpoint of the camera', () => {
  const rigOf = (projection: Projection, [width, height]: readonly [number, number]) => {
    const rig = new CameraRig();
    rig.resize(width, height);
    rig.projection = projection;
    rig.frame(new Quaternion(), Float32Array.of(-30, -25, -7, 30, 25, 7), new Sphere(new Vector3(), 40));
    return rig;
  };
  const screen = fc.constantFrom([1440, 900], [1024, 768], [900, 519]) as fc.Arbitrary<[number, number]>;
  const projection = fc.constantFrom('perspective', 'parallel') as fc.Arbitrary<Projection>;

  test('a viewpoint that was set is read back, in either projection', () => {
    fc.assert(
      fc.property(viewpoint, projection, screen, (wanted, how, size) => {
        const rig = rigOf(how, size);
        rig.viewpoint = wanted;
        isSame(rig.viewpoint, wanted);
        rig.projection = how === 'parallel' ? 'perspective' : 'parallel';
        isSame(rig.viewpoint, wanted);
      }),
    );
  });

  test('a viewpoint shows as much on a phone as on a desktop', () => {
    const [desktop, phone] = [rigOf('perspective', [1440, 900]), rigOf('perspective', [390, 844])];
    desktop.approach(4);
    phone.viewpoint = desktop.viewpoint;
    expect(phone.pixelSize * 390).toBeCloseTo(desktop.pixelSize * 900, 6);
  });

  test('a viewpoint that is too close is limited to the minimum distance', () => {
    const rig = rigOf('perspective', [1440, 900]);
    rig.viewpoint = { orientation: [0, 0, 0, 1], target: [0, 0, 0], span: 0.01 };
    expect(rig.distance).toBe(70);
    rig.viewpoint = { orientation: [0, 0, 0, 1], target: [1e6, 0, 0], span: 1e6 };
    expect(rig.distance).toBe(600);
    expect(rig.target.length()).toBeCloseTo(80, 6);
  });
});
