import type { Layer } from './layers.ts';
import type { NumberSystem } from './teeth.ts';

/** One restoration of an order form. */
export interface OrderLine {
  /** A catalogue code, or the sender's own word. */
  type: string;
  /** FDI numbers, 11 to 48 permanent, 51 to 85 primary. */
  teeth: number[];
  /** The jaw of a restoration of a whole jaw, otherwise null. */
  arch: 'upper' | 'lower' | null;
  material: string | null;
  shade: string;
  stumpShade: string;
  /** Marks of the contradictions that the author confirms, see `OrderProblem.mark`. */
  meant: string[];
}

/** Two neighbouring units, and whether they are joined: made in one piece. */
export interface Connector {
  /** FDI numbers. */
  teeth: [number, number];
  /**
   * The work that the units belong to. Absent in choices from before layers, which are about all layers of the pair, and
   * in changes of a pair that has one layer.
   */
  layer?: Layer | undefined;
  joined: boolean;
}

/** A restoration of a sent order; foreign orders have their own words. */
export interface SentLine extends OrderLine {
  /** Name from a foreign order; '' for types of the catalogue. */
  displayName: string;
  /** Tooth words of a foreign order that could not be read as a tooth. */
  toothText: string;
}

/** The order form of the author's side, without recipient and files; dates are YYYY-MM-DD. */
export interface Order<Line extends OrderLine = OrderLine> {
  patient: {
    firstname: string;
    lastname: string;
    sex: 'M' | 'F' | 'O' | null;
    birthdate: string | null;
  };
  numberSystem: NumberSystem;
  restorations: Line[];
  /** What the author chose about neighbouring units; all other pairs follow the proposal, see `connectorsOf`. */
  connectorChoices: Connector[];
  noRestorationReason: string;
  deliveryDate: string | null;
  /** The day on which the patient comes for the work. */
  appointment: string | null;
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

/**
 * One field of an order before and after. A restoration without `from` was added, one without `to` was removed. A
 * connector is one pair of neighbours; without `from` the pair is new.
 */
export type OrderChange =
  | Changed<'firstname' | 'lastname' | 'note' | 'noRestorationReason', string>
  | Changed<'birthdate' | 'deliveryDate' | 'appointment', string | null>
  | Changed<'sex', Order['patient']['sex']>
  | Changed<'numberSystem', NumberSystem>
  | Changed<'scansFollow', boolean>
  | Changed<'restoration', SentLine | null>
  | Changed<'connector', Connector | null>;
