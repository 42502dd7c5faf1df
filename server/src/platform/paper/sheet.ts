import PDFDocument from 'pdfkit';
import { fitWords } from './fit-words.ts';
import type { Fonts } from './fonts.ts';
import { MISSING, printable } from './printable.ts';

/** Points; 72 to the inch. */
const MARGIN = { side: 42, top: 40, bottom: 58 };

export const INK = '#212529';
export const QUIET = '#5c636a';
export const LINE = '#d5d9de';

export interface Type {
  size: number;
  color?: string;
  strong?: boolean;
}

/** The pages of one document with a cursor. All texts pass through `printable`. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  /** The cursor: points from the top. */
  y = MARGIN.top;
  /** Whether a letter was missing. */
  hasGaps = false;
  readonly #fonts: Fonts;

  constructor(
    fonts: Fonts,
    size: 'A4' | 'LETTER',
    info: {
      title: string;
      author: string;
      language: string;
      /** A PDF/A-2b, which is self-contained. */
      isArchival?: boolean;
    },
  ) {
    this.#fonts = fonts;
    this.doc = new PDFDocument({
      size,
      margins: { top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.side, right: MARGIN.side },
      bufferPages: true,
      // Otherwise the document would refer to a font that is not embedded.
      font: fonts.regular as unknown as string,
      lang: info.language,
      displayTitle: true,
      ...(info.isArchival ? { pdfVersion: '1.7', subset: 'PDF/A-2b' } : {}),
      info: { Title: info.title, Author: info.author, Creator: info.author, Producer: info.author },
    });
    this.doc.registerFont('regular', fonts.regular as unknown as PDFKit.Mixins.PDFFontSource);
    this.doc.registerFont('strong', fonts.strong as unknown as PDFKit.Mixins.PDFFontSource);
  }

  get left(): number {
    return MARGIN.side;
  }

  get width(): number {
    return this.doc.page.width - 2 * MARGIN.side;
  }

  /** The bottom of a page's content. */
  get bottom(): number {
    return this.doc.page.height - MARGIN.bottom;
  }

  /** Ensures space for this height; returns true if that began a new page. */
  room(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === MARGIN.top) return false;
    this.doc.addPage();
    this.y = MARGIN.top;
    return true;
  }

  /** Begins another form on a new page, and returns that page's index. */
  begin(): number {
    this.doc.addPage();
    this.y = MARGIN.top;
    this.hasGaps = false;
    return this.doc.bufferedPageRange().count - 1;
  }

  /** Sets the font and returns the text as it can be drawn. */
  words(text: string, type: Type): string {
    this.doc
      .font(type.strong ? 'strong' : 'regular')
      .fontSize(type.size)
      .fillColor(type.color ?? INK);
    const drawn = printable(text, type.strong ? this.#fonts.strong : this.#fonts.regular);
    if (drawn.includes(MISSING)) this.hasGaps = true;
    return drawn;
  }

  height(text: string, type: Type, width: number): number {
    return this.doc.heightOfString(this.#fitted(text, type, width), { width });
  }

  /** Draws text in a box without moving the cursor; returns its height. */
  box(
    text: string,
    type: Type,
    at: { x: number; y: number; width: number; height?: number; align?: 'center' | 'right' },
  ): number {
    const { x, y, height, ...rest } = at;
    const words = this.#fitted(text, type, at.width);
    this.doc.text(words, x, y, { ...rest, ...(height ? { height, ellipsis: true } : {}) });
    return Math.min(height ?? Number.POSITIVE_INFINITY, this.doc.heightOfString(words, { width: at.width }));
  }

  /** Draws text over the full width, continued on further pages. */
  flow(text: string, type: Type): void {
    const words = this.#fitted(text, type, this.width);
    this.doc.text(words, this.left, this.y, { width: this.width, lineGap: 1.5 });
    this.y = this.doc.y;
  }

  #fitted(text: string, type: Type, width: number): string {
    const widths = new Map<string, number>();
    const words = this.words(text, type);
    // The library counts the line break as part of the preceding line.
    const free = width - this.doc.widthOfString('\n');
    return fitWords(words, free, (letter) => {
      const known = widths.get(letter) ?? this.doc.widthOfString(letter);
      widths.set(letter, known);
      return known;
    });
  }

  heading(text: string, type: Type): void {
    this.room(48);
    this.y += this.box(text, type, { x: this.left, y: this.y, width: this.width }) + 5;
  }

  rule(color = LINE, thick = 0.6): void {
    this.doc
      .moveTo(this.left, this.y)
      .lineTo(this.left + this.width, this.y)
      .lineWidth(thick)
      .stroke(color);
  }

  /** The footer of the pages from this index on; `below` is on its own line. */
  feet(
    from: number,
    words: (page: number, count: number) => { left: string; right: string; below: string },
  ): void {
    const count = this.doc.bufferedPageRange().count - from;
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(from + page);
      // Text below the margin would start a new page.
      this.doc.page.margins.bottom = 0;
      const { left, right, below } = words(page + 1, count);
      const type = { size: 7.5, color: QUIET };
      const y = this.doc.page.height - 34;
      const half = this.width / 2;
      const line = { lineBreak: false, ellipsis: true, height: 10 } as const;
      this.doc.text(this.words(left, type), this.left, y, { ...line, width: this.width * 0.72 });
      this.doc.text(this.words(right, type), this.left + half, y, { ...line, width: half, align: 'right' });
      this.doc.text(this.words(below, type), this.left, y + 11, { ...line, width: this.width });
    }
  }

  async bytes(): Promise<Buffer> {
    const parts: Buffer[] = [];
    const done = new Promise<Buffer>((resolve, reject) => {
      this.doc.on('data', (part: Buffer) => parts.push(part));
      this.doc.on('end', () => resolve(Buffer.concat(parts)));
      this.doc.on('error', reject);
    });
    this.doc.end();
    return done;
  }
}
