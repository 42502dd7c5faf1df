/** Names of software renderers. */
const processors = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * A WebGL context of a canvas; null if the browser or the machine has no WebGL. Software rendering goes without
 * antialiasing, which would make every frame take three times as long.
 */
export function drawingContext(canvas: HTMLCanvasElement): WebGL2RenderingContext | null {
  return canvas.getContext('webgl2', {
    alpha: true,
    antialias: !drawsByProcessor(),
    powerPreference: 'high-performance',
  });
}

let isProcessor: boolean | undefined;

/**
 * Whether rendering is done in software, without a graphics card. Cached, because a probe takes as long as opening a
 * viewer.
 */
export function drawsByProcessor(): boolean {
  isProcessor ??= probed();
  return isProcessor;
}

function probed(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2');
  if (!probe) return false;
  const info = probe.getExtension('WEBGL_debug_renderer_info');
  const name = String(probe.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : probe.RENDERER));
  // Browsers limit the number of contexts per page.
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  return processors.test(name);
}

/** Size of a preview picture in pixels, with the aspect ratio of its place in the page. */
const picture = { width: 640, height: 480 };

/** The centre of a canvas with the aspect ratio of a preview, in the task that rendered it. */
export function cutOut(canvas: HTMLCanvasElement): Promise<ImageBitmap> {
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const [left, top] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  return createImageBitmap(canvas, Math.round(left), Math.round(top), width, height);
}

/** The picture as PNG, in the size of a preview. */
export async function encoded(cut: ImageBitmap): Promise<Blob | null> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(cut, 0, 0, picture.width, picture.height);
  cut.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
