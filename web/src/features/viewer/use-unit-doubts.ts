import { scanOf } from '@cusp/mesh/classify-scan';
import { isUnitDoubtful } from '@cusp/mesh/scan-units';
import type { ViewerFile } from '../../viewer/plan-scene.ts';
import type { SceneChange } from '../../viewer/tools/tool.ts';
import { Watched } from '../../viewer/tools/watched.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import type { UnitQuestion } from '../scans/scans.offers.tsx';
import { fileOf } from './maps/comparisons.ts';
import { useWatched } from './use-watched.ts';

const nothing = new Watched<SceneChange>({});

/** The shown scans whose size is impossible in millimetres and whose unit has not been set. */
export function useUnitDoubts(viewer: Viewer | undefined, files: readonly ViewerFile[]): UnitQuestion[] {
  useWatched(viewer?.context.changes ?? nothing);
  if (!viewer) return [];
  return viewer.context.scans().flatMap(({ id }) => {
    const file = fileOf(files, id);
    if (!file || file.scan?.unit) return [];
    const { role } = scanOf(file);
    const size = longestOf(viewer, id);
    if (!isUnitDoubtful(role, size)) return [];
    const { filename, scan } = file;
    return { id, filename, role, size, isEditable: scan?.is_editable === true };
  });
}

/** The longest side of a scan in mm; 0 if it is not shown. */
function longestOf({ context }: Viewer, id: number): number {
  const box = context.boxOf(id);
  if (!box || box.isEmpty()) return 0;
  return Math.max(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z);
}
