import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { CameraRig, type Projection } from './camera-rig.ts';

function rigOf(width: number, height: number, projection: Projection = 'perspective'): CameraRig {
  const rig = new CameraRig();
  rig.resize(width, height);
  rig.projection = projection;
  return rig;
}

/** Screen position of a point of the models in CSS pixels from the centre, right and up. */
function seen(rig: CameraRig, point: Vector3, width: number, height: number): [number, number] {
  rig.update();
  const { x, y } = point.clone().project(rig.camera);
  return [(x * width) / 2, (y * height) / 2];
}

describe('the initial view', () => {
  test('the initial distance is 600, or 400 on a small screen', () => {
    const rig = rigOf(1440, 900);
    rig.frame(new Quaternion(), 40, false);
    expect(rig.distance).toBe(600);
    rig.frame(new Quaternion(), 40, true);
    expect(rig.distance).toBe(400);
  });

  test.each(['perspective', 'parallel'] as const)(
    'the initial view shows a whole arch on an upright phone, %s',
    (projection) => {
      const rig = rigOf(390, 844, projection);
      rig.frame(new Quaternion(), 40, true);
      const [x] = seen(rig, new Vector3(36, 0, 0), 390, 844);
      expect(x).toBeLessThan(195);
    },
  );
});

test('resizing keeps the whole arch in view until somebody zooms in', () => {
  const rig = rigOf(900, 519);
  rig.frame(new Quaternion(), 40, true);
  rig.resize(390, 844);
  expect(seen(rig, new Vector3(36, 0, 0), 390, 844)[0]).toBeLessThan(195);
  rig.approach(2);
  const { distance } = rig;
  rig.resize(900, 519);
  expect(rig.distance).toBe(distance);
});

test('a larger scan that arrives later has full depth without moving the camera', () => {
  const rig = rigOf(1440, 900);
  rig.frame(new Quaternion(), 5, false);
  rig.approach(2);
  const { distance } = rig;
  const isDrawn = () => {
    rig.update();
    return [-40, 40].map((z) => Math.abs(new Vector3(0, 0, z).project(rig.camera).z) < 1);
  };
  expect(isDrawn()).toEqual([false, false]);
  rig.widen(40, new Vector3());
  expect(isDrawn()).toEqual([true, true]);
  expect(rig.distance).toBe(distance);
});

test('the initial view looks at the centre of the scans, and panning stays near it', () => {
  const rig = rigOf(1440, 900);
  const middle = new Vector3(0, 500, 0);
  rig.frame(new Quaternion(), 5, false);
  rig.widen(40, middle);
  rig.frame(new Quaternion(), 40, false, middle);
  expect(seen(rig, middle, 1440, 900).map(Math.round)).toEqual([0, 0]);
  rig.pan(1e6, 0);
  expect(rig.target.distanceTo(middle)).toBeCloseTo(80);
});

describe('limits of the camera', () => {
  test('the distance stays between 70 and 600, the zoom between 0.25 and a window 2 mm high', () => {
    const rig = rigOf(1440, 900);
    rig.frame(new Quaternion(), 40, false);
    rig.approach(1e6);
    expect([rig.distance, rig.zoom]).toEqual([70, expect.closeTo(78.99, 2)]);
    rig.approach(1e-6);
    expect([rig.distance, rig.zoom]).toEqual([600, 0.25]);
  });
});

describe.each(['perspective', 'parallel'] as const)('%s', (projection) => {
  test('panning moves the models with the pointer', () => {
    const rig = rigOf(1000, 800, projection);
    rig.frame(new Quaternion(), 40, false);
    rig.pan(100, 50);
    const [x, y] = seen(rig, new Vector3(), 1000, 800);
    expect(x).toBeCloseTo(100, 3);
    expect(y).toBeCloseTo(-50, 3);
  });

  test('turning to the right shows the left side', () => {
    const rig = rigOf(1000, 800, projection);
    rig.frame(new Quaternion(), 40, false);
    const front = new Vector3(0, 0, 20);
    rig.rotate(0.3, 0);
    expect(seen(rig, front, 1000, 800)[0]).toBeGreaterThan(10);
    rig.rotate(-0.3, 0);
    rig.rotate(0, 0.3);
    expect(seen(rig, front, 1000, 800)[1]).toBeLessThan(-10);
  });

  test('turning is unlimited in every direction', () => {
    const rig = rigOf(1000, 800, projection);
    rig.frame(new Quaternion(), 40, false);
    for (let i = 0; i < 24; i++) rig.rotate(0, Math.PI / 12);
    expect(Math.abs(rig.orientation.w)).toBeCloseTo(1, 6);
  });
});

