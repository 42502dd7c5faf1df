/** How large a picture says it is; pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** PNG specification (third edition), 11.2.1. Null for other bytes. */
export function pngSize(head: Uint8Array): PictureSize | null {
  const mark = [0x89, 0x50, 0x4e, 0x47];
  const chunk = [0x49, 0x48, 0x44, 0x52];
  const isPng =
    mark.every((byte, at) => head[at] === byte) && chunk.every((byte, at) => head[12 + at] === byte);
  if (!isPng || head.length < 24) return null;
  const view = viewOf(head);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** ITU-T T.81, annex B: segments up to the first frame. Null for other bytes. */
export function jpegSize(head: Uint8Array): PictureSize | null {
  if (head[0] !== 0xff || head[1] !== 0xd8) return null;
  const view = viewOf(head);
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] ?? 0;
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // A marker may be filled up with further 0xff.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
