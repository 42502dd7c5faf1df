import type { SheetRefusal } from '@cusp/contract/sheets.routes';

/** A file that cannot be read as a sheet; `column` is set if a single column is to blame. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly reason: SheetRefusal;
  readonly column: string | undefined;

  constructor(reason: SheetRefusal, column?: string) {
    super(reason);
    this.reason = reason;
    this.column = column;
  }
}
