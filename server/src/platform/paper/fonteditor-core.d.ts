export {};

declare module 'fonteditor-core' {
  interface Options {
    inflate(packed: number[]): Uint8Array;
  }
  /** The plain font of a WOFF 1.0 file. The package exports it, but its types do not say so. */
  export function woff2ttf(woff: ArrayBuffer, options: Options): ArrayBuffer;
}
