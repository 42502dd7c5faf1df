import { Euler, Quaternion, Sphere, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { freeRect, noInsets } from '../insets.ts';
import { CameraRig, type Projection } from './camera-rig.ts';

function rigOf(width: number, height: number, projection: Projection = 'perspective'): CameraRig {
  const rig = new CameraRig();
  rig.resize(width, height);
  rig.projection = projection;
  return rig;
}

/** Points all over a box of these sizes around a centre. */
function boxOf(sizes: readonly [number, number, number], centre = new Vector3()): Float32Array {
  const points: number[] = [];
  for (let i = 0; i < 27; i += 1) {
    const cell = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)] as const;
    const [x, y, z] = sizes.map((size, axis) => ((cell[axis] ?? 0) - 1) * (size / 2));
    points.push((x ?? 0) + centre.x, (y ?? 0) + centre.y, (z ?? 0) + centre.z);
  }
  return Float32Array.from(points);
}

/** The initial view of a cube inside a sphere of this radius. */
function frame(rig: CameraRig, radius: number, centre = new Vector3()): void {
  const side = (2 * radius) / Math.sqrt(3);
  rig.frame(new Quaternion(), boxOf([side, side, side], centre), new Sphere(centre, radius));
}

/** Screen position of a point of the models in CSS pixels from the centre, right and up. */
function seen(rig: CameraRig, point: Vector3, width: number, height: number): [number, number] {
  rig.update();
  const { x, y } = point.clone().project(rig.camera);
  return [(x * width) / 2, (y * height) / 2];
}

/** Shares of width and height of an area that points take, and the offset of their middle in pixels. */
function taken(rig: CameraRig, points: Float32Array, [width, height]: readonly [number, number], free: Free) {
  const places: [number, number][] = [];
  for (let i = 0; i < points.length; i += 3)
    places.push(seen(rig, new Vector3().fromArray(points, i), width, height));
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const middle = (all: number[]) => (Math.max(...all) + Math.min(...all)) / 2;
  return {
    larger: Math.max(
      (Math.max(...xs) - Math.min(...xs)) / free.width,
      (Math.max(...ys) - Math.min(...ys)) / free.height,
    ),
    off: [middle(xs) - (free.x - width / 2), middle(ys) - (height / 2 - free.y)],
  };
}

type Free = ReturnType<typeof freeRect>;

describe.each(['perspective', 'parallel'] as const)('the initial view, %s', (projection) => {
  const screens = [
    [1440, 900],
    [1024, 768],
    [900, 519],
    [390, 844],
    [844, 390],
  ] as const;
  const jaw = [65, 50, 14] as const;
  const models = {
    'an arch': jaw,
    'both jaws': [65, 50, 40],
    'one crown': [10, 10, 8],
    'a bar on its side': [6, 60, 6],
    'an arch in metres': jaw.map((size) => size / 1000),
    'an arch in micrometres': jaw.map((size) => size * 1000),
  } as unknown as Record<string, [number, number, number]>;
  const turns = [
    new Euler(),
    new Euler(Math.PI / 2, 0, 0),
    new Euler(0, Math.PI / 2, 0.5),
    new Euler(1, 2, 3),
  ];

  test.each(Object.keys(models))('%s fills three quarters of every screen, from every side', (name) => {
    for (const [width, height] of screens) {
      for (const turn of turns) {
        for (const insets of [noInsets, { left: 0, right: 0, top: 44, bottom: height * 0.3 }]) {
          const rig = rigOf(width, height, projection);
          const points = boxOf(models[name] as [number, number, number], new Vector3(5, -3, 2));
          rig.insets = insets;
          const around = new Sphere(new Vector3(5, -3, 2), Math.hypot(...(models[name] ?? [])) / 2);
          rig.frame(new Quaternion().setFromEuler(turn), points, around);
          const free = freeRect(width, height, insets);
          const { larger, off } = taken(rig, points, [width, height], free);
          expect(larger).toBeGreaterThan(0.66);
          expect(larger).toBeLessThan(0.76);
          expect(Math.hypot(...off) / Math.min(free.width, free.height)).toBeLessThan(0.08);
        }
      }
    }
  });
});

test('a single point does not break the initial view', () => {
  const rig = rigOf(1440, 900);
  rig.frame(new Quaternion(), Float32Array.of(1, 2, 3), new Sphere(new Vector3(1, 2, 3), 0));
  expect(rig.distance).toBeGreaterThan(0);
  expect(seen(rig, new Vector3(1, 2, 3), 1440, 900)).toEqual([0, 0].map((zero) => expect.closeTo(zero, 6)));
});

