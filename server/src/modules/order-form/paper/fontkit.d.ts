declare module 'fontkit' {
  /** A font that is read once and drawn with in any number of documents. */
  export interface Font {
    layout(text: string): { advanceWidth: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  export function create(bytes: Uint8Array): Font;
}
