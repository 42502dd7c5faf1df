/** sRGB red, green, blue, 0 to 255, in one number: `0xrrggbb`. */
export type PackedColour = number;

/** Values slightly above one are still fractions, because programs that apply lighting do not clamp them. */
const maxFraction = 2;

/** Colours as 0 to 255, from fractions of one, or unchanged if any value is far above one. NaN is white. */
export function colourBytes(values: Float32Array): Uint8Array {
  const scale = values.some((value) => value > maxFraction) ? 1 : 255;
  return Uint8Array.from(values, (value) => (Number.isNaN(value) ? 255 : clampedByte(value * scale)));
}

export const clampedByte = (value: number): number => Math.min(Math.max(Math.round(value), 0), 255);

/** The colour of the vertex or face with this index in an array of three bytes each. */
export const packedAt = (colors: Uint8Array, number: number): PackedColour =>
  (colors[number * 3] << 16) | (colors[number * 3 + 1] << 8) | colors[number * 3 + 2];
