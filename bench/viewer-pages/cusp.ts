import { loadLightCopy, prepareToLoad } from '../../web/src/viewer/loading/light-loader.ts';
import { createViewer } from '../../web/src/viewer/viewer.ts';
import type { Scan } from '../../web/src/viewer/viewer.types.ts';
import { canvasIn, drawn, type Open, stage } from './page.ts';

// Like the product once the code of its viewer is loaded.
prepareToLoad();
const viewer = createViewer(stage(), {
  projection: 'perspective',
  label: 'Scans',
  formatLength: String,
  formatAngle: String,
  nameOfJaw: String,
});

/** Draws the added scans in the next animation frame, as the product does. */
const nextFrame = (from: number) =>
  new Promise<number>((resolve) =>
    requestAnimationFrame(() => {
      drawn(canvasIn(stage()));
      resolve(performance.now() - from);
    }),
  );

/** Reads the light copy beside the scan. */
export const open: Open = async (url) => {
  const start = performance.now();
  let scan: Scan | undefined;
  let first: Promise<number> | undefined;
  let last: Promise<number> | undefined;
  await loadLightCopy(
    async () => (await fetch(`${url}.light`)).body,
    {
      level(mesh) {
        if (scan) scan.sharpen(mesh);
        else {
          scan = viewer.addScan(mesh, { id: 1, layer: 'upper-jaw', jaw: 'upper' });
          viewer.frame();
        }
        last = nextFrame(start);
        first ??= last;
      },
      progress: () => {},
    },
    new AbortController().signal,
  );
  return { first: (await first) ?? Number.NaN, full: (await last) ?? Number.NaN };
};
