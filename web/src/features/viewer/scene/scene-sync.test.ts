import type { MeshErrorCode } from '@cusp/mesh/mesh';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PreparedMesh } from '../../../viewer/loading/prepare-mesh.ts';
import { planScene, type ViewerFile } from '../../../viewer/plan-scene.ts';
import type { ReplacedScan, ScanPlace, Viewer } from '../../../viewer/viewer.types.ts';
import { SceneSync } from './scene-sync.ts';

interface Coming {
  level(mesh: PreparedMesh, isFull: boolean): void;
  end(): void;
  fail(): void;
  signal: AbortSignal;
}

const coming = vi.hoisted(() => [] as Coming[]);
vi.mock('../../../viewer/loading/light-loader.ts', () => ({
  loadLightCopy: (_: unknown, watcher: Pick<Coming, 'level'>, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      coming.push({
        level: (...given) => watcher.level(...given),
        end: () => resolve(true),
        fail: () => reject(new Error('damaged')),
        signal,
      });
    }),
}));
vi.mock('../../../viewer/loading/mesh-loader.ts', () => ({
  loadMesh: () => Promise.reject(new Error('unread')),
}));

const mesh = {} as PreparedMesh;
const source = {
  fetchLightCopy: () => Promise.resolve(null),
  fetchFile: () => Promise.reject(new Error('offline')),
};

/** A fake viewer that records its calls. */
function noted() {
  const log: string[] = [];
  const viewer = {
    addScan: ({ id }: ScanPlace, instead?: ReplacedScan) => {
      const resized = instead?.isResized ? ' resized' : '';
      log.push(instead ? `${id} for ${instead.id}${resized}` : `add ${id}`);
      return { sharpen: () => log.push(`sharpen ${id}`), remove: () => log.push(`remove ${id}`) };
    },
    moveScans: (places: readonly ScanPlace[]) => {
      if (places.length > 0) log.push(places.map(({ id, layer }) => `${id} in ${layer}`).join(', '));
    },
    frame: () => undefined,
    resetView: () => log.push('reset'),
    fit: () => log.push('fit'),
  };
  const taken = {
    ...viewer,
    addScan: (_: unknown, place: ScanPlace, instead?: ReplacedScan) => viewer.addScan(place, instead),
  };
  return { viewer: taken as unknown as Viewer, takeLog: () => log.splice(0) };
}

const file = (id: number, filename: string, failure?: MeshErrorCode): ViewerFile => ({
  id,
  filename,
  size: 100,
  updatedAt: `2026-01-01T00:00:${10 + id}Z`,
  failure,
});
const upper = file(1, 'a-upper.stl');
const lower = file(2, 'a-lower.stl');
const newUpper = file(3, 'A-Upper.stl');
const turns = () => new Promise((resolve) => setTimeout(resolve));

async function whole(load: Coming | undefined) {
  load?.level(mesh, true);
  load?.end();
  await turns();
}

/** A sync whose scene is fully loaded. */
async function opened(...files: ViewerFile[]) {
  const { viewer, takeLog } = noted();
  const sync = new SceneSync(viewer);
  const follow = (...now: ViewerFile[]) => sync.follow(planScene(now), source);
  void follow(...files);
  for (const load of coming.splice(0)) await whole(load);
  takeLog();
  return { sync, takeLog, follow };
}

beforeEach(() => void coming.splice(0));

test('on opening, coarse levels are shown, and the scene is ready with the last first level', async () => {
  const { viewer, takeLog } = noted();
  const sync = new SceneSync(viewer);
  void sync.follow(planScene([upper, lower]), source);
  coming[0]?.level(mesh, false);
  expect(sync.state.get()).toMatchObject({ status: 'loading', isSharp: false });
  await whole(coming[1]);
  expect(sync.state.get()).toMatchObject({ status: 'ready', isSharp: false, isLoading: true });
  await whole(coming[0]);
  expect(sync.state.get()).toMatchObject({ isSharp: true, isLoading: false, arrived: [] });
  expect(takeLog()).toEqual(['add 1', 'add 2', 'sharpen 1']);
});

test('a newer version replaces the older one once fully loaded, and other scans stay', async () => {
  const { sync, takeLog, follow } = await opened(upper, lower);
  void follow(newUpper, lower);
  coming[0]?.level(mesh, false);
  expect(takeLog()).toEqual(['2 in lower-jaw']);
  expect(sync.state.get()).toMatchObject({ status: 'ready', isSharp: true, isLoading: true, arrived: [] });
  await whole(coming[0]);
  expect(takeLog()).toEqual(['3 for 1']);
  expect(coming).toHaveLength(1);
  expect(sync.state.get()).toMatchObject({ isLoading: false, arrived: ['A-Upper.stl'] });
});

