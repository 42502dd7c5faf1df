import { EmbeddedViewer } from 'online-3d-viewer';
import { canvasIn, drawn, stage } from '../page.ts';

/** @type {import('../page.ts').Open} */
export const open = (url) => {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const viewer = new EmbeddedViewer(stage(), {
      onModelLoaded: () => {
        viewer.GetViewer().Render();
        drawn(canvasIn(stage()));
        const full = performance.now() - start;
        resolve({ first: full, full });
      },
      onModelLoadFailed: () => reject(new Error('not loaded')),
    });
    viewer.LoadModelFromUrlList([url]);
  });
};
