import { Vector3 } from 'three';
import type { Anatomy } from '../anatomy.ts';
import type { ScanModels } from '../scan-models.ts';
import type { Stage } from '../stage.ts';
import type { Triple } from '../surfaces/places.ts';
import type { Workbench } from './tool.ts';
import { Watched } from './watched.ts';

/** The part of the workbench that changes how scans look and knows the directions. */
export function toolSupport(stage: Stage, models: ScanModels, anatomy: () => Anatomy) {
  const changes = new Watched(0);
  const onScreen = (x: number, y: number, z: number): Triple =>
    new Vector3(x, y, z).applyQuaternion(stage.rig.orientation).toArray();
  return {
    changes,
    changed: () => changes.set(changes.get() + 1),
    paint(scan, colors) {
      models.paint(scan, colors);
      stage.draw();
    },
    veil(scan, share) {
      models.veil(scan, share);
      stage.draw();
    },
    boxOf: (scan) => models.boxOf(scan),
    sight: () => ({ ahead: onScreen(0, 0, -1), right: onScreen(1, 0, 0) }),
    patient: () => ({ head: anatomy().head.toArray(), front: anatomy().front.toArray() }),
  } satisfies Partial<Workbench> & { changed(): void };
}
