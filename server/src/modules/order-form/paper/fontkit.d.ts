declare module 'fontkit' {
  /** What is needed of a font besides drawing with it. */
  export interface Font {
    layout(text: string): { advanceWidth: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  export function create(bytes: Uint8Array): Font;
}
