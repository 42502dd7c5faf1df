/** Declared size of a picture in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

const SCAN = 0xda;
/** Marker, length, depth, height and width of a frame. */
const FRAME_HEAD = 9;

/** Whether a marker begins a frame, which declares the size of the picture. */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a length: fill bytes, stuffed ones, restarts, start and end. */
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9) || marker === 0xff;

/**
 * Finds the frame of a JPEG, which declares its size, in bytes that arrive in pieces: the profiles and previews before
 * it can be longer than any prefix one keeps. Markers follow ITU-T T.81, annex B; between them it skips the same bytes
 * as decoders, so that it finds every frame that they find.
 */
export class JpegFrame {
  #held: Uint8Array = new Uint8Array();
  /** Offset of the next possible marker, relative to the bytes held. */
  #next = 2;
  #isOver = false;
  size: PictureSize | null = null;

  /** Adds the next bytes of the file, from its start on. */
  take(piece: Uint8Array): void {
    if (this.#isOver) return;
    const bytes = this.#held.length > 0 ? joined(this.#held, piece) : piece;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = this.#next;
    while (at < bytes.length) {
      at = bytes.indexOf(0xff, at);
      if (at < 0) at = bytes.length;
      if (at + FRAME_HEAD > bytes.length) break;
      const marker = view.getUint8(at + 1);
      if (isFrameMarker(marker))
        this.size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      if (this.size || marker === SCAN) {
        this.#isOver = true;
        this.#held = new Uint8Array();
        return;
      }
      if (marker === 0xff) at += 1;
      else at += isAlone(marker) ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
    }
    // Copied, because the caller may reuse the buffer.
    this.#held = bytes.slice(Math.min(at, bytes.length));
    this.#next = Math.max(0, at - bytes.length);
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
