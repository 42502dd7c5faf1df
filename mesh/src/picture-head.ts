import { JpegFrame, type PictureSize } from './jpeg-frame.ts';

/** Size of a PNG (PNG specification, third edition, 11.2.1). Null for other bytes. */
export function pngSize(head: Uint8Array): PictureSize | null {
  const mark = [0x89, 0x50, 0x4e, 0x47];
  const chunk = [0x49, 0x48, 0x44, 0x52];
  const isPng =
    mark.every((byte, at) => head[at] === byte) && chunk.every((byte, at) => head[12 + at] === byte);
  if (!isPng || head.length < 24) return null;
  const view = viewOf(head);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Size of a JPEG whose frame is within these bytes. Null for other bytes. */
export function jpegSize(head: Uint8Array): PictureSize | null {
  if (head[0] !== 0xff || head[1] !== 0xd8) return null;
  const frame = new JpegFrame();
  frame.take(head);
  return frame.size;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
