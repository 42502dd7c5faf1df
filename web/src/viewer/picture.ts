/**
 * Marks HTML above the canvas that belongs in a picture, as a filled shape with one line of text: the attribute's
 * value or its own text.
 */
const PICTURED = 'data-pictured';

/**
 * A picture of the canvas with its background, and the marks and labels above it. Call it in the task that rendered
 * the canvas, because the browser may clear it afterwards.
 */
export function pictureOf(canvas: HTMLCanvasElement, above: ParentNode): Promise<Blob> {
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height;
  const pen = picture.getContext('2d');
  if (!pen) throw new Error('no 2D canvas context');
  fillGround(pen, canvas);
  pen.drawImage(canvas, 0, 0);
  const { left, top, width } = canvas.getBoundingClientRect();
  pen.scale(canvas.width / width, canvas.width / width);
  for (const mark of above.querySelectorAll<HTMLElement>(`[${PICTURED}], output`)) {
    if (!mark.checkVisibility({ opacityProperty: false })) continue;
    const place = mark.getBoundingClientRect();
    drawMark(pen, mark, new DOMRect(place.x - left, place.y - top, place.width, place.height));
  }
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('could not encode the picture'));
    picture.toBlob(done, 'image/png');
  });
}

/** Fills the background that the page's CSS variables give the canvas. */
function fillGround(pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement): void {
  const style = getComputedStyle(canvas);
  const ground = pen.createLinearGradient(0, 0, 0, canvas.height);
  ground.addColorStop(0, style.getPropertyValue('--above') || '#ffffff');
  ground.addColorStop(1, style.getPropertyValue('--below') || '#ffffff');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
}

function drawMark(pen: CanvasRenderingContext2D, mark: HTMLElement, place: DOMRect): void {
  const style = getComputedStyle(mark);
  pen.globalAlpha = Number(style.opacity);
  pen.fillStyle = style.backgroundColor;
  pen.beginPath();
  pen.roundRect(place.x, place.y, place.width, place.height, Number.parseFloat(style.borderRadius) || 0);
  pen.fill();
  pen.fillStyle = style.color;
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const words = mark.getAttribute(PICTURED) || mark.textContent;
  pen.fillText(words, place.x + place.width / 2, place.y + place.height / 2 + 1);
  pen.globalAlpha = 1;
}
