/** Linear values, as fractions of 65,535, of the 256 sRGB values. */
const linearOfSrgb = Uint16Array.from({ length: 256 }, (_, i) => {
  const c = i / 255;
  return Math.round(65535 * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
});
const srgbOfLinear = new Uint8Array(65_536);
for (const [srgb, linear] of linearOfSrgb.entries()) srgbOfLinear[linear] = srgb;

/** Three linear 16-bit values for each vertex, in a new array. */
export function linearRgb(colors: Uint8Array): Uint16Array<ArrayBuffer> {
  const out = new Uint16Array(colors.length);
  for (let i = 0; i < out.length; i++) out[i] = linearOfSrgb[colors[i]];
  return out;
}

/** Vertex colours as glTF requires: four linear 16-bit values, alpha full. */
export function toLinear(colors: Uint8Array): Uint16Array<ArrayBuffer> {
  const out = new Uint16Array((colors.length / 3) * 4).fill(65535);
  for (let i = 0, to = 0; i < colors.length; i += 3, to += 4) {
    for (let channel = 0; channel < 3; channel++) out[to + channel] = linearOfSrgb[colors[i + channel]];
  }
  return out;
}

/** Inverse of {@link toLinear}. */
export function toSrgb(linear: Uint16Array): Uint8Array {
  const out = new Uint8Array((linear.length / 4) * 3);
  for (let i = 0, from = 0; i < out.length; i += 3, from += 4) {
    for (let channel = 0; channel < 3; channel++) out[i + channel] = srgbOfLinear[linear[from + channel]];
  }
  return out;
}
