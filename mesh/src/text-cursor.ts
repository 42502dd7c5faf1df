import { MeshError } from './mesh.ts';

const newline = 10;
const space = 32;
const backslash = 92;
const hash = 35;
const powersOfTen = Float64Array.from({ length: 23 }, (_, n) => 10 ** n);

/**
 * Reads the bytes of a text format without creating strings: a jaw in ASCII has tens of megabytes, and splitting that
 * into strings would take longer than everything else.
 */
export class TextCursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Skips a UTF-8 byte order mark. */
  skipMark(): void {
    const { bytes } = this;
    if (this.at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
  }

  /** Moves to the next non-blank byte, across line ends. False at the end of the text. */
  toToken(): boolean {
    while (this.at < this.end && this.bytes[this.at] <= space) this.at++;
    return this.at < this.end;
  }

  /** Moves to the next token of this line. False at the end of the line. */
  toTokenInLine(): boolean {
    while (this.at < this.end) {
      const byte = this.bytes[this.at];
      if (byte > space) return true;
      if (byte === newline || byte === 13) return false;
      this.at++;
    }
    return false;
  }

  /**
   * Moves to the next value of an OBJ or MTL statement, which a backslash continues on the next line. False at its end
   * and before a comment.
   */
  toValue(): boolean {
    while (this.toTokenInLine()) {
      const next = this.bytes[this.at + 1];
      const carries = next === undefined || next === newline || next === 13;
      if (this.bytes[this.at] !== backslash || !carries) return this.bytes[this.at] !== hash;
      this.skipLine();
    }
    return false;
  }

  /** Moves to the line after such a statement. */
  skipStatement(): void {
    while (this.toValue()) this.skipToken();
    this.skipLine();
  }

  skipToken(): void {
    while (this.at < this.end && this.bytes[this.at] > space) this.at++;
  }

  /** Moves past the end of this line, with any kind of line end. */
  skipLine(): void {
    while (this.at < this.end) {
      const byte = this.bytes[this.at++];
      if (byte === newline) return;
      if (byte === 13) {
        if (this.bytes[this.at] === newline && this.at < this.end) this.at++;
        return;
      }
    }
  }

  /** Whether the token here is exactly `word`, given in lower case; moves past it if so. */
  takeWord(word: string): boolean {
    const after = this.at + word.length;
    if (after > this.end) return false;
    if (after < this.end && this.bytes[after] > space) return false;
    for (let i = 0; i < word.length; i++) {
      const byte = this.bytes[this.at + i];
      const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
      if (lower !== word.charCodeAt(i)) return false;
    }
    this.at = after;
    return true;
  }

  /**
   * Reads the number that starts here, exact to float32: up to 17 digits are collected as an integer and scaled by one
   * power of ten. Throws `not-finite` for nan and inf, otherwise `syntax`.
   */
  number(): number {
    const { bytes, end } = this;
    let at = this.at;
    let sign = 1;
    const first = bytes[at];
    if (first === 45) {
      sign = -1;
      at++;
    } else if (first === 43) at++;
    let digits = 0;
    let value = 0;
    let exponent = 0;
    let byte = 0;
    for (; at < end; at++) {
      byte = bytes[at] - 48;
      if (byte < 0 || byte > 9) break;
      if (value < 1e16) value = value * 10 + byte;
      else exponent++;
      digits++;
    }
    if (at < end && byte === -2) {
      for (at++; at < end; at++) {
        byte = bytes[at] - 48;
        if (byte < 0 || byte > 9) break;
        if (value < 1e16) {
          value = value * 10 + byte;
          exponent--;
        }
        digits++;
      }
    }
    if (digits === 0) throw this.#notANumber(at);
    // 'e' and 'E', and the 'd' of Fortran programs.
    if (at < end && (byte === 53 || byte === 21 || byte === 52 || byte === 20)) {
      const power = this.#exponent(at + 1);
      exponent += power;
      at = this.at;
    }
    if (at < end && !endsNumber(bytes[at])) throw new MeshError('syntax', 'number');
    this.at = at;
    if (exponent === 0) return sign * value;
    if (exponent < 0) {
      return exponent >= -22 ? (sign * value) / powersOfTen[-exponent] : sign * value * 10 ** exponent;
    }
    return sign * value * (exponent <= 22 ? powersOfTen[exponent] : 10 ** exponent);
  }

  /** Reads an integer, possibly negative, and stops at the first byte that is not a digit. */
  integer(): number {
    const { bytes, end } = this;
    let at = this.at;
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at++;
    const start = at;
    let value = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === start || at - start > 10) throw new MeshError('syntax', 'integer');
    this.at = at;
    return negative ? -value : value;
  }

  #exponent(start: number): number {
    const { bytes, end } = this;
    let at = start;
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at++;
    const digitsFrom = at;
    let power = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - 48;
      if (digit < 0 || digit > 9) break;
      power = Math.min(power * 10 + digit, 9999);
    }
    if (at === digitsFrom) throw new MeshError('syntax', 'exponent');
    this.at = at;
    return negative ? -power : power;
  }

  #notANumber(at: number): MeshError {
    const letter = (this.bytes[at] ?? 0) | 32;
    const second = (this.bytes[at + 1] ?? 0) | 32;
    // nan, inf, infinity. The 1.#QNAN of old writers begins with a digit and ends as a syntax error.
    const nan = letter === 110 && second === 97;
    const inf = letter === 105 && second === 110;
    return new MeshError(nan || inf ? 'not-finite' : 'syntax', 'number');
  }
}

/** A line of an OBJ or MTL from `start` to its end, trimmed, one character per byte. */
export const lineRest = (bytes: Uint8Array, start: number): string => lineText(bytes, start).trim();

/** A blank, or the comma or semicolon of a table. */
function endsNumber(byte: number): boolean {
  return byte <= space || byte === 44 || byte === 59;
}

/** The line that starts at `start`, without its line end; at most `limit` bytes. */
export function lineText(bytes: Uint8Array, start: number, limit = 1024): string {
  let text = '';
  const stop = Math.min(bytes.length, start + limit);
  for (let i = start; i < stop; i++) {
    const byte = bytes[i];
    if (byte === newline || byte === 13) break;
    text += String.fromCharCode(byte);
  }
  return text;
}
