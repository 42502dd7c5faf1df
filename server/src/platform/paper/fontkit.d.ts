declare module 'fontkit' {
  /** The parts of the font API used besides drawing. */
  export interface Font {
    layout(text: string): { advanceWidth: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  export function create(bytes: Uint8Array): Font;
}