test('a new material file reloads the scans that it may colour, in place', async () => {
  const coloured = file(1, 'a-upper.obj');
  const { takeLog, follow } = await opened(coloured);
  void follow(coloured, file(2, 'a.mtl'));
  await whole(coming[0]);
  expect(takeLog()).toEqual(['1 for 1']);
  void follow(coloured, file(2, 'a.mtl'));
  expect(coming).toHaveLength(1);
});

test('setting the unit of a scan reloads it in millimetres and resets the view', async () => {
  const numbers = (): PreparedMesh => ({
    ...mesh,
    positions: Float32Array.of(1, 2, 3),
    bounds: { min: [1, 2, 3], max: [1, 2, 3] },
  });
  const said = (unit: 'mm' | 'inch'): ViewerFile => ({
    ...upper,
    scan: { role: 'jaw', jaw: 'upper', by: 'name', unit },
  });
  const { sync, takeLog, follow } = await opened(upper, lower);
  // The unit is already right, so nothing changes.
  void follow(said('mm'), lower);
  expect(coming).toHaveLength(0);
  takeLog();
  // Pins are placed by the unit of the drawn scan.
  const drawnUnit = () => sync.asDrawn([said('inch'), lower]).map(({ scan }) => scan?.unit);
  expect(drawnUnit()).toEqual(['mm', undefined]);
  void follow(said('inch'), lower);
  expect(drawnUnit()).toEqual(['mm', undefined]);
  const given = numbers();
  coming[0]?.level(given, true);
  expect(drawnUnit()).toEqual(['inch', undefined]);
  // Removing it first would take a map to the other jaw.
  expect(takeLog()).toEqual(['2 in lower-jaw', '1 for 1 resized', 'reset']);
  expect([...given.positions].map((value) => Math.round(value * 10) / 10)).toEqual([25.4, 50.8, 76.2]);
});

test('a new picture reloads only the scan that uses it', async () => {
  const [one, other] = [file(1, 'a-upper.ply'), file(2, 'a-lower.ply')];
  const { viewer, takeLog } = noted();
  const sync = new SceneSync(viewer);
  const follow = (...now: ViewerFile[]) => void sync.follow(planScene(now), source);
  follow(one, other);
  const [first, second] = coming.splice(0);
  for (const [load, beside] of [
    [first, ['a.png']],
    [second, []],
  ] as const) {
    load?.level({ ...mesh, beside }, true);
    load?.end();
  }
  await turns();
  takeLog();
  follow(one, other, file(3, 'Patient.jpg'), file(4, 'A.png'));
  expect(coming).toHaveLength(1);
  await whole(coming[0]);
  expect(takeLog()).toEqual(['2 in lower-jaw', '1 for 1']);
});

test('of two versions in quick succession only the last is loaded completely', async () => {
  const { takeLog, follow } = await opened(upper);
  void follow(newUpper);
  void follow(file(4, 'a-upper.stl'));
  expect(coming[0]?.signal.aborted).toBe(true);
  await whole(coming[1]);
  expect(takeLog()).toEqual(['4 for 1']);
});

test('a newer version that cannot be shown is reported, and the older one is removed', async () => {
  const { sync, takeLog, follow } = await opened(upper, lower);
  await follow(file(3, 'a-upper.stl', 'truncated'), lower);
  expect(takeLog()).toEqual(['2 in lower-jaw', 'remove 1']);
  const { status, failures } = sync.state.get();
  expect(status).toBe('ready');
  expect(failures.map(({ planned, reason }) => [planned.file.id, reason])).toEqual([[3, 'truncated']]);
});

test('a failed download is retried with the next plan', async () => {
  const { sync, follow } = await opened(upper);
  void follow(upper, lower);
  coming.splice(0)[0]?.fail();
  await turns();
  expect(sync.state.get().failures.map(({ reason }) => reason)).toEqual(['download']);
  void follow(upper, lower, file(5, 'a-lower-design.stl'));
  expect(coming).toHaveLength(2);
  expect(sync.state.get().failures).toEqual([]);
});

test('correcting a class moves the scan without loading it, and removing one leaves the others', async () => {
  const { takeLog, follow } = await opened(upper, lower);
  const corrected = { ...upper, scan: { role: 'preop', jaw: 'upper', by: 'person' } } as ViewerFile;
  await follow(corrected, lower);
  expect(takeLog()).toEqual(['1 in upper-preop, 2 in lower-jaw']);
  await follow(lower);
  expect(takeLog()).toEqual(['2 in lower-jaw', 'remove 1']);
  expect(coming).toHaveLength(0);
});
