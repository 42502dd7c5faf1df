import type { ViewerFile } from '../../../viewer/plan-scene.ts';

export interface Comparison {
  scan: ViewerFile;
  others: { file: ViewerFile; isVersion: boolean }[];
}

/**
 * The possible comparisons: each scan with its earlier versions, newest first, then with the other shown scans. Scans
 * with earlier versions come first.
 */
export function comparisonsOf(shown: readonly ViewerFile[], canFetch: boolean): Comparison[] {
  return shown
    .map((scan) => {
      const earlier = canFetch ? (scan.earlier ?? []).filter((file) => !file.failure) : [];
      const versions = earlier.map((file) => ({ file, isVersion: true }));
      const others = shown.filter(({ id }) => id !== scan.id).map((file) => ({ file, isVersion: false }));
      return { scan, others: [...versions, ...others] };
    })
    .filter(({ others }) => others.length > 0)
    .toSorted((a, b) => versionsOf(b) - versionsOf(a));
}

const versionsOf = ({ others }: Comparison) => Math.sign(others.filter(({ isVersion }) => isVersion).length);

/** The file of a shown scan; while a newer version loads, that is an earlier version. */
export function fileOf(files: readonly ViewerFile[], scan: number): ViewerFile | undefined {
  for (const file of files) {
    const versions = [file, ...(file.earlier ?? [])];
    const at = versions.findIndex(({ id }) => id === scan);
    const found = versions[at];
    if (found) return { ...found, earlier: versions.slice(at + 1) };
  }
  return undefined;
}

/** The files of the shown scans in the order of the case, not in that in which they were loaded. */
export const filesOf = (files: readonly ViewerFile[], scans: readonly number[]): ViewerFile[] =>
  files.flatMap((file) => scans.flatMap((scan) => fileOf([file], scan) ?? []));
