/** Pixels of a preview picture; its shape is that of the place it is shown in. */
const picture = { width: 640, height: 480 };

/** The middle of a canvas in the shape of a picture, as it has just been drawn. */
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
