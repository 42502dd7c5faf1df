import { encode } from 'uqr';
import { INK, type Sheet } from '../../../platform/paper/sheet.ts';

/** A QR code of a URL, also clickable. */
export function drawCode(sheet: Sheet, url: string, at: { x: number; y: number; size: number }): void {
  const { data } = encode(url, { ecc: 'M', border: 0 });
  const step = at.size / data.length;
  const { doc } = sheet;
  // Slightly wider than a cell, so that no seam shows between two.
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(at.x + column * step, at.y + row * step, step + 0.05, step + 0.05);
  doc.fill(INK);
  doc.link(at.x, at.y, at.size, at.size, url);
}
