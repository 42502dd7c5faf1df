interface Pixels {
  width: number;
  height: number;
  /** RGBA bytes per pixel. */
  data: Uint8ClampedArray;
}

/** Scales a picture to a longer side of at most `longest` pixels by averaging. */
export function shrunk(picture: Pixels, longest: number): Pixels {
  const scale = longest / Math.max(picture.width, picture.height);
  if (scale >= 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    const [top, low] = span(y, height, picture.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, picture.width);
      const sums = [0, 0, 0, 0];
      for (let row = top; row < low; row++)
        for (let column = left; column < right; column++)
          for (let channel = 0; channel < 4; channel++)
            sums[channel] =
              (sums[channel] ?? 0) + (picture.data[(row * picture.width + column) * 4 + channel] ?? 0);
      const count = (low - top) * (right - left);
      for (const [channel, sum] of sums.entries()) data[(y * width + x) * 4 + channel] = sum / count;
    }
  }
  return { width, height, data };
}

/** The source pixels of one target pixel; at least one. */
function span(at: number, small: number, large: number): [from: number, to: number] {
  const from = Math.floor((at * large) / small);
  return [from, Math.max(from + 1, Math.floor(((at + 1) * large) / small))];
}