test('resizing keeps the whole arch in view until somebody zooms in', () => {
  const rig = rigOf(900, 519);
  frame(rig, 40);
  rig.resize(390, 844);
  expect(seen(rig, new Vector3(23, 0, 0), 390, 844)[0]).toBeLessThan(195);
  rig.approach(2);
  const { distance } = rig;
  rig.resize(900, 519);
  expect(rig.distance).toBe(distance);
});

test('a larger scan that arrives later has full depth without moving the camera', () => {
  const rig = rigOf(1440, 900);
  frame(rig, 20);
  rig.approach(2);
  const { distance } = rig;
  const isDrawn = () => {
    rig.update();
    return [-40, 40].map((z) => Math.abs(new Vector3(0, 0, z).project(rig.camera).z) < 1);
  };
  expect(isDrawn()).toEqual([false, false]);
  rig.widen(new Sphere(new Vector3(), 40));
  expect(isDrawn()).toEqual([true, true]);
  expect(rig.distance).toBe(distance);
});

test('the initial view looks at the centre of the scans, and panning stays near it', () => {
  const rig = rigOf(1440, 900);
  const middle = new Vector3(0, 500, 0);
  frame(rig, 5);
  rig.widen(new Sphere(middle, 40));
  frame(rig, 40, middle);
  expect(seen(rig, middle, 1440, 900).map(Math.round)).toEqual([0, 0]);
  rig.pan(1e6, 0);
  expect(rig.target.distanceTo(middle)).toBeCloseTo(80);
});

describe('limits of the camera', () => {
  test('the distance stays between 70 and 600, the zoom between 0.25 and a window 2 mm high', () => {
    const rig = rigOf(1440, 900);
    frame(rig, 40);
    rig.approach(1e6);
    expect(rig.distance).toBe(70);
    rig.projection = 'parallel';
    expect(rig.pixelSize * 900).toBeCloseTo(2, 6);
    rig.approach(1e-6);
    expect([rig.distance, rig.zoom]).toEqual([600, 0.25]);
  });
});

test.each([
  ['one crown', 5, 3],
  ['a jaw in metres', 0.04, 8],
] as const)('%s can be seen closer than the limit of a jaw', (_, radius, times) => {
  const rig = rigOf(1440, 900);
  frame(rig, radius);
  const { distance } = rig;
  rig.approach(1e6);
  expect(distance / rig.distance).toBeCloseTo(times, 6);
});

test('a large model on a narrow screen is opened from beyond the limit, which then is the farthest', () => {
  const rig = rigOf(390, 844);
  frame(rig, 80);
  const { distance } = rig;
  expect(distance).toBeGreaterThan(600);
  rig.approach(0.1);
  expect(rig.distance).toBe(distance);
});

describe.each(['perspective', 'parallel'] as const)('%s', (projection) => {
  test('panning moves the models with the pointer', () => {
    const rig = rigOf(1000, 800, projection);
    frame(rig, 40);
    rig.pan(100, 50);
    const [x, y] = seen(rig, new Vector3(), 1000, 800);
    expect(x).toBeCloseTo(100, 3);
    expect(y).toBeCloseTo(-50, 3);
  });

  test('turning to the right shows the left side', () => {
    const rig = rigOf(1000, 800, projection);
    frame(rig, 40);
    const front = new Vector3(0, 0, 20);
    rig.rotate(0.3, 0);
    expect(seen(rig, front, 1000, 800)[0]).toBeGreaterThan(10);
    rig.rotate(-0.3, 0);
    rig.rotate(0, 0.3);
    expect(seen(rig, front, 1000, 800)[1]).toBeLessThan(-10);
  });

  test('turning is unlimited in every direction', () => {
    const rig = rigOf(1000, 800, projection);
    frame(rig, 40);
    for (let i = 0; i < 24; i++) rig.rotate(0, Math.PI / 12);
    expect(Math.abs(rig.orientation.w)).toBeCloseTo(1, 6);
  });
});

