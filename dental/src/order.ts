import type { NumberSystem } from './teeth.ts';

/** One restoration of an order as a person fills it in. */
export interface OrderLine {
  /** A catalogue code, or the sender's own word. */
  type: string;
  /** FDI numbers, 11 to 48 permanent, 51 to 85 primary. */
  teeth: number[];
  /** The jaw of a restoration for a whole jaw, else null. */
  arch: 'upper' | 'lower' | null;
  material: string | null;
  shade: string;
  stumpShade: string;
  /** Marks of the contradictions that the author confirms as meant, see `OrderProblem.mark`. */
  meant: string[];
}

/** A restoration of a sent order; orders from elsewhere carry words of their own. */
export interface SentLine extends OrderLine {
  /** Name from a foreign order; '' for types of the catalogue. */
  displayName: string;
  /** Tooth words of a foreign order that are no known tooth. */
  toothText: string;
}

/** What the author's side fills in, without recipient and files; days are YYYY-MM-DD. */
export interface Order<Line extends OrderLine = OrderLine> {
  patient: {
    firstname: string;
    lastname: string;
    sex: 'M' | 'F' | 'O' | null;
    birthdate: string | null;
  };
  numberSystem: NumberSystem;
  restorations: Line[];
  noRestorationReason: string;
  deliveryDate: string | null;
  note: string;
  scansFollow: boolean;
}

/** A sent order. */
export type SentOrder = Order<SentLine>;

interface Changed<Field, Value> {
  field: Field;
  from: Value;
  to: Value;
}

/** One field of an order before and after. A restoration without `from` was added, without `to` removed. */
export type OrderChange =
  | Changed<'firstname' | 'lastname' | 'note' | 'noRestorationReason', string>
  | Changed<'birthdate' | 'deliveryDate', string | null>
  | Changed<'sex', Order['patient']['sex']>
  | Changed<'numberSystem', NumberSystem>
  | Changed<'scansFollow', boolean>
  | Changed<'restoration', SentLine | null>;