test.each(['perspective', 'parallel'] as const)(
  'a jaw in metres looks like one in millimetres, %s',
  (projection) => {
    const rig = rigOf(1024, 768, projection);
    rig.frame(new Quaternion(), 0.04, false);
    const [x = 0] = seen(rig, new Vector3(0.039, 0, 0), 1024, 768);
    expect(x).toBeGreaterThan(200);
    expect(x).toBeLessThan(512);
    rig.approach(2);
    expect(seen(rig, new Vector3(0.01, 0, 0), 1024, 768)[0]).toBeCloseTo((x / 0.039) * 0.02, -1);
    expect(rig.camera.near).toBeLessThan(rig.camera.position.length() - 0.04);
    rig.frame(new Quaternion(), 40, false);
    expect(rig.distance).toBe(600);
  },
);

describe.each(['perspective', 'parallel'] as const)('insets of the canvas, %s', (projection) => {
  const insets = { left: 304, right: 315, top: 0, bottom: 0 };

  test('the whole models are centred in the free area', () => {
    const rig = rigOf(1024, 768, projection);
    rig.insets = insets;
    rig.frame(new Quaternion(), 40, false);
    const middle = (304 + 1024 - 315) / 2 - 512;
    expect(seen(rig, new Vector3(0, 0, 0), 1024, 768)[0]).toBeCloseTo(middle, 6);
    expect(seen(rig, new Vector3(-39, 0, 0), 1024, 768)[0]).toBeGreaterThan(304 - 512);
    expect(seen(rig, new Vector3(39, 0, 0), 1024, 768)[0]).toBeLessThan(1024 - 315 - 512);
  });

  test('a sheet at the bottom moves the models up', () => {
    const rig = rigOf(390, 844, projection);
    rig.frame(new Quaternion(), 40, true);
    rig.insets = { left: 0, right: 0, top: 44, bottom: 374 };
    const [x, y] = seen(rig, new Vector3(0, 0, 0), 390, 844);
    expect(x).toBeCloseTo(0, 6);
    expect(y).toBeCloseTo(422 - (44 + 844 - 374) / 2, 6);
  });

  test('a closer view keeps its distance, and removing the panels restores the view', () => {
    const rig = rigOf(1024, 768, projection);
    rig.frame(new Quaternion(), 40, false);
    const before = seen(rig, new Vector3(10, 5, 0), 1024, 768);
    rig.insets = insets;
    rig.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    expect(seen(rig, new Vector3(10, 5, 0), 1024, 768)).toEqual(before);
    rig.approach(1.5);
    const { distance, zoom } = rig;
    rig.insets = insets;
    expect([rig.distance, rig.zoom]).toEqual([distance, zoom]);
  });
});

describe.each(['perspective', 'parallel'] as const)('%s: zooming at a point of the canvas', (projection) => {
  test('zooming keeps the point at target depth under the pointer', () => {
    const rig = rigOf(1200, 800, projection);
    rig.frame(new Quaternion().setFromAxisAngle(new Vector3(1, 1, 0).normalize(), 0.7), 40, false);
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

  test('fitting shows a whole sphere and fills the window, from the same direction', () => {
    const rig = rigOf(1200, 800, projection);
    rig.frame(new Quaternion(), 40, false);
    rig.rotate(0.4, 0.3);
    rig.approach(3, { x: 100, y: 100 });
    const before = rig.orientation.clone();
    rig.fit(40, new Vector3(5, 0, 0));
    expect(rig.orientation.angleTo(before)).toBeLessThan(1e-9);
    const up = new Vector3(0, 40, 0).applyQuaternion(rig.orientation).add(new Vector3(5, 0, 0));
    const [, y] = seen(rig, up, 1200, 800);
    expect(y).toBeLessThan(400);
    expect(y).toBeGreaterThan(320);
  });
});

test('parallel projection zooms in to 2 mm of height', () => {
  const rig = rigOf(1200, 800, 'parallel');
  rig.frame(new Quaternion(), 40, false);
  for (let i = 0; i < 40; i += 1) rig.approach(1.5);
  expect(rig.pixelSize * 800).toBeCloseTo(2, 6);
});