test.each(['perspective', 'parallel'] as const)(
  'a jaw in metres looks like one in millimetres, %s',
  (projection) => {
    const rig = rigOf(1024, 768, projection);
    frame(rig, 0.04);
    const [x = 0] = seen(rig, new Vector3(0.023, 0, 0), 1024, 768);
    expect(x).toBeGreaterThan(200);
    expect(x).toBeLessThan(512);
    rig.approach(2);
    expect(seen(rig, new Vector3(0.01, 0, 0), 1024, 768)[0]).toBeCloseTo((x / 0.023) * 0.02, -1);
    expect(rig.camera.near).toBeLessThan(rig.camera.position.length() - 0.04);
    frame(rig, 40);
    expect(rig.distance).toBeCloseTo(257, 0);
  },
);

describe.each(['perspective', 'parallel'] as const)('insets of the canvas, %s', (projection) => {
  const insets = { left: 304, right: 315, top: 0, bottom: 0 };

  test('the whole models are centred in the free area', () => {
    const rig = rigOf(1024, 768, projection);
    rig.insets = insets;
    frame(rig, 40);
    const middle = (304 + 1024 - 315) / 2 - 512;
    expect(seen(rig, new Vector3(0, 0, 0), 1024, 768)[0]).toBeCloseTo(middle, 6);
    expect(seen(rig, new Vector3(-23, 0, 0), 1024, 768)[0]).toBeGreaterThan(304 - 512);
    expect(seen(rig, new Vector3(23, 0, 0), 1024, 768)[0]).toBeLessThan(1024 - 315 - 512);
  });

  test('a sheet at the bottom moves the models up', () => {
    const rig = rigOf(390, 844, projection);
    frame(rig, 40);
    rig.insets = { left: 0, right: 0, top: 44, bottom: 374 };
    const [x, y] = seen(rig, new Vector3(0, 0, 0), 390, 844);
    expect(x).toBeCloseTo(0, 6);
    expect(y).toBeCloseTo(422 - (44 + 844 - 374) / 2, 6);
  });

  test('a closer view keeps its distance, and removing the panels restores the view', () => {
    const rig = rigOf(1024, 768, projection);
    frame(rig, 40);
    const before = seen(rig, new Vector3(10, 5, 0), 1024, 768);
    rig.insets = insets;
    rig.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    expect(seen(rig, new Vector3(10, 5, 0), 1024, 768)).toEqual(before);
    rig.approach(1.5);
    const { distance, pixelSize } = rig;
    rig.insets = insets;
    expect([rig.distance, rig.pixelSize]).toEqual([distance, expect.closeTo(pixelSize, 9)]);
  });
});

describe.each(['perspective', 'parallel'] as const)('%s: zooming at a point of the canvas', (projection) => {
  test('zooming keeps the point at target depth under the pointer', () => {
    const rig = rigOf(1200, 800, projection);
    frame(rig, 40);
    rig.orientation.setFromAxisAngle(new Vector3(1, 1, 0).normalize(), 0.7);
    rig.insets = { left: 200, right: 0, top: 0, bottom: 40 };
    const at = { x: 900, y: 200 };
    rig.update();
    const middle = { x: 700, y: 380 };
    const place = new Vector3(at.x - middle.x, middle.y - at.y, 0)
      .multiplyScalar(rig.pixelSize)
      .applyQuaternion(rig.orientation)
      .add(rig.target);
    for (const factor of [1.7, 0.8, 2]) {
      rig.approach(factor, at);
      const [x, y] = seen(rig, place, 1200, 800);
      expect(x + 600).toBeCloseTo(at.x, 3);
      expect(400 - y).toBeCloseTo(at.y, 3);
    }
  });

  test('fitting shows all points and fills the window, from the same direction', () => {
    const rig = rigOf(1200, 800, projection);
    frame(rig, 40);
    rig.rotate(0.4, 0.3);
    rig.approach(3, { x: 100, y: 100 });
    const before = rig.orientation.clone();
    const points = boxOf([60, 50, 20], new Vector3(5, 0, 0));
    rig.fit(points);
    expect(rig.orientation.angleTo(before)).toBeLessThan(1e-9);
    const free = freeRect(1200, 800, noInsets);
    const { larger } = taken(rig, points, [1200, 800], free);
    expect(larger).toBeGreaterThan(0.8);
    expect(larger).toBeLessThan(1);
  });
});

test('parallel projection zooms in to 2 mm of height', () => {
  const rig = rigOf(1200, 800, 'parallel');
  frame(rig, 40);
  for (let i = 0; i < 40; i += 1) rig.approach(1.5);
  expect(rig.pixelSize * 800).toBeCloseTo(2, 6);
});
