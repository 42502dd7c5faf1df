export {};

declare module 'fonteditor-core' {
  interface Options {
    inflate(packed: number[]): Uint8Array;
  }
  /** Extracts the plain font from a WOFF 1.0 file. The package exports it, but its types omit it. */
  export function woff2ttf(woff: ArrayBuffer, options: Options): ArrayBuffer;
}
